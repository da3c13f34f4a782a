// The messages that a lane knows, in the order of acceptance: they are read from whatever has a trace of them.
import type { LaneMessageQuery } from "../../platform/lane-client.ts";
import { allOf, subjectConditions } from "../fitting.sql.ts";

/** Sequence numbers of messages, both ends exclusive, and how many of them from which end. */
export type SeqSpan = { above: number; below: number; down: boolean; limit: number };
export type SubjectFilter = Pick<LaneMessageQuery, "channel" | "tag" | "eventTypes">;
/** `fits`: what this trace says of the message is what is asked for. */
export type SeenSeq = { seq: number; fits: 0 | 1 };

/**
 * Messages in a span, whether they fit or not, so that a page with few that do ends, too.
 * @param table one with `message_seq` and what a message says of itself
 */
export function readMessageSeqs(
	sql: SqlStorage,
	table: string,
	span: SeqSpan,
	filter: SubjectFilter,
): SeenSeq[] {
	const { where, values } = allOf(subjectConditions(filter)) ?? { where: "TRUE", values: [] };
	return readSeqs(sql, table, span, `max(${where})`, values);
}

/** The same for cancelled messages, of which nothing but the number is known: they fit no filter. */
export function readCancelledSeqs(
	sql: SqlStorage,
	span: SeqSpan,
	filter: SubjectFilter,
): SeenSeq[] {
	return readSeqs(sql, "cancelled", span, subjectConditions(filter).length === 0 ? "1" : "0", []);
}

function readSeqs(
	sql: SqlStorage,
	table: string,
	{ above, below, down, limit }: SeqSpan,
	fits: string,
	values: readonly (string | number)[],
): SeenSeq[] {
	// Along the index: a message's attempts lie beside each other, and reading ends with the last one wanted.
	const query = `SELECT message_seq AS seq, coalesce(${fits}, 0) AS fits FROM ${table}
		WHERE message_seq > ? AND message_seq < ?
		GROUP BY message_seq ORDER BY message_seq ${down ? "DESC" : "ASC"} LIMIT ?`;
	return [...sql.exec<SeenSeq>(query, ...values, above, below, limit)];
}

/**
 * What is in all of `sources`, the first `limit` of it. Each source is asked only for what comes before the
 * end of what is found already.
 */
export function mergeSeqs(
	span: SeqSpan,
	sources: readonly ((span: SeqSpan) => readonly SeenSeq[])[],
): SeenSeq[] {
	const sign = span.down ? -1 : 1;
	let found: SeenSeq[] = [];
	for (const read of sources) {
		const last = found.length < span.limit ? undefined : found.at(-1)?.seq;
		const beyond = last === undefined ? {} : span.down ? { above: last - 1 } : { below: last + 1 };
		const all = new Map(found.map((seen) => [seen.seq, seen]));
		for (const seen of read({ ...span, ...beyond })) {
			const fits = seen.fits === 1 || all.get(seen.seq)?.fits === 1 ? 1 : 0;
			all.set(seen.seq, { seq: seen.seq, fits });
		}
		found = [...all.values()].sort((a, b) => sign * (a.seq - b.seq)).slice(0, span.limit);
	}
	return found;
}
