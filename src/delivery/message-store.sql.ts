// The SQL of a MessageStore: one table of messages, keyed by the sequence number inside the message id.
import type { MessageRecord } from "../core/delivery.ts";
import { type EndpointId, type MessageId, seqTime } from "../core/ids.ts";
import type { PageRead, PageRows } from "../core/page.ts";
import { parseList } from "./sql.ts";

/**
 * `seq` is the sequence number of `id`, so that neither needs an index. `unsettled_from` is the oldest
 * message that was not yet safe in its lanes when this one came: where a restart looks again.
 * `request_key` belongs to a key that the caller chose (indexed), `auto_key` to one that a client
 * library made up (kept in memory for minutes). The payload comes last: lists do not read it.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL,
	event_type TEXT NOT NULL,
	event_id TEXT,
	channels TEXT,
	tags TEXT,
	endpoints TEXT NOT NULL,
	unsettled_from INTEGER NOT NULL,
	request_key TEXT,
	auto_key TEXT,
	with_content INTEGER NOT NULL,
	content_type TEXT NOT NULL,
	body TEXT,
	payload TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_event_id ON messages (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS messages_request_key ON messages (request_key) WHERE request_key IS NOT NULL;
`;

export type MessageRow = {
	seq: number;
	id: MessageId;
	event_type: string;
	event_id: string | null;
	channels: string | null;
	tags: string | null;
	endpoints: string;
	unsettled_from: number;
	request_key: string | null;
	auto_key: string | null;
	with_content: number;
	content_type: string;
	/** Set when what is sent is not the payload itself. */
	body: string | null;
	payload: string;
};

export type MessageFilter = {
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
	/** Sequence numbers: from (inclusive), to (exclusive). */
	from: number;
	to: number;
};

/** Payloads of one page, in characters: well below what one call between objects can carry (32 MiB). */
const PAGE_CHARS_MAX = 8 * 1024 * 1024;

const HEAD = "seq, id, event_type, event_id, channels, tags, endpoints, with_content";
type HeadRow = Omit<MessageRow, "payload" | "body"> & { payload?: string };

/** Every statement of a MessageStore. Creates the table when it is missing. */
export function messageSql(sql: SqlStorage) {
	sql.exec(SCHEMA);
	const one = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		[...sql.exec<T>(query, ...values)][0] ?? null;

	return {
		lastRow: () =>
			one<{ seq: number; unsettled_from: number }>(
				"SELECT seq, unsettled_from FROM messages ORDER BY seq DESC LIMIT 1",
			),

		insert(row: MessageRow): void {
			sql.exec(
				`INSERT INTO messages (seq, id, event_type, event_id, channels, tags, endpoints, unsettled_from,
					request_key, auto_key, with_content, content_type, body, payload)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				row.seq,
				row.id,
				row.event_type,
				row.event_id,
				row.channels,
				row.tags,
				row.endpoints,
				row.unsettled_from,
				row.request_key,
				row.auto_key,
				row.with_content,
				row.content_type,
				row.body,
				row.payload,
			);
		},

		findBySeq: (seq: number, withContent: boolean) =>
			one<HeadRow>(
				`SELECT ${HEAD}${withContent ? ", payload" : ""} FROM messages WHERE seq = ?`,
				seq,
			),

		findByEventId: (eventId: string) =>
			one<{ seq: number }>("SELECT seq FROM messages WHERE event_id = ? LIMIT 1", eventId),

		/** The newest message made with this key. */
		findByRequestKey: (key: string, from: number) =>
			one<{ seq: number }>(
				"SELECT seq FROM messages WHERE request_key = ? AND seq >= ? ORDER BY seq DESC LIMIT 1",
				key,
				from,
			),

		autoKeysSince: (from: number) =>
			sql.exec<{ seq: number; auto_key: string }>(
				"SELECT seq, auto_key FROM messages WHERE seq >= ? AND auto_key IS NOT NULL ORDER BY seq",
				from,
			),

		routesSince: (from: number) =>
			sql.exec<HeadRow>(`SELECT ${HEAD} FROM messages WHERE seq >= ? ORDER BY seq`, from),

		findContent: (seq: number) =>
			one<{ id: MessageId; content_type: string; body: string | null; payload: string }>(
				"SELECT id, content_type, body, payload FROM messages WHERE seq = ?",
				seq,
			),

		list(
			plan: PageRead,
			key: number | null,
			filter: MessageFilter,
			withContent: boolean,
		): PageRows<HeadRow> {
			const down = plan.direction === "descending";
			const conditions = ["seq >= ?", "seq < ?"];
			const values: (string | number)[] = [filter.from, filter.to];
			const and = (condition: string, value: string | number) => {
				conditions.push(condition);
				values.push(value);
			};
			if (key !== null) and(down ? "seq < ?" : "seq > ?", key);
			if (filter.channel !== null) {
				and("EXISTS (SELECT 1 FROM json_each(channels) WHERE value = ?)", filter.channel);
			}
			if (filter.tag !== null) {
				and("EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", filter.tag);
			}
			if (filter.eventTypes !== null) {
				and("event_type IN (SELECT value FROM json_each(?))", JSON.stringify(filter.eventTypes));
			}
			const found = sql.exec<HeadRow>(
				`SELECT ${HEAD}${withContent ? ", payload" : ""} FROM messages
				WHERE ${conditions.join(" AND ")}
				ORDER BY seq ${down ? "DESC" : "ASC"} LIMIT ?`,
				...values,
				plan.take,
			);
			return toPage(found, plan.limit);
		},
	};
}

/** Ends before the row that is too many, or too large beside the others. */
function toPage(found: Iterable<HeadRow>, limit: number): PageRows<HeadRow> {
	const rows: HeadRow[] = [];
	let chars = 0;
	for (const row of found) {
		chars += row.payload?.length ?? 0;
		const isFull = rows.length === limit || (rows.length > 0 && chars > PAGE_CHARS_MAX);
		if (isFull) return { rows, isMore: true };
		rows.push(row);
	}
	return { rows, isMore: false };
}

export function toMessageRecord(row: HeadRow): MessageRecord {
	return {
		id: row.id,
		eventType: row.event_type,
		eventId: row.event_id,
		channels: parseList(row.channels),
		tags: parseList(row.tags),
		createdAt: seqTime(row.seq),
		payload: row.payload ?? null,
	};
}

export function endpointsOf(row: { endpoints: string }): EndpointId[] {
	return JSON.parse(row.endpoints) as EndpointId[]; // safe because only this file's callers write it
}
