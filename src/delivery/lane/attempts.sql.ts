// The SQL of a lane's attempts: keyed by the sequence number inside the attempt's id, in partitions by time.
import { type AttemptId, seqOf } from "../../core/ids.ts";
import type { PageRead, PageRows } from "../../core/page.ts";
import type { Clock } from "../../platform/clock.ts";
import type { AttemptCount } from "../../platform/lane-client.ts";
import { allOf, readFitting } from "../fitting.sql.ts";
import { Partitions, retentionRules } from "../partitions.ts";
import { firstRow } from "../sql.ts";
import { countAttempts } from "./attempt-counts.sql.ts";
import {
	type AttemptFilter,
	attemptConditions,
	attemptRange,
	attemptsWithin,
	earliestStart,
	firstAttemptSeq,
	firstStartSeq,
} from "./attempt-filter.sql.ts";
import { type AttemptRow, attemptTable, insertAttempt } from "./attempt-rows.sql.ts";
import {
	mergeSeqs,
	readMessageSeqs,
	type SeenSeq,
	type SeqSpan,
	type SubjectFilter,
} from "./attempted-messages.sql.ts";

export { type AttemptRow, toAttemptRecord, toAttemptRow } from "./attempt-rows.sql.ts";

const EXPUNGED = "EXPUNGED";

/** What was tried of one message. `last` is the newest attempt. */
export type MessageAttempts = {
	attempts: number;
	hasSuccess: boolean;
	last: Pick<AttemptRow, "failure" | "status" | "started_at" | "duration_ms" | "number"> | null;
};

type NewestAttempt = Pick<AttemptRow, "failure" | "status" | "started_at" | "duration_ms">;

/** As many as may have been under way at the same time. */
const RECENT = 1000;

/** Every statement on attempts. Readers see those of the last `retentionDays`. */
export function attemptSql(sql: SqlStorage, retentionDays: number, clock: Clock) {
	const rules = { name: "attempts", schema: attemptTable, ...retentionRules(retentionDays) };
	const partitions = new Partitions(sql, rules);
	const first = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		firstRow<T>(sql, query, ...values);
	const visibleFrom = () => partitions.visibleFrom(clock());
	/** Tables in which attempts of a message may be, oldest first. */
	const tablesOf = (messageSeq: number) =>
		partitions.between(firstAttemptSeq(messageSeq), Number.MAX_SAFE_INTEGER, "ascending");
	const newestFirst = () => partitions.between(0, Number.MAX_SAFE_INTEGER, "descending");
	/** What came of the newest attempt; null when there is none. */
	const newest = (): NewestAttempt | null => {
		for (const table of newestFirst()) {
			const query = `SELECT failure, status, started_at, duration_ms FROM ${table}
				WHERE seq >= ? ORDER BY seq DESC LIMIT 1`;
			const row = first<NewestAttempt>(query, visibleFrom());
			if (row !== null) return row;
		}
		return null;
	};

	return {
		lastSeq(): number {
			for (const table of newestFirst()) {
				const last = first<{ seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`)?.seq;
				if (last != null) return last;
			}
			return 0;
		},

		newest,
		/** When it began; null when there is none. */
		previous: (): number | null => newest()?.started_at ?? null,

		/** When the last of the recent attempts began: they are reported in another order. Null when there is none. */
		lastStart(): number | null {
			for (const table of newestFirst()) {
				const query = `SELECT max(started_at) AS at FROM (
					SELECT started_at FROM ${table} WHERE seq >= ? ORDER BY seq DESC LIMIT ${RECENT})`;
				const at = first<{ at: number | null }>(query, visibleFrom())?.at;
				if (at != null) return at;
			}
			return null;
		},

		insert(row: AttemptRow): void {
			partitions.write(row.seq, (table) => insertAttempt(sql, table, row));
		},

		find(seq: number): AttemptRow | null {
			const table = partitions.forSeq(seq);
			if (table === null || seq < visibleFrom()) return null;
			return first<AttemptRow>(`SELECT * FROM ${table} WHERE seq = ?`, seq);
		},

		hasMessage: (messageSeq: number): boolean =>
			tablesOf(messageSeq).some((table) => {
				const query = `SELECT 1 AS found FROM ${table} WHERE message_seq = ? LIMIT 1`;
				return first(query, messageSeq) !== null;
			}),

		/** True when the message was delivered, or this attempt or a later one has been reported before. */
		isDecided: (messageSeq: number, number: number): boolean =>
			tablesOf(messageSeq).some((table) => {
				const query = `SELECT 1 AS found FROM ${table}
					WHERE message_seq = ? AND (failure IS NULL OR number >= ?) LIMIT 1`;
				return first(query, messageSeq, number) !== null;
			}),

		ofMessage(messageSeq: number): MessageAttempts {
			const rows = tablesOf(messageSeq).flatMap((table) => [
				...sql.exec<NonNullable<MessageAttempts["last"]>>(
					`SELECT failure, status, started_at, duration_ms, number FROM ${table}
					WHERE message_seq = ? AND seq >= ? ORDER BY seq`,
					messageSeq,
					visibleFrom(),
				),
			]);
			const hasSuccess = rows.some(({ failure }) => failure === null);
			return { attempts: rows.length, hasSuccess, last: rows.at(-1) ?? null };
		},

		/** Messages with attempts, in order. An old message may have a new attempt: all tables are asked. */
		messageSeqs(span: SeqSpan, filter: SubjectFilter): SeenSeq[] {
			const visible = { ...span, above: Math.max(span.above, visibleFrom() - 1) };
			const tables = span.down ? newestFirst() : newestFirst().reverse();
			return mergeSeqs(
				visible,
				tables.map((table) => (rest) => readMessageSeqs(sql, table, rest, filter)),
			);
		},

		/** `key` may be of another lane's attempt: two of the same moment differ only in their ids. */
		list(plan: PageRead, key: AttemptId | null, filter: AttemptFilter): PageRows<AttemptRow> {
			const down = plan.direction === "descending";
			const range = attemptRange(filter, visibleFrom(), key === null ? null : seqOf(key), down);
			const tables = partitions.between(range.from, range.to, plan.direction);
			const within = allOf(attemptsWithin(filter, key, down));
			const selection = { columns: "*", ...range, within, fits: allOf(attemptConditions(filter)) };
			const { rows, end } = readFitting<AttemptRow>(sql, tables, plan, selection);
			return { rows, isMore: rows.length > plan.limit || end !== null, end };
		},

		/** Attempts by the `bucketMs` in which they began: from (inclusive), to (exclusive), epoch milliseconds. */
		countsBetween(fromMs: number, toMs: number, bucketMs: number): AttemptCount[] {
			// Also those that nobody may see any more: they are counted for good just before they are dropped.
			const range = attemptRange({ after: fromMs, before: toMs, messageSeq: null }, 0, null, false);
			const tables = partitions.between(range.from, range.to, "ascending");
			return countAttempts(sql, tables, { ...range, fromMs, toMs, bucketMs });
		},

		/** A time before which no attempt began that began at `fromMs` or later; null when there is none. */
		firstFrom(fromMs: number): number | null {
			const from = firstStartSeq(fromMs);
			for (const table of partitions.between(from, Number.MAX_SAFE_INTEGER, "ascending")) {
				const query = `SELECT min(seq) AS seq FROM ${table} WHERE seq >= ?`;
				const seq = first<{ seq: number | null }>(query, from)?.seq;
				if (seq != null) return earliestStart(seq);
			}
			return null;
		},

		/** Forgets what was sent beside the payload, and what the endpoint answered. */
		expunge(seq: number): void {
			const table = partitions.forSeq(seq);
			if (table === null) return;
			const change = `UPDATE ${table}
				SET response = ?, response_headers = '[]', sent_headers = NULL WHERE seq = ?`;
			sql.exec(change, EXPUNGED, seq);
		},

		/** After a transaction was rolled back. */
		reload: (): void => partitions.reload(),

		/** Drops what nobody may see any more; answers how many tables. */
		dropExpired: (now: number): number => partitions.dropExpired(now),

		/** When there is next something to drop, epoch milliseconds; null when nothing is kept. */
		nextExpiryAt: (): number | null => partitions.nextExpiryAt(),
	};
}
