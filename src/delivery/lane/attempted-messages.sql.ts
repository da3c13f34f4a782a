// The messages that a lane knows, in the order of acceptance: they are read from whatever has a trace of them.
import type { LaneMessageQuery } from "../../platform/lane-client.ts";

/** Sequence numbers of messages, both ends exclusive, and how many of them from which end. */
export type SeqSpan = { above: number; below: number; down: boolean; limit: number };
export type SubjectFilter = Pick<LaneMessageQuery, "channel" | "tag" | "eventTypes">;

type Row = { seq: number };

/** @param table one with `message_seq` and what a message says of itself */
export function readMessageSeqs(
	sql: SqlStorage,
	table: string,
	span: SeqSpan,
	filter: SubjectFilter,
): number[] {
	const where = ["message_seq > ? AND message_seq < ?"];
	const values: (string | number)[] = [span.above, span.below];
	const and = (condition: string, value: string) => {
		where.push(condition);
		values.push(value);
	};
	if (filter.channel !== null) {
		and("EXISTS (SELECT 1 FROM json_each(channels) WHERE value = ?)", filter.channel);
	}
	if (filter.tag !== null)
		and("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", filter.tag);
	if (filter.eventTypes !== null) {
		and("event_type IN (SELECT value FROM json_each(?))", JSON.stringify(filter.eventTypes));
	}
	return readSeqs(sql, table, where.join(" AND "), values, span);
}

/** The same for cancelled messages, of which nothing but the number is known. */
export function readCancelledSeqs(sql: SqlStorage, span: SeqSpan): number[] {
	const where = "message_seq > ? AND message_seq < ?";
	return readSeqs(sql, "cancelled", where, [span.above, span.below], span);
}

function readSeqs(
	sql: SqlStorage,
	table: string,
	where: string,
	values: (string | number)[],
	{ down, limit }: SeqSpan,
): number[] {
	// Along the index: a message's attempts lie beside each other, and reading ends with the last one wanted.
	const query = `SELECT message_seq AS seq FROM ${table} WHERE ${where}
		GROUP BY message_seq ORDER BY message_seq ${down ? "DESC" : "ASC"} LIMIT ?`;
	return [...sql.exec<Row>(query, ...values, limit)].map(({ seq }) => seq);
}
