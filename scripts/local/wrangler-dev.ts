// What `wrangler dev` needs beside sources and pages: secrets, a database with tables, and a key.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureFirstKey, optionsOf, type Where } from "../api-key.ts";
import { wranglerOrThrow } from "../wrangler.ts";
import { makeMasterKey } from "./state.ts";

const root = join(import.meta.dirname, "..", "..");

/** Where wrangler finds the secrets by itself. */
export const SECRETS_FILE = join(root, ".dev.vars");

/**
 * @param apiKey used instead of a new one
 * @returns the first API key, or null when there is one already
 */
export async function prepareWranglerDev(
	where: Where,
	secretsFile: string,
	apiKey: string | undefined,
): Promise<string | null> {
	if (!existsSync(secretsFile)) {
		mkdirSync(dirname(secretsFile), { recursive: true, mode: 0o700 });
		const secrets = `MASTER_KEY=${makeMasterKey()}\nALLOW_PRIVATE_TARGETS=true\n`;
		writeFileSync(secretsFile, secrets, { mode: 0o600 });
	}
	wranglerOrThrow(["d1", "migrations", "apply", "DB", ...optionsOf(where)]);
	const key = await ensureFirstKey(where, apiKey);
	if (key !== null) console.log(`API key (shown only now): ${key}`);
	return key;
}
