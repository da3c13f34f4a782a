// Fills the databases' files with copies of a row that is there: much faster than a million requests.
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { seqOf, toId } from "../../src/core/ids.ts";

type Row = Record<string, SQLInputValue>;

/** Older messages of the one application that has any. */
export function copyMessages(directory: string, count: number): void {
	inDatabase(directory, "messages_", (database, table) => {
		const oldest = database.prepare(`SELECT * FROM ${table} ORDER BY seq LIMIT 1`).get() as Row;
		const first = Number(oldest.seq);
		insertMany(database, table, count, (i) => {
			const seq = first - 1 - i;
			return { ...oldest, seq, id: toId("msg", seq, randomBytes(16)), unsettled_from: seq };
		});
	});
}

/** Older applications of the same organisation. */
export function copyApplications(directory: string, count: number): void {
	inDatabase(directory, "applications", (database, table) => {
		const query = `SELECT * FROM ${table} ORDER BY id LIMIT 1`;
		const oldest = database.prepare(query).get() as Row;
		const first = seqOf(oldest.id as `app_${string}`);
		insertMany(database, table, count, (i) => {
			return { ...oldest, id: toId("app", first - 1 - i, randomBytes(16)), uid: null };
		});
	});
}

function inDatabase(
	directory: string,
	prefix: string,
	change: (database: DatabaseSync, table: string) => void,
): void {
	const files = readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter(({ name }) => name.endsWith(".sqlite"))
		.map(({ parentPath, name }) => join(parentPath, name));
	for (const file of files) {
		const database = new DatabaseSync(file);
		const query = `SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '${prefix}*'`;
		const found = database.prepare(query).all() as { name: string }[];
		for (const { name } of found) {
			const count = database.prepare(`SELECT COUNT(*) AS count FROM ${name}`).get() as Row;
			if (Number(count.count) === 0) continue;
			change(database, name);
			database.close();
			return;
		}
		database.close();
	}
	throw new Error(`No database has a table ${prefix}… with a row.`);
}

function insertMany(
	database: DatabaseSync,
	table: string,
	count: number,
	row: (index: number) => Row,
): void {
	const names = Object.keys(row(0));
	const marks = names.map(() => "?").join(", ");
	const insert = database.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`);
	database.exec("BEGIN");
	for (let i = 0; i < count; i++) {
		const values = row(i);
		insert.run(...names.map((name) => values[name] ?? null));
	}
	database.exec("COMMIT");
}
