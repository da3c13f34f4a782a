// How many rows are read while something runs: by the database, and by all objects of this isolate.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

type Query = { text: string; values: unknown[] };
type Cursor = { rowsRead: number };

const queries: Query[] = [];
const cursors: Cursor[] = [];
let isWatched = false;

/** Has every statement of the isolate written down, from now on. */
async function watch(): Promise<void> {
	if (isWatched) return;
	isWatched = true;
	const database = Object.getPrototypeOf(env.DB);
	const { prepare } = database;
	database.prepare = function (text: string) {
		const statement = prepare.call(this, text);
		const query: Query = { text, values: [] };
		queries.push(query);
		const bind = statement.bind.bind(statement);
		statement.bind = (...values: unknown[]) => {
			query.values = values;
			return bind(...values);
		};
		return statement;
	};
	await runInDurableObject(env.MESSAGE_STORE.getByName("nobody"), (_, { storage }) => {
		const sql = Object.getPrototypeOf(storage.sql);
		const { exec } = sql;
		sql.exec = function (...args: unknown[]) {
			const cursor = exec.apply(this, args);
			cursors.push(cursor);
			return cursor;
		};
	});
}

export async function countRowsRead(work: () => Promise<unknown>): Promise<number> {
	await watch();
	queries.length = 0;
	cursors.length = 0;
	await work();
	const inObjects = cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
	let inDatabase = 0;
	// Asked once more, because the rows that the API reads do not come with their number.
	for (const { text, values } of queries.filter((query) => /^\s*select/i.test(query.text))) {
		const { meta } = await env.DB.prepare(text)
			.bind(...values)
			.all();
		inDatabase += meta.rows_read;
	}
	return inObjects + inDatabase;
}
