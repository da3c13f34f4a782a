// The SQL of a lane's deliveries.
import type { TaskId } from "../../core/ids.ts";
import { firstRow } from "../sql.ts";
import {
	mergeSeqs,
	readCancelledSeqs,
	readMessageSeqs,
	type SeenSeq,
	type SeqSpan,
	type SubjectFilter,
} from "./attempted-messages.sql.ts";
import { cancelledSql } from "./cancelled.sql.ts";
import { type DeliveryRow, SCHEMA } from "./delivery-rows.sql.ts";

export { type DeliveryRow, toDeliveryRow, toTask } from "./delivery-rows.sql.ts";

/** How many rows a count looks at: beyond, «so many or more» is enough. */
export const COUNT_MAX = 10_000;

/** What goes before the bulk work of an ordered endpoint. */
const OWED = "(bulk = 0 OR one_shot = 0)";

/** Every statement on deliveries. Creates the tables when they are missing. */
export function deliverySql(sql: SqlStorage) {
	sql.exec(SCHEMA);
	const first = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		firstRow<T>(sql, query, ...values);
	// Only with numbers of our own in `where`.
	const count = (where: string) =>
		first<{ n: number }>(
			`SELECT count(*) AS n FROM (SELECT 1 FROM deliveries WHERE ${where} LIMIT ${COUNT_MAX})`,
		)?.n ?? 0;

	return {
		put(row: DeliveryRow): void {
			sql.exec(
				`INSERT OR REPLACE INTO deliveries (message_seq, message_id, event_type, channels, tags, number,
					trigger_type, due_at, leased, bulk, one_shot, again, task)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				row.message_seq,
				row.message_id,
				row.event_type,
				row.channels,
				row.tags,
				row.number,
				row.trigger_type,
				row.due_at,
				row.leased,
				row.bulk,
				row.one_shot,
				row.again,
				row.task,
			);
		},

		find: (messageSeq: number) =>
			first<DeliveryRow>("SELECT * FROM deliveries WHERE message_seq = ?", messageSeq),

		/** Messages that wait or are under way, and cancelled ones. */
		messageSeqs: (span: SeqSpan, filter: SubjectFilter): SeenSeq[] =>
			mergeSeqs(span, [
				(rest) => readMessageSeqs(sql, "deliveries", rest, filter),
				(rest) => readCancelledSeqs(sql, rest, filter),
			]),

		delete(messageSeq: number): void {
			sql.exec("DELETE FROM deliveries WHERE message_seq = ?", messageSeq);
		},

		deleteAll(): void {
			sql.exec("DELETE FROM deliveries");
		},

		/** What has its turn, oldest first; rows of a lease that ran out are among them. */
		due: (bulk: 0 | 1, now: number, limit: number): DeliveryRow[] => [
			...sql.exec<DeliveryRow>(
				`SELECT * FROM deliveries WHERE bulk = ${bulk} AND due_at <= ? ORDER BY due_at, message_seq LIMIT ?`,
				now,
				limit,
			),
		],

		/**
		 * The oldest message of all, whatever its turn: what an ordered endpoint gets next. A task that moved up a
		 * retry does not let others pass: that is still owed.
		 */
		head: (bulk: 0 | 1) =>
			first<DeliveryRow>(
				`SELECT * FROM deliveries WHERE ${bulk === 1 ? "bulk = 1" : OWED}
				ORDER BY message_seq LIMIT 1`,
			),

		/** Leases that were given before a restart end within `leaseMs`. */
		leasedUntil: (now: number, leaseMs: number): { message_seq: number; due_at: number }[] =>
			([0, 1] as const).flatMap((bulk) => [
				...sql.exec<{ message_seq: number; due_at: number }>(
					`SELECT message_seq, due_at FROM deliveries
					WHERE bulk = ${bulk} AND due_at > ? AND due_at <= ? AND leased = 1`,
					now,
					now + leaseMs,
				),
			]),

		lease(messageSeq: number, until: number): void {
			sql.exec(
				"UPDATE deliveries SET due_at = ?, leased = 1 WHERE message_seq = ?",
				until,
				messageSeq,
			);
		},

		lastSeq: () =>
			first<{ seq: number | null }>("SELECT max(message_seq) AS seq FROM deliveries")?.seq ?? null,

		nextDueAt: () =>
			first<{ due_at: number | null }>(
				`SELECT min(due_at) AS due_at FROM (
					SELECT min(due_at) AS due_at FROM deliveries WHERE bulk = 0
					UNION ALL SELECT min(due_at) FROM deliveries WHERE bulk = 1)`,
			)?.due_at ?? null,

		isEmpty: () => first("SELECT 1 AS found FROM deliveries LIMIT 1") === null,

		/** Waits for its turn now; the others wait for a retry, or are under way. */
		countWaiting: (now: number) => count(`bulk = 0 AND due_at <= ${now}`),
		countBulk: (now: number) => count(`bulk = 1 AND due_at <= ${now}`),
		countRetrying: (now: number) => count(`bulk = 0 AND due_at > ${now} AND leased = 0`),
		/** How many get their turn before a row that waits for its own. */
		countBefore(row: DeliveryRow, now: number): number {
			const { due_at: due, message_seq: seq } = row;
			const before = `(due_at < ${due} OR (due_at = ${due} AND message_seq < ${seq}))`;
			const same = count(`bulk = ${row.bulk} AND due_at <= ${due} AND ${before}`);
			return row.bulk === 0 ? same : same + count(`bulk = 0 AND due_at <= ${now}`);
		},
		/** The same for an ordered endpoint, where `head` goes by the number alone. */
		countBelow({ message_seq: seq, bulk, one_shot: oneShot }: DeliveryRow): number {
			const below = `message_seq < ${seq}`;
			return count(bulk === 0 || oneShot === 0 ? `${below} AND ${OWED}` : `(${below} OR ${OWED})`);
		},
		oldestWaiting: (now: number) =>
			first<{ seq: number }>(
				`SELECT message_seq AS seq FROM deliveries WHERE bulk = 0 AND due_at <= ?
				ORDER BY due_at, message_seq LIMIT 1`,
				now,
			)?.seq ?? null,

		/** Cancels rows that wait, from a message (inclusive) to another; answers how many of each task. */
		cancel(from: number, before: number, now: number): { task: TaskId | null; count: number }[] {
			const where = "message_seq >= ? AND message_seq < ? AND (leased = 0 OR due_at <= ?)";
			const which = [from, before, now];
			const counts = sql.exec<{ task: TaskId | null; count: number }>(
				`SELECT task, count(*) AS count FROM deliveries WHERE ${where} GROUP BY task`,
				...which,
			);
			const found = counts.toArray();
			sql.exec(
				`INSERT OR REPLACE INTO cancelled (message_seq, at)
				SELECT message_seq, ${now} FROM deliveries WHERE ${where}`,
				...which,
			);
			sql.exec(`DELETE FROM deliveries WHERE ${where}`, ...which);
			return found;
		},

		...cancelledSql(sql),

		countTask: (task: TaskId) =>
			first<{ n: number }>("SELECT count(*) AS n FROM deliveries WHERE bulk = 1 AND task = ?", task)
				?.n ?? 0,

		/** Whether there is one of a task. Feeding keeps bulk rows few, so that it looks at few. */
		hasTask: (task: TaskId) =>
			first("SELECT 1 AS found FROM deliveries WHERE bulk = 1 AND task = ? LIMIT 1", task) !== null,

		/** Whether there are at least so many bulk deliveries, of whatever task. */
		hasBulk: (count: number) =>
			(first<{ n: number }>(
				"SELECT count(*) AS n FROM (SELECT 1 FROM deliveries WHERE bulk = 1 LIMIT ?)",
				count,
			)?.n ?? 0) >= count,

		/** A task's rows whose attempt no sender has: that of a scheduled one is the message's own. */
		ofTask: (task: TaskId, now: number): DeliveryRow[] => [
			...sql.exec<DeliveryRow>(
				`SELECT * FROM deliveries WHERE bulk = 1 AND task = ?
					AND (leased = 0 OR due_at <= ? OR trigger_type = 'scheduled')`,
				task,
				now,
			),
		],
	};
}
