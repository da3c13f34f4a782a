// Applies the numbered migrations to the local database, with the same bookkeeping as `wrangler d1 migrations`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";

type Database = {
	prepare(sql: string): { bind(...values: unknown[]): Statement } & Statement;
	batch(statements: Statement[]): Promise<unknown>;
};
type Statement = {
	all(): Promise<{ results: Record<string, unknown>[] }>;
	run(): Promise<unknown>;
};

const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT UNIQUE,
	applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** @returns names of the migrations that were applied now */
export async function migrate(db: Database, directory: string): Promise<string[]> {
	await db.prepare(TABLE).run();
	const { results } = await db.prepare("SELECT name FROM d1_migrations").all();
	const done = new Set(results.map((row) => row.name));
	const todo = readdirSync(directory)
		.filter((name) => name.endsWith(".sql") && !done.has(name))
		.sort();
	for (const name of todo) {
		const statements = unstable_splitSqlQuery(readFileSync(join(directory, name), "utf8"));
		await db.batch([
			...statements.map((statement) => db.prepare(statement)),
			db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
		]);
	}
	return todo;
}
