// Reads one page of rows in partitions, in the order of their numbers, past a bounded number of rows that do not fit.
import { LOOKED_AT_MAX, type Order, type PageRead } from "../core/page.ts";

/** A condition on rows, and the values for its question marks. */
export type Condition = { where: string; values: readonly (string | number)[] };

/** Conditions that all must hold; null for none. */
export function allOf(conditions: readonly Condition[]): Condition | null {
	if (conditions.length === 0) return null;
	const where = conditions.map((condition) => `(${condition.where})`).join(" AND ");
	return { where, values: conditions.flatMap(({ values }) => values) };
}

type Row = { seq: number; id: string } & Record<string, SqlStorageValue>;
type Look = { seq: number; id: string; fits: 0 | 1 | null };
/**
 * Rows from a number (inclusive) to another (exclusive), and what else an index answers (`within`).
 * `fits`: what each row must be looked at for. Null for no condition.
 */
type Selection = {
	columns: string;
	from: number;
	to: number;
	within: Condition | null;
	fits: Condition | null;
};

/**
 * Up to `take` rows. `end` is the id of the last row that was looked at, when so many were that the page
 * ends there; null when it is full, or nothing is left to look at.
 * @param tables in the plan's direction
 */
export function readFitting<R extends Row>(
	sql: SqlStorage,
	tables: readonly string[],
	{ direction, take }: Pick<PageRead, "direction" | "take">,
	{ columns, fits, ...span }: Selection,
): { rows: R[]; end: string | null } {
	const order = direction === "descending" ? "ORDER BY seq DESC" : "ORDER BY seq ASC";
	const rows: R[] = [];
	let looked = 0;
	for (const table of tables) {
		if (fits === null) {
			const { where, values } = toCondition(span);
			const query = `SELECT ${columns} FROM ${table} WHERE ${where} ${order} LIMIT ?`;
			rows.push(...sql.exec<R>(query, ...values, take - rows.length));
			if (rows.length === take) break;
			continue;
		}
		for (const some of lookAlong(sql, { table, direction, ...span, fits, take, looked })) {
			const seqs = some.filter((one) => one.fits === 1).map(({ seq }) => seq);
			const wanted = seqs.slice(0, take - rows.length).join(", ");
			const these = `SELECT ${columns} FROM ${table} WHERE seq IN (${wanted}) ${order}`;
			if (seqs.length > 0) rows.push(...sql.exec<R>(these));
			looked += some.length;
			if (rows.length === take) return { rows, end: null };
			if (looked === LOOKED_AT_MAX) return { rows, end: some.at(-1)?.id ?? null };
		}
	}
	return { rows, end: null };
}

/** With one bound at each end: of two, the database may begin to read at the wrong one. */
function toCondition({ from, to, within }: Pick<Selection, "from" | "to" | "within">): Condition {
	const range = { where: "seq >= ? AND seq < ?", values: [from, to] };
	return within === null ? range : (allOf([range, within]) ?? range);
}

type LookAlong = Omit<Selection, "columns"> & {
	table: string;
	direction: Order;
	fits: Condition;
	take: number;
	looked: number;
};

/** Looks at the rows of a table, more at once the fewer of them fit. Only their numbers are read. */
function* lookAlong(
	sql: SqlStorage,
	{ table, direction, fits, take, looked, ...span }: LookAlong,
): Generator<Look[]> {
	const down = direction === "descending";
	let rest = span;
	for (let seen = looked; seen < LOOKED_AT_MAX; ) {
		const count = Math.min(Math.max(take, seen), LOOKED_AT_MAX - seen);
		const { where, values } = toCondition(rest);
		const look = `SELECT seq, id, (${fits.where}) AS fits FROM ${table}
			WHERE ${where} ORDER BY seq ${down ? "DESC" : "ASC"} LIMIT ?`;
		const some = [...sql.exec<Look>(look, ...fits.values, ...values, count)];
		const last = some.at(-1);
		if (last === undefined) return;
		yield some;
		if (some.length < count) return;
		seen += count;
		rest = down ? { ...rest, to: last.seq } : { ...rest, from: last.seq + 1 };
	}
}

/** What a message says of itself, in the columns that its attempts and deliveries have, too. */
export function subjectConditions(filter: {
	channel: string | null;
	tag: string | null;
	eventTypes: readonly string[] | null;
}): Condition[] {
	const { channel, tag, eventTypes } = filter;
	const conditions: Condition[] = [];
	const and = (where: string, value: string) => conditions.push({ where, values: [value] });
	if (channel !== null) and("EXISTS (SELECT 1 FROM json_each(channels) WHERE value = ?)", channel);
	if (tag !== null) and("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", tag);
	if (eventTypes !== null) {
		and("event_type IN (SELECT value FROM json_each(?))", JSON.stringify(eventTypes));
	}
	return conditions;
}
