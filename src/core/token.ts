// Secrets that we give out: what they look like, and what of them may be shown again.

/** Random bytes that one secret needs. */
export const TOKEN_RANDOM_BYTES = 24;

/** One prefix per kind. Nothing holds a dot: client libraries read a region out of what follows one. */
export type TokenPrefix = "ehsk" | "appsk" | "integsk" | "link";

export function toToken(prefix: TokenPrefix, random: Uint8Array): string {
	return `${prefix}_${[...random].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** True for what acts in one application, and is never an API key. */
export function isApplicationToken(token: string): boolean {
	return token.startsWith("appsk_") || token.startsWith("integsk_");
}

const HINT_LENGTH = 4;
/** Of a short key, which somebody chose, even its end would tell too much. */
const HINTED_LENGTH_MIN = 24;

/** The last characters of a key, for people to know it by. */
export function hintOf(key: string): string {
	return key.length < HINTED_LENGTH_MIN ? "" : key.slice(-HINT_LENGTH);
}
