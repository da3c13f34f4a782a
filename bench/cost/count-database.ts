// D1, counted: round trips, and the rows that the database says it read and wrote.
import { add } from "./meter.ts";

type Real = { real: D1PreparedStatement; query: string };

/** The statement behind each counted one, for batches. */
const reals = new WeakMap<object, Real>();

export function countDatabase(database: D1Database): D1Database {
	return {
		prepare: (query) => countStatement(database.prepare(query), query),
		async batch<T>(statements: D1PreparedStatement[]) {
			const known = statements.map(realOf);
			add("databaseQueries", 1, "batch");
			const results = await database.batch<T>(known.map(({ real }) => real));
			results.forEach(({ meta }, i) => {
				addRows(meta, known[i]?.query ?? "");
			});
			return results;
		},
		exec: () => refuse("exec"),
		withSession: () => refuse("withSession"),
		dump: () => refuse("dump"),
	};
}

function refuse(name: string): never {
	throw new Error(`the cost meter does not count D1's ${name}`);
}

function realOf(statement: object): Real {
	return reals.get(statement) ?? refuse("foreign statements");
}

function addRows(meta: D1Meta, query: string): void {
	const part = query.replaceAll(/["`]/g, "").slice(0, 60);
	add("databaseRowsRead", meta.rows_read, part);
	add("databaseRowsWritten", meta.rows_written, part);
}

function countStatement(real: D1PreparedStatement, query: string): D1PreparedStatement {
	const all = async <T>() => {
		add("databaseQueries", 1, query.slice(0, 60));
		const result = await real.all<T>();
		addRows(result.meta, query);
		return result;
	};
	const statement = {
		bind: (...values: unknown[]) => countStatement(real.bind(...values), query),
		all,
		run: all,
		async first(column?: string) {
			const { results } = await all<Record<string, unknown>>();
			return column === undefined ? (results[0] ?? null) : (results[0]?.[column] ?? null);
		},
		async raw() {
			const { results } = await all<Record<string, unknown>>();
			// Objects lose columns of the same name: a query that only reads is simply asked again.
			if (/^\s*select\b/i.test(query)) return real.raw();
			return results.map((row) => Object.values(row));
		},
	};
	reals.set(statement, { real, query });
	return statement as D1PreparedStatement; // safe because it has all that drizzle calls
}
