// The SQL of a MessageStore: messages, keyed by the sequence number inside their id, in partitions by time.
import type { PageRead, PageRows } from "../../core/page.ts";
import type { Clock } from "../../platform/clock.ts";
import { allOf, readFitting, subjectConditions } from "../fitting.sql.ts";
import { Partitions, retentionRules } from "../partitions.ts";
import { firstRow } from "../sql.ts";
import { type Content, contentSql } from "./message-contents.sql.ts";
import {
	HEAD,
	type HeadRow,
	insertMessage,
	type MessageRow,
	messageTable,
} from "./message-rows.sql.ts";
import { scanSql } from "./message-scan.sql.ts";

export { endpointsOf, type MessageRow, toMessageRecord } from "./message-rows.sql.ts";

export type MessageFilter = {
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
	/** Sequence numbers: from (inclusive), to (exclusive). */
	from: number;
	to: number;
};

/** Payloads of one page, in characters: well below what one call between objects can carry (32 MiB). */
export const PAGE_CHARS_MAX = 8 * 1024 * 1024;
/** A message to thousands of endpoints is a row of hundreds of kilobytes. */
const ROWS_AT_ONCE = 50;
const LAST_SEQ = Number.MAX_SAFE_INTEGER;

/** Every statement of a MessageStore. Readers see what came within the last `retentionDays`. */
export function messageSql(sql: SqlStorage, retentionDays: number, clock: Clock) {
	const rules = { name: "messages", schema: messageTable, ...retentionRules(retentionDays) };
	const partitions = new Partitions(sql, rules);
	const contents = contentSql(sql, partitions, retentionDays);
	const visibleFrom = () => partitions.visibleFrom(clock());
	const one = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		firstRow<T>(sql, query, ...values);
	/** The newest row with this value in an indexed column. */
	const findNewest = (column: "event_id" | "request_key", value: string, from: number) => {
		for (const table of partitions.between(from, LAST_SEQ, "descending")) {
			const query = `SELECT seq FROM ${table} WHERE ${column} = ? AND seq >= ? ORDER BY seq DESC LIMIT 1`;
			const found = one<{ seq: number }>(query, value, from);
			if (found !== null) return found;
		}
		return null;
	};
	/** Rows from a number on, oldest first. No cursor stays open between them: it would lock all tables. */
	function* since<T extends { seq: number }>(columns: string, from: number) {
		for (const table of partitions.between(from, LAST_SEQ, "ascending")) {
			const query = `SELECT ${columns} FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT ?`;
			for (let next: number | null = from; next !== null; ) {
				const rows: T[] = sql.exec<T>(query, next, ROWS_AT_ONCE).toArray();
				yield* rows;
				const last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined;
				next = last === undefined ? null : last.seq + 1;
			}
		}
	}
	const withPayload = (row: HeadRow): HeadRow => ({
		...row,
		payload: contents.find(row, clock())?.payload ?? null,
	});

	return {
		/** The last message, also when readers do not see it any more. */
		lastRow(): { seq: number; unsettled_from: number } | null {
			for (const table of partitions.between(0, LAST_SEQ, "descending")) {
				const query = `SELECT seq, unsettled_from FROM ${table} ORDER BY seq DESC LIMIT 1`;
				const found = one<{ seq: number; unsettled_from: number }>(query);
				if (found !== null) return found;
			}
			return null;
		},

		insert(row: MessageRow): void {
			const stored = contents.setApart(row);
			partitions.write(row.seq, (table) => insertMessage(sql, table, stored));
		},

		findBySeq(seq: number, withContent: boolean): HeadRow | null {
			const table = partitions.forSeq(seq);
			if (table === null || seq < visibleFrom()) return null;
			const row = one<HeadRow>(`SELECT ${HEAD} FROM ${table} WHERE seq = ?`, seq);
			return row !== null && withContent ? withPayload(row) : row;
		},

		findByEventId: (eventId: string) => findNewest("event_id", eventId, visibleFrom()),

		findByRequestKey: (key: string, from: number) =>
			findNewest("request_key", key, Math.max(from, visibleFrom())),

		autoKeyOf(seq: number): string | null {
			const table = partitions.forSeq(seq);
			if (table === null) return null;
			const query = `SELECT auto_key FROM ${table} WHERE seq = ?`;
			return one<{ auto_key: string | null }>(query, seq)?.auto_key ?? null;
		},

		*autoKeysSince(from: number) {
			for (const row of since<{ seq: number; auto_key: string | null }>("seq, auto_key", from)) {
				if (row.auto_key !== null) yield { seq: row.seq, auto_key: row.auto_key };
			}
		},

		routesSince: (from: number) => since<HeadRow>(HEAD, from),

		/** What is sent; null when it is gone. */
		findContent: (row: HeadRow): Content | null => contents.find(row, clock()),

		list(
			plan: PageRead,
			key: number | null,
			filter: MessageFilter,
			withContent: boolean,
		): PageRows<HeadRow> {
			const down = plan.direction === "descending";
			const from = Math.max(filter.from, visibleFrom(), key === null || down ? 0 : key + 1);
			const to = Math.min(filter.to, key === null || !down ? LAST_SEQ : key);
			const tables = partitions.between(from, to, plan.direction);
			const found = readFitting<HeadRow>(sql, tables, plan, {
				...{ columns: HEAD, from, to, within: null },
				fits: allOf(subjectConditions(filter)),
			});
			return toPage(found, plan.limit, withContent ? withPayload : (row) => row);
		},

		...scanSql(sql, partitions, contents, clock),

		expunge: (row: Pick<HeadRow, "seq" | "payload_expires_at">): void => contents.expunge(row),

		/** Drops what nobody may see any more; answers how many tables. */
		dropExpired: (now: number): number => partitions.dropExpired(now) + contents.dropExpired(now),

		/** When there is next something to drop, epoch milliseconds; null when nothing is kept. */
		nextExpiryAt(): number | null {
			const ends = [partitions.nextExpiryAt(), contents.nextExpiryAt()];
			const known = ends.filter((end) => end !== null);
			return known.length === 0 ? null : Math.min(...known);
		},
	};
}

/** Ends before the row that is too many, or too large beside the others. */
function toPage(
	found: { rows: readonly HeadRow[]; end: string | null },
	limit: number,
	complete: (row: HeadRow) => HeadRow,
): PageRows<HeadRow> {
	const rows: HeadRow[] = [];
	let chars = 0;
	for (const head of found.rows) {
		if (rows.length === limit) return { rows, isMore: true, end: null };
		const row = complete(head);
		chars += row.payload?.length ?? 0;
		if (rows.length > 0 && chars > PAGE_CHARS_MAX) return { rows, isMore: true, end: null };
		rows.push(row);
	}
	return { rows, isMore: found.end !== null, end: found.end };
}
