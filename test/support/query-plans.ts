// What the database is asked, and how it means to find the rows.
import { env } from "cloudflare:workers";
import { createDb, type Db } from "../../src/store/db.ts";

export type Query = { text: string; values: unknown[] };

/** A line of a plan; `parent` is the id of the line that it is a part of. */
type Line = { id: number; parent: number; detail: string };

/** What is asked of the database while `work` runs. */
export async function queriesOf(work: (db: Db) => Promise<unknown>): Promise<Query[]> {
	const queries: Query[] = [];
	const recorder = {
		prepare(text: string) {
			const statement = env.DB.prepare(text);
			const bind = statement.bind.bind(statement);
			return Object.assign(statement, {
				bind(...values: unknown[]) {
					queries.push({ text, values });
					return bind(...values);
				},
			});
		},
		batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
	};
	await work(createDb(recorder as unknown as D1Database)); // safe because drizzle calls nothing else
	return queries;
}

async function linesOf({ text, values }: Query): Promise<Line[]> {
	const plan = env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).bind(...values);
	return (await plan.all<Line>()).results;
}

export async function planOf(query: Query): Promise<string[]> {
	return (await linesOf(query)).map(({ detail }) => detail);
}

/** The lines that read something from one end to the other, unless its end is bounded. */
export async function scansOf(query: Query): Promise<string[]> {
	const lines = await linesOf(query);
	const bounded = new Set(
		boundedParts(lines, query.text).map(({ parent, name }) => `${parent} ${name}`),
	);
	return (
		lines
			// What a list that is given holds is no table.
			.filter(({ detail }) => /^SCAN (?!.*VIRTUAL TABLE)/.test(detail))
			.filter(({ parent, detail }) => !bounded.has(`${parent} ${detail.slice("SCAN ".length)}`))
			.map(({ detail }) => detail)
	);
}

/**
 * Subqueries that read a limited number of rows, as an index gives them: neither from a table's start nor
 * sorted first. To read such a one to its end is no scan of a table, though a plan has the same word for it.
 */
function boundedParts(lines: readonly Line[], text: string): { parent: number; name: string }[] {
	const parts = lines
		.filter(({ detail }) => detail.startsWith("CO-ROUTINE "))
		.map((line) => ({ ...line, name: line.detail.slice("CO-ROUTINE ".length) }));
	return parts.filter(({ id, name }) => {
		const own = lines.filter(({ parent }) => parent === id);
		const isByIndex = own.length > 0 && own.every(({ detail }) => detail.startsWith("SEARCH "));
		const limited = text.split(new RegExp(`limit \\?(?: offset \\?)?\\) "${name}"`)).length - 1;
		return isByIndex && limited === parts.filter((part) => part.name === name).length;
	});
}
