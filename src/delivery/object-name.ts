// The name an object was made with, and the version of its tables. The name is stored, because an alarm
// may wake an object without telling it.
import { SCHEMA_VERSION, upgradeTables } from "./object-schema.ts";
import { firstRow } from "./sql.ts";

const SCHEMA = `CREATE TABLE IF NOT EXISTS object (
	name TEXT PRIMARY KEY,
	version INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID`;

/**
 * Reads the stored name, or stores the one that the platform tells on the first call. To be called first:
 * tables of an older release are brought up to date.
 */
export function objectName(ctx: DurableObjectState): string {
	const { sql } = ctx.storage;
	sql.exec(SCHEMA);
	// The first release had no version.
	const stored = firstRow<{ name: string; version?: number }>(sql, "SELECT * FROM object");
	if (stored !== null) {
		const { name, version } = stored;
		if (version !== SCHEMA_VERSION) ctx.storage.transactionSync(() => upgrade(sql, version));
		return name;
	}
	if (ctx.id.name === undefined) throw new Error("an object without a name cannot work");
	sql.exec("INSERT INTO object (name, version) VALUES (?, ?)", ctx.id.name, SCHEMA_VERSION);
	return ctx.id.name;
}

function upgrade(sql: SqlStorage, version: number | undefined): void {
	if (version === undefined) {
		sql.exec("ALTER TABLE object ADD COLUMN version INTEGER NOT NULL DEFAULT 0");
	}
	upgradeTables(sql, version ?? 0);
	sql.exec("UPDATE object SET version = ?", SCHEMA_VERSION);
}
