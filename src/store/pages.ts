// How a list's page is read: by the column that it is in the order of, and past a bounded number of rows.
import {
	and,
	asc,
	type Column,
	desc,
	getTableColumns,
	getTableName,
	gt,
	lt,
	type SQL,
	sql,
} from "drizzle-orm";
import { type SQLiteTable, unionAll } from "drizzle-orm/sqlite-core";
import { LOOKED_AT_MAX, type PageRead, type PageRows } from "../core/page.ts";
import type { Db } from "./db.ts";

/** `beyond` is what comes after the page before; undefined for the first page. */
export type PageOrder = { beyond: SQL | undefined; order: SQL };

export function inPages(column: Column, { key, direction }: PageRead): PageOrder {
	const down = direction === "descending";
	return {
		beyond: key === null ? undefined : (down ? lt : gt)(column, key),
		order: (down ? desc : asc)(column),
	};
}

type Selection<T extends SQLiteTable> = {
	table: T;
	/** What the list is in the order of. */
	key: Column;
	/** What the list's index answers. */
	within: SQL | undefined;
	/** What each row must be looked at for; undefined when nothing is asked for. */
	fits: SQL | undefined;
};

/** A page of the rows that fit. It ends after `lookedAtMax` rows, whether they fit or not. */
export async function readFitting<T extends SQLiteTable>(
	db: Db,
	plan: PageRead,
	{ table, key, within, fits }: Selection<T>,
	lookedAtMax = LOOKED_AT_MAX,
): Promise<PageRows<T["$inferSelect"]>> {
	const { beyond, order } = inPages(key, plan);
	const any: SQLiteTable = table;
	const read = (limit: number, offset: number, isFit: SQL<number>) => {
		const inList = db.select().from(any).where(and(within, beyond)).orderBy(order);
		// By the table's own name, so that conditions on the table hold for these rows of it.
		const some = inList.limit(limit).offset(offset).as(getTableName(any));
		return db.select({ row: getTableColumns(any), key: sql<string>`${key}`, isFit }).from(some);
	};
	const fitting = read(fits === undefined ? plan.take : lookedAtMax, 0, sql`1`);
	// One statement, so that no row can go between those that fit and the last one looked at. That is read
	// only when the page is not full without it.
	const found =
		fits === undefined
			? await fitting
			: await unionAll(fitting.where(fits), read(1, lookedAtMax - 1, sql`0`)).limit(plan.take);
	const rows = found.filter(({ isFit }) => isFit === 1).map(({ row }) => row);
	const end = found.find(({ isFit }) => isFit === 0)?.key ?? null;
	// safe because these are the table's columns
	return {
		rows: rows as T["$inferSelect"][],
		isMore: end !== null || rows.length > plan.limit,
		end,
	};
}
