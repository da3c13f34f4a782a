// The SQL of a lane's cancelled messages, of which nothing but the number is kept.
import { seqFrom } from "../../core/ids.ts";
import { firstRow } from "../sql.ts";

/** The table comes with that of deliveries. */
export function cancelledSql(sql: SqlStorage) {
	const first = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		firstRow<T>(sql, query, ...values);

	return {
		addCancelled(messageSeq: number, at: number): void {
			sql.exec("INSERT OR REPLACE INTO cancelled (message_seq, at) VALUES (?, ?)", messageSeq, at);
		},

		cancelledAt: (messageSeq: number) =>
			first<{ at: number }>("SELECT at FROM cancelled WHERE message_seq = ?", messageSeq)?.at ??
			null,

		/** Messages of a time span (epoch milliseconds) that were cancelled, by when they were accepted. */
		countCancelled: (since: number, until: number) =>
			first<{ n: number }>(
				"SELECT count(*) AS n FROM cancelled WHERE message_seq >= ? AND message_seq < ?",
				seqFrom(since),
				seqFrom(until),
			)?.n ?? 0,

		/** The oldest message that was cancelled; null when there is none. */
		firstCancelled: () =>
			first<{ seq: number | null }>("SELECT min(message_seq) AS seq FROM cancelled")?.seq ?? null,

		forgetCancelled(beforeSeq: number): void {
			sql.exec("DELETE FROM cancelled WHERE message_seq < ?", beforeSeq);
		},
	};
}
