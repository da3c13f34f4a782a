// Reads JSON of unknown shape: what is not there reads as empty.

export type Json = Record<string, unknown>;

export function isRecord(value: unknown): value is Json {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const toRecord = (value: unknown): Json => (isRecord(value) ? value : {});
export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const toText = (value: unknown): string => (typeof value === "string" ? value : "");
export const toTexts = (value: unknown): string[] =>
	toList(value).filter((item) => typeof item === "string");
export const toNumber = (value: unknown): number | null =>
	typeof value === "number" ? value : null;
