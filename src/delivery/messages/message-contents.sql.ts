// The payloads of messages: in the message's own row, or, when they are to be forgotten before it, in
// partitions by the day on which that is due, which go whole.
import { firstSeq, seqTime } from "../../core/ids.ts";
import { DAY_MS, Partitions } from "../partitions.ts";
import { firstRow } from "../sql.ts";
import type { HeadRow, MessageRow } from "./message-rows.sql.ts";

const payloadTable = (table: string) =>
	`CREATE TABLE IF NOT EXISTS ${table} (seq INTEGER PRIMARY KEY, body TEXT, payload TEXT NOT NULL)`;

export type Content = { content_type: string; body: string | null; payload: string };
type Place = Pick<HeadRow, "seq" | "payload_expires_at">;

/** Every statement on payloads. */
export function contentSql(sql: SqlStorage, messages: Partitions, retentionDays: number) {
	const name = "payloads";
	const apart = new Partitions(sql, { name, schema: payloadTable, spanDays: 1, keepDays: 0 });
	const isOver = ({ payload_expires_at: at }: Place, now: number) => at !== null && at <= now;
	const tableApart = ({ payload_expires_at: at }: Place) =>
		at === null ? null : apart.forSeq(firstSeq(at));

	return {
		/** Puts a payload that is to be forgotten early apart; answers the row without it. */
		setApart(row: MessageRow): MessageRow {
			const { seq, body, payload, payload_expires_at: at } = row;
			if (at === null || at >= seqTime(seq) + retentionDays * DAY_MS) return row;
			apart.write(firstSeq(at), (table) => {
				const put = `INSERT INTO ${table} (seq, body, payload) VALUES (?, ?, ?)`;
				sql.exec(put, seq, body, payload);
			});
			return { ...row, body: null, payload: "" };
		},

		/** Null when it is gone. */
		find(place: Place, now: number): Content | null {
			const table = messages.forSeq(place.seq);
			if (table === null || isOver(place, now)) return null;
			const own = firstRow<Content>(
				sql,
				`SELECT content_type, body, payload FROM ${table} WHERE seq = ?`,
				place.seq,
			);
			if (own === null || own.payload !== "") return own;
			const other = tableApart(place);
			if (other === null) return null;
			const query = `SELECT body, payload FROM ${other} WHERE seq = ?`;
			const found = firstRow<Omit<Content, "content_type">>(sql, query, place.seq);
			return found === null ? null : { ...own, ...found };
		},

		/** @param size of the payload in the message's own row */
		has(place: Place, size: number, now: number): boolean {
			if (isOver(place, now)) return false;
			if (size > 0) return true;
			const other = tableApart(place);
			if (other === null) return false;
			return firstRow(sql, `SELECT 1 AS found FROM ${other} WHERE seq = ?`, place.seq) !== null;
		},

		expunge(place: Place): void {
			const table = messages.forSeq(place.seq);
			if (table === null) return;
			sql.exec(`UPDATE ${table} SET body = NULL, payload = '' WHERE seq = ?`, place.seq);
			const other = tableApart(place);
			if (other !== null) sql.exec(`DELETE FROM ${other} WHERE seq = ?`, place.seq);
		},

		dropExpired: (now: number): number => apart.dropExpired(now),
		nextExpiryAt: (): number | null => apart.nextExpiryAt(),
	};
}
