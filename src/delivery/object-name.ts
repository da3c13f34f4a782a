// The name an object was made with. It is stored, because an alarm may wake an object without telling it.

const SCHEMA = "CREATE TABLE IF NOT EXISTS object (name TEXT PRIMARY KEY) WITHOUT ROWID";

/** Reads the stored name, or stores the one that the platform tells on the first call. */
export function objectName(ctx: DurableObjectState): string {
	const { sql } = ctx.storage;
	sql.exec(SCHEMA);
	const [stored] = sql.exec<{ name: string }>("SELECT name FROM object").toArray();
	if (stored !== undefined) return stored.name;
	if (ctx.id.name === undefined) throw new Error("an object without a name cannot work");
	sql.exec("INSERT INTO object (name) VALUES (?)", ctx.id.name);
	return ctx.id.name;
}
