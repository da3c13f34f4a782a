// The steps from the tables of an older release to today's, for objects that were made then.
import { dayOf, partitionTable } from "./partitions.ts";
import { firstRow } from "./sql.ts";

/** In order; never changed after a release. An object's version is the number of steps that it is past. */
const STEPS: ((sql: SqlStorage) => void)[] = [intoPartitions, leaseInRow, keepSentHeaders];

/** The version of an object that begins now. */
export const SCHEMA_VERSION = STEPS.length;

/** Brings the tables of an object from its version to the newest. Both kinds of objects take the same steps. */
export function upgradeTables(sql: SqlStorage, version: number): void {
	for (const step of STEPS.slice(version)) step(sql);
}

/** What was one table becomes the first partition, as it is: no row is written again. */
function intoPartitions(sql: SqlStorage): void {
	toPartition(sql, "attempts");
	const messages = toPartition(sql, "messages");
	if (messages === null) return;
	sql.exec(`ALTER TABLE ${messages} ADD COLUMN skipped TEXT`);
	sql.exec(`ALTER TABLE ${messages} ADD COLUMN payload_expires_at INTEGER`);
	sql.exec(`ALTER TABLE ${messages} ADD COLUMN schema_check TEXT`);
}

function toPartition(sql: SqlStorage, name: string): string | null {
	const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?";
	if (firstRow(sql, tables, name) === null) return null;
	const ends = `SELECT min(seq) AS first, max(seq) AS last FROM ${name}`;
	const { first = null, last = null } =
		firstRow<{ first: number | null; last: number | null }>(sql, ends) ?? {};
	if (first === null || last === null) {
		sql.exec(`DROP TABLE ${name}`);
		return null;
	}
	const table = partitionTable(name, dayOf(first), dayOf(last) + 1 - dayOf(first));
	sql.exec(`ALTER TABLE ${name} RENAME TO ${table}`);
	return table;
}

/** Waiting deliveries tell who has them, and why they wait. */
function leaseInRow(sql: SqlStorage): void {
	const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'deliveries'";
	if (firstRow(sql, tables) === null) return;
	sql.exec("DROP INDEX IF EXISTS deliveries_due");
	for (const column of ["leased", "bulk", "one_shot", "again"]) {
		sql.exec(`ALTER TABLE deliveries ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`);
	}
	sql.exec("ALTER TABLE deliveries ADD COLUMN task TEXT");
	sql.exec("UPDATE deliveries SET due_at = 0 WHERE due_at IS NULL");
}

/** Attempts tell what was sent with them; those of before do not know. */
function keepSentHeaders(sql: SqlStorage): void {
	const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?";
	for (const { name } of sql.exec<{ name: string }>(tables, "attempts_[0-9]*_[0-9]*").toArray()) {
		sql.exec(`ALTER TABLE ${name} ADD COLUMN sent_headers TEXT`);
	}
}
