// Small helpers for the objects' own SQL.

/** The first row of a query, or null. */
export function firstRow<T extends Record<string, SqlStorageValue>>(
	sql: SqlStorage,
	query: string,
	...values: unknown[]
): T | null {
	return sql.exec<T>(query, ...values).toArray()[0] ?? null;
}

/** A list of texts that this code stored as JSON. */
export function parseList(text: string | null): string[] | null {
	return text === null ? null : (JSON.parse(text) as string[]); // safe because only this code writes it
}
