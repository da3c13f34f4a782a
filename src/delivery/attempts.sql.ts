// The SQL of a lane's attempts: keyed by the sequence number inside the attempt's id.
import type { AttemptRecord } from "../core/delivery.ts";
import { type AttemptId, type EndpointId, type MessageId, seqOf } from "../core/ids.ts";
import type { AttemptTrigger, Failure } from "../core/outcome.ts";
import type { PageRead } from "../core/page.ts";
import type { AttemptQuery } from "../platform/lane-client.ts";
import { firstRow } from "./sql.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS attempts (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL,
	message_seq INTEGER NOT NULL,
	message_id TEXT NOT NULL,
	event_type TEXT NOT NULL,
	channels TEXT,
	tags TEXT,
	number INTEGER NOT NULL,
	trigger_type TEXT NOT NULL,
	failure TEXT,
	status INTEGER NOT NULL,
	started_at INTEGER NOT NULL,
	duration_ms INTEGER NOT NULL,
	next_at INTEGER,
	url TEXT NOT NULL,
	response_headers TEXT NOT NULL,
	response TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS attempts_message ON attempts (message_seq);
`;

export type AttemptRow = {
	seq: number;
	id: AttemptId;
	message_seq: number;
	message_id: MessageId;
	event_type: string;
	channels: string | null;
	tags: string | null;
	number: number;
	trigger_type: AttemptTrigger;
	failure: Failure | null;
	status: number;
	started_at: number;
	duration_ms: number;
	next_at: number | null;
	url: string;
	response_headers: string;
	response: string;
};

export type AttemptFilter = Omit<AttemptQuery, "limit" | "iterator" | "messageId"> & {
	messageSeq: number | null;
};

/** Every statement on attempts. Creates the table when it is missing. */
export function attemptSql(sql: SqlStorage) {
	sql.exec(SCHEMA);
	const first = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		firstRow<T>(sql, query, ...values);

	return {
		lastSeq: () => first<{ seq: number | null }>("SELECT max(seq) AS seq FROM attempts")?.seq ?? 0,

		insert(row: AttemptRow): void {
			sql.exec(
				`INSERT INTO attempts (seq, id, message_seq, message_id, event_type, channels, tags, number,
					trigger_type, failure, status, started_at, duration_ms, next_at, url, response_headers, response)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				row.seq,
				row.id,
				row.message_seq,
				row.message_id,
				row.event_type,
				row.channels,
				row.tags,
				row.number,
				row.trigger_type,
				row.failure,
				row.status,
				row.started_at,
				row.duration_ms,
				row.next_at,
				row.url,
				row.response_headers,
				row.response,
			);
		},

		find: (seq: number) => first<AttemptRow>("SELECT * FROM attempts WHERE seq = ?", seq),

		hasMessage: (messageSeq: number) =>
			first("SELECT 1 AS found FROM attempts WHERE message_seq = ? LIMIT 1", messageSeq) !== null,

		/** True when the message was delivered, or this attempt or a later one has been reported before. */
		isDecided: (messageSeq: number, number: number) =>
			first(
				`SELECT 1 AS found FROM attempts
				WHERE message_seq = ? AND (failure IS NULL OR number >= ?) LIMIT 1`,
				messageSeq,
				number,
			) !== null,

		/** `key` may be of another lane's attempt: two of the same moment differ only in their ids. */
		list(plan: PageRead, key: AttemptId | null, filter: AttemptFilter): AttemptRow[] {
			const down = plan.direction === "descending";
			const { where, values } = attemptConditions(filter);
			if (key !== null) {
				const seq = seqOf(key);
				where.push(down ? "seq <= ? AND (seq < ? OR id < ?)" : "seq >= ? AND (seq > ? OR id > ?)");
				values.push(seq, seq, key);
			}
			return [
				...sql.exec<AttemptRow>(
					`SELECT * FROM attempts ${where.length > 0 ? `WHERE ${where.join(" AND ")}` : ""}
					ORDER BY seq ${down ? "DESC" : "ASC"} LIMIT ?`,
					...values,
					plan.take,
				),
			];
		},
	};
}

function attemptConditions(filter: AttemptFilter) {
	const where: string[] = [];
	const values: (string | number)[] = [];
	const and = (condition: string, ...more: (string | number)[]) => {
		where.push(condition);
		values.push(...more);
	};
	if (filter.messageSeq !== null) and("message_seq = ?", filter.messageSeq);
	if (filter.succeeded !== null) and(filter.succeeded ? "failure IS NULL" : "failure IS NOT NULL");
	if (filter.statusClass !== null) {
		and("status >= ? AND status < ?", filter.statusClass, filter.statusClass + 100);
	}
	if (filter.after !== null) and("started_at >= ?", filter.after);
	if (filter.before !== null) and("started_at < ?", filter.before);
	if (filter.channel !== null) {
		and("EXISTS (SELECT 1 FROM json_each(channels) WHERE value = ?)", filter.channel);
	}
	if (filter.tag !== null)
		and("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", filter.tag);
	if (filter.eventTypes !== null) {
		and("event_type IN (SELECT value FROM json_each(?))", JSON.stringify(filter.eventTypes));
	}
	return { where, values };
}

export function toAttemptRecord(row: AttemptRow, endpointId: EndpointId): AttemptRecord {
	return {
		id: row.id,
		messageId: row.message_id,
		endpointId,
		eventType: row.event_type,
		number: row.number,
		trigger: row.trigger_type,
		status: row.failure === null ? "success" : "fail",
		url: row.url,
		nextAt: row.next_at,
		outcome: {
			failure: row.failure,
			status: row.status,
			startedAt: row.started_at,
			durationMs: row.duration_ms,
			response: row.response,
			responseHeaders: JSON.parse(row.response_headers) as [string, string][], // safe: the lane wrote it
		},
	};
}
