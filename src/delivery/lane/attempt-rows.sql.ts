// A lane's attempts as rows: their table, how one is written, and what it says.
import type { AttemptRecord, AttemptReport } from "../../core/delivery.ts";
import type { AttemptId, EndpointId, MessageId } from "../../core/ids.ts";
import type { AttemptTrigger, Failure } from "../../core/outcome.ts";
import { toAttemptColumns } from "./delivery-rows.sql.ts";

/** Makes a table of attempts. */
export const attemptTable = (table: string): string => `
CREATE TABLE IF NOT EXISTS ${table} (
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
	response TEXT NOT NULL,
	sent_headers TEXT
);
CREATE INDEX IF NOT EXISTS ${table}_message ON ${table} (message_seq);
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
	/** As people may see them; null for an attempt of an older release. */
	sent_headers: string | null;
};

export function insertAttempt(sql: SqlStorage, table: string, row: AttemptRow): void {
	sql.exec(
		`INSERT INTO ${table} (seq, id, message_seq, message_id, event_type, channels, tags, number,
			trigger_type, failure, status, started_at, duration_ms, next_at, url, response_headers, response,
			sent_headers)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
		row.sent_headers,
	);
}

/** @param made what the lane adds to a report */
export function toAttemptRow(
	{ task, url, outcome, sentHeaders }: AttemptReport,
	made: { seq: number; id: AttemptId; nextAt: number | null },
): AttemptRow {
	return {
		seq: made.seq,
		id: made.id,
		...toAttemptColumns(task),
		failure: outcome.failure,
		status: outcome.status,
		started_at: outcome.startedAt,
		duration_ms: outcome.durationMs,
		next_at: made.nextAt,
		url,
		response_headers: JSON.stringify(outcome.responseHeaders),
		response: outcome.response,
		sent_headers: JSON.stringify(sentHeaders ?? []),
	};
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
