// Messages as rows: their table, how one is written, and what it says.
import type { DeliveryItem, MessageRecord, Route } from "../../core/delivery.ts";
import { type EndpointId, type MessageId, seqTime } from "../../core/ids.ts";
import type { SchemaCheck } from "../../core/schema-check.ts";
import type { NewMessage } from "../../platform/message-store-client.ts";
import { parseList } from "../sql.ts";

/**
 * Makes a table of messages. `seq` is the sequence number of `id`, so that neither needs an index.
 * `skipped` are endpoints that it is kept from because they were disabled. `unsettled_from` is the oldest
 * message that was not yet safe in its lanes when this one came: where a restart looks again.
 * `request_key` belongs to a key that the caller chose (indexed), `auto_key` to one that a client
 * library made up (kept in memory for minutes). The payload comes last: lists do not read it. It is empty,
 * as no payload is, when it is kept elsewhere or was expunged.
 */
export const messageTable = (table: string): string => `
CREATE TABLE IF NOT EXISTS ${table} (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL,
	event_type TEXT NOT NULL,
	event_id TEXT,
	channels TEXT,
	tags TEXT,
	endpoints TEXT NOT NULL,
	skipped TEXT,
	unsettled_from INTEGER NOT NULL,
	request_key TEXT,
	auto_key TEXT,
	with_content INTEGER NOT NULL,
	content_type TEXT NOT NULL,
	payload_expires_at INTEGER,
	schema_check TEXT,
	body TEXT,
	payload TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS ${table}_event_id ON ${table} (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS ${table}_request_key ON ${table} (request_key) WHERE request_key IS NOT NULL;
`;

/** All but the content. */
export const HEAD =
	"seq, id, event_type, event_id, channels, tags, endpoints, skipped, with_content, payload_expires_at, schema_check";

/** `payload` is missing when it was not asked for, and null when it is gone. */
export type HeadRow = {
	seq: number;
	id: MessageId;
	event_type: string;
	event_id: string | null;
	channels: string | null;
	tags: string | null;
	endpoints: string;
	skipped: string | null;
	with_content: number;
	/** When the payload is forgotten before its message; null for never. */
	payload_expires_at: number | null;
	schema_check: string | null;
	payload?: string | null;
};

export type MessageRow = HeadRow & {
	unsettled_from: number;
	request_key: string | null;
	auto_key: string | null;
	content_type: string;
	/** Set when what is sent is not the payload itself. */
	body: string | null;
	payload: string;
};

/** What a payload that is no longer kept reads as. */
const EXPIRED_PAYLOAD = '{"expired":true}';

export function toMessageRow(
	message: NewMessage,
	made: { seq: number; id: MessageId; sent: Route[]; skipped: Route[]; unsettledFrom: number },
): MessageRow {
	const { requestKey } = message;
	const idsOf = (routes: Route[]) => JSON.stringify(routes.map(({ endpointId }) => endpointId));
	return {
		seq: made.seq,
		id: made.id,
		event_type: message.eventType,
		event_id: message.eventId,
		channels: message.channels === null ? null : JSON.stringify(message.channels),
		tags: message.tags === null ? null : JSON.stringify(message.tags),
		endpoints: idsOf(made.sent),
		skipped: made.skipped.length === 0 ? null : idsOf(made.skipped),
		unsettled_from: made.unsettledFrom,
		request_key: requestKey?.made === false ? requestKey.digest : null,
		auto_key: requestKey?.made === true ? requestKey.digest : null,
		with_content: message.withContent ? 1 : 0,
		content_type: message.contentType,
		payload_expires_at: message.payloadExpiresAt,
		schema_check: message.schemaCheck === null ? null : JSON.stringify(message.schemaCheck),
		body: message.body,
		payload: message.payload,
	};
}

export function insertMessage(sql: SqlStorage, table: string, row: MessageRow): void {
	sql.exec(
		`INSERT INTO ${table} (seq, id, event_type, event_id, channels, tags, endpoints, skipped,
			unsettled_from, request_key, auto_key, with_content, content_type, payload_expires_at, schema_check, body,
			payload)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.seq,
		row.id,
		row.event_type,
		row.event_id,
		row.channels,
		row.tags,
		row.endpoints,
		row.skipped,
		row.unsettled_from,
		row.request_key,
		row.auto_key,
		row.with_content,
		row.content_type,
		row.payload_expires_at,
		row.schema_check,
		row.body,
		row.payload,
	);
}

export function toMessageRecord(row: HeadRow): MessageRecord {
	return {
		id: row.id,
		eventType: row.event_type,
		eventId: row.event_id,
		channels: parseList(row.channels),
		tags: parseList(row.tags),
		createdAt: seqTime(row.seq),
		payload: row.payload === undefined ? null : (row.payload ?? EXPIRED_PAYLOAD),
		schemaCheck: toSchemaCheck(row.schema_check),
	};
}

function toSchemaCheck(text: string | null): SchemaCheck | null {
	return text === null ? null : (JSON.parse(text) as SchemaCheck); // safe because only this file writes it
}

export function toItem(row: HeadRow): DeliveryItem {
	const { id, eventType, channels, tags } = toMessageRecord(row);
	return { messageId: id, eventType, channels, tags };
}

export function endpointsOf(row: Pick<HeadRow, "endpoints">): EndpointId[] {
	return JSON.parse(row.endpoints) as EndpointId[]; // safe because only this file's callers write it
}

export function skippedOf({ skipped }: Pick<HeadRow, "skipped">): EndpointId[] {
	return skipped === null ? [] : (JSON.parse(skipped) as EndpointId[]); // safe for the same reason
}
