// An event type as it is being written: texts as typed, schema and example apart, and what becomes of them.
import type { EventTypeOut } from "../../models.ts";

export type VersionDraft = { version: string; schema: string; example: string };

export type Draft = {
	name: string;
	description: string;
	groupName: string;
	featureFlags: string[];
	deprecated: boolean;
	versions: VersionDraft[];
};

export const EMPTY_DRAFT: Draft = {
	name: "",
	description: "",
	groupName: "",
	featureFlags: [],
	deprecated: false,
	versions: [{ version: "1", schema: "", example: "" }],
};

export function toDraft(type: EventTypeOut): Draft {
	const versions = Object.entries(type.schemas ?? {}).map(toVersion);
	return {
		name: type.name,
		description: type.description,
		groupName: type.groupName ?? "",
		featureFlags: type.featureFlags ?? [],
		deprecated: type.deprecated,
		versions: versions.length > 0 ? versions : EMPTY_DRAFT.versions,
	};
}

function toVersion([version, schema]: [string, unknown]): VersionDraft {
	if (!isObject(schema)) return { version, schema: toText(schema), example: "" };
	const { examples, ...rest } = schema;
	const [first, ...others] = Array.isArray(examples) ? examples : [];
	const shown = others.length > 0 ? { ...rest, examples: others } : rest;
	const isEmpty = Object.keys(shown).length === 0 && first !== undefined;
	return {
		version,
		schema: isEmpty ? "" : toText(shown),
		example: first === undefined ? "" : toText(first),
	};
}

/** The body of a request; null while a schema or an example is not JSON. */
export function toBody(draft: Draft): Record<string, unknown> | null {
	const versions = draft.versions.map(toEntry);
	if (versions.some((entry) => entry === null)) return null;
	const schemas = Object.fromEntries(versions.flatMap((entry) => entry ?? []));
	return {
		description: draft.description.trim(),
		groupName: draft.groupName.trim() || null,
		featureFlags: draft.featureFlags.length > 0 ? draft.featureFlags : null,
		deprecated: draft.deprecated,
		schemas: Object.keys(schemas).length > 0 ? schemas : null,
	};
}

type Entries = [string, unknown][];

/** None for a version without a schema and an example; null when one of them is not JSON. */
function toEntry({ version, schema, example }: VersionDraft): Entries | null {
	if (schema.trim() === "" && example.trim() === "") return [];
	const [read, shown] = [readJson(schema), readJson(example)];
	if (read === null || shown === null) return null;
	if (example.trim() === "") return [[version, read.value]];
	// As an object, what is true or false means the same, and takes an example.
	const base = isObject(read.value) ? read.value : read.value === false ? { not: {} } : {};
	const { examples: others, ...rest } = base;
	const examples = [shown.value, ...(Array.isArray(others) ? others : [])];
	return [[version, { ...rest, examples }]];
}

/** Undefined for an empty text, null for one that is not JSON. */
export function readJson(text: string): { value: unknown } | null {
	if (text.trim() === "") return { value: undefined };
	try {
		return { value: JSON.parse(text) };
	} catch {
		return null;
	}
}

export const isSame = (one: Draft, other: Draft): boolean =>
	JSON.stringify(one) === JSON.stringify(other);

/** The next free number. */
export function nextVersion(versions: readonly VersionDraft[]): string {
	const numbers = versions.map(({ version }) => Number.parseInt(version, 10) || 0);
	return String(Math.max(0, ...numbers) + 1);
}

const toText = (value: unknown): string => JSON.stringify(value, null, 2);
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
