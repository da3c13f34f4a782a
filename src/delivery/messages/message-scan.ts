// Walks through an application's messages for background tasks: a bounded piece at a time.
import type { DeliveryItem } from "../../core/delivery.ts";
import type {
	MessageSpan,
	ScannedMessage,
	ScanQuery,
	Walk,
} from "../../platform/message-store-client.ts";
import { parseList } from "../sql.ts";
import type { ScannedRow } from "./message-scan.sql.ts";
import type { messageSql } from "./message-store.sql.ts";

/**
 * Looks at `query.limit` messages, whether they fit or not, and answers those that do.
 * @param isOpen whether a message that was for the endpoint is not known to be safe in its lane
 */
export function scanMessages(
	sql: ReturnType<typeof messageSql>,
	query: ScanQuery,
	isOpen: (seq: number) => boolean,
): { messages: ScannedMessage[]; next: number | null } {
	const rows = sql.scan(query, query.endpointId);
	const messages = rows
		.filter((row) => row.hasContent)
		.map((row) => toScanned(row, isOpen))
		.filter(({ item }) => isAskedFor(item, query));
	return { messages, next: nextOf(rows, query) };
}

export function walkMessages(sql: ReturnType<typeof messageSql>, work: Walk, span: MessageSpan) {
	return work === "purge" ? purge(sql, span) : countDestinations(sql, span);
}

/** Forgets payloads; answers how many there were. */
function purge(sql: ReturnType<typeof messageSql>, span: MessageSpan) {
	const rows = sql.scanContents(span);
	const full = rows.filter((row) => row.hasContent);
	for (const row of full) sql.expunge(row);
	return { count: full.length, next: nextOf(rows, span) };
}

function countDestinations(sql: ReturnType<typeof messageSql>, span: MessageSpan) {
	const rows = sql.scanDestinations(span);
	const count = rows.reduce((sum, row) => sum + row.count, 0);
	return { count, next: nextOf(rows, span) };
}

function nextOf(
	rows: readonly { seq: number }[],
	{ limit }: Pick<MessageSpan, "limit">,
): number | null {
	const last = rows.length === limit ? rows.at(-1) : undefined;
	return last === undefined ? null : last.seq + 1;
}

function isAskedFor(item: DeliveryItem, { eventTypes, channel, tag }: ScanQuery): boolean {
	if (eventTypes !== null && !eventTypes.includes(item.eventType)) return false;
	if (channel !== null && item.channels?.includes(channel) !== true) return false;
	return tag === null || item.tags?.includes(tag) === true;
}

function toScanned(row: ScannedRow, isOpen: (seq: number) => boolean): ScannedMessage {
	const wasSent = row.was_sent === 1;
	return {
		item: {
			messageId: row.id,
			eventType: row.event_type,
			channels: parseList(row.channels),
			tags: parseList(row.tags),
		},
		wasSent,
		wasSkipped: row.was_skipped === 1,
		isOpen: wasSent && isOpen(row.seq),
	};
}
