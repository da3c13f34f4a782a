// API keys of a database that wrangler manages: shown once, stored as hashes.
import { ID_RANDOM_BYTES, newId } from "../src/core/ids.ts";
import { hintOf } from "../src/core/token.ts";
import { randomBytes } from "../src/platform/clock.ts";
import { sha256Hex } from "../src/platform/digest.ts";
import { FIRST_ORGANISATION } from "../src/services/api-keys.ts";
import { makeApiKey } from "./local/state.ts";
import { wranglerOrThrow } from "./wrangler.ts";

/** The deployed database, the one of `npm run dev`, or one of the same kind in a directory of its own. */
export type Where = "--remote" | "--local" | { stateDir: string };

/** The options that name it to wrangler. */
export const optionsOf = (where: Where): string[] =>
	typeof where === "string" ? [where] : ["--local", "--persist-to", where.stateDir];

/** Gives the first organisation another key; one that it has already stays as it is. */
export async function addKey(where: Where, name: string, key = makeApiKey()): Promise<string> {
	const now = Date.now();
	const hash = await sha256Hex(key);
	const id = newId("key", now, randomBytes(ID_RANDOM_BYTES));
	execute(
		where,
		`INSERT OR IGNORE INTO organisations (id, name, created_at)
			VALUES ('${FIRST_ORGANISATION}', 'First organisation', ${now});
		INSERT OR IGNORE INTO api_keys (hash, id, organisation_id, name, created_at, hint)
			VALUES ('${hash}', '${id}', '${FIRST_ORGANISATION}', ${quote(name)}, ${now}, ${quote(hintOf(key))});`,
	);
	return key;
}

export type ListedKey = {
	id: string;
	name: string;
	hint: string;
	created_at: number;
	expires_at: number | null;
	revoked_at: number | null;
};

/** The keys of the first organisation, oldest first; never themselves. */
export function listKeys(where: Where): ListedKey[] {
	const output = execute(
		where,
		`SELECT id, name, hint, created_at, expires_at, revoked_at FROM api_keys
			WHERE organisation_id = '${FIRST_ORGANISATION}' ORDER BY id`,
	);
	// Ahead of the answer there may be notes for people.
	const [answer] = JSON.parse(output.slice(output.indexOf("[\n"))) as { results: ListedKey[] }[];
	return answer?.results ?? [];
}

/** @returns false when the first organisation has no such key that still works */
export function revokeKey(where: Where, id: string): boolean {
	const isThere = listKeys(where).some((key) => key.id === id && key.revoked_at === null);
	if (isThere) {
		execute(where, `UPDATE api_keys SET revoked_at = ${Date.now()} WHERE id = ${quote(id)}`);
	}
	return isThere;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * @param given used instead of a new key
 * @returns the key, or null when the database has keys already
 */
export async function ensureFirstKey(
	where: Where,
	given: string | undefined,
): Promise<string | null> {
	if (given === undefined && countKeys(where) > 0) return null;
	return addKey(where, "First key", given);
}

function countKeys(where: Where): number {
	const output = execute(where, "SELECT count(*) AS count FROM api_keys");
	const [, count] = /"count":\s*(\d+)/.exec(output) ?? [];
	if (count === undefined) throw new Error(`The keys could not be counted:\n${output}`);
	return Number(count);
}

function execute(where: Where, sql: string): string {
	const options = [...optionsOf(where), "--json", "--yes", "--command", sql];
	return wranglerOrThrow(["d1", "execute", "DB", ...options]);
}
