// The first API key of a database that wrangler manages: made when there is none, shown once.

import { ID_RANDOM_BYTES, newId } from "../src/core/ids.ts";
import { randomBytes } from "../src/platform/clock.ts";
import { sha256Hex } from "../src/platform/digest.ts";
import { FIRST_ORGANISATION } from "../src/services/api-keys.ts";
import { makeApiKey } from "./local/state.ts";
import { wranglerOrThrow } from "./wrangler.ts";

/**
 * @param where `--remote` or `--local`
 * @param given used instead of a new key
 * @returns the key, or null when the database has keys already
 */
export async function ensureFirstKey(
	where: "--remote" | "--local",
	given: string | undefined,
): Promise<string | null> {
	if (given === undefined && countKeys(where) > 0) return null;
	const key = given ?? makeApiKey();
	const now = Date.now();
	const hash = await sha256Hex(key);
	const id = newId("key", now, randomBytes(ID_RANDOM_BYTES));
	execute(
		where,
		`INSERT OR IGNORE INTO organisations (id, name, created_at)
			VALUES ('${FIRST_ORGANISATION}', 'First organisation', ${now});
		INSERT OR IGNORE INTO api_keys (hash, id, organisation_id, name, created_at)
			VALUES ('${hash}', '${id}', '${FIRST_ORGANISATION}', 'First key', ${now});`,
	);
	return key;
}

function countKeys(where: string): number {
	const output = execute(where, "SELECT count(*) AS count FROM api_keys");
	const [, count] = /"count":\s*(\d+)/.exec(output) ?? [];
	if (count === undefined) throw new Error(`The keys could not be counted:\n${output}`);
	return Number(count);
}

function execute(where: string, sql: string): string {
	return wranglerOrThrow(["d1", "execute", "DB", where, "--json", "--yes", "--command", sql]);
}
