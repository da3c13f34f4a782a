// Walks through an application's messages for background tasks: a bounded piece at a time.
import type {
	MessageSpan,
	ScannedMessage,
	ScanQuery,
	Walk,
} from "../../platform/message-store-client.ts";
import { endpointsOf, type HeadRow, skippedOf, toItem } from "./message-rows.sql.ts";
import type { messageSql } from "./message-store.sql.ts";

/** Looks at `query.limit` messages, whether they fit or not, and answers those that do. */
export function scanMessages(
	sql: ReturnType<typeof messageSql>,
	query: ScanQuery,
): { messages: ScannedMessage[]; next: number | null } {
	const rows = sql.scan(query.from, query.to, query.limit);
	const messages = rows
		.filter((row) => row.hasContent && isAskedFor(row, query))
		.map((row) => toScanned(row, query));
	return { messages, next: nextOf(rows, query) };
}

export function walkMessages(sql: ReturnType<typeof messageSql>, work: Walk, span: MessageSpan) {
	const rows = sql.scan(span.from, span.to, span.limit);
	const count = work === "purge" ? purge(sql, rows) : countDestinations(rows);
	return { count, next: nextOf(rows, span) };
}

/** Forgets payloads; answers how many there were. */
function purge(
	sql: ReturnType<typeof messageSql>,
	rows: readonly (HeadRow & { hasContent: boolean })[],
): number {
	const full = rows.filter((row) => row.hasContent);
	for (const row of full) sql.expunge(row);
	return full.length;
}

function countDestinations(rows: readonly HeadRow[]): number {
	return rows.reduce((sum, row) => sum + endpointsOf(row).length, 0);
}

function nextOf(rows: readonly HeadRow[], { limit }: Pick<MessageSpan, "limit">): number | null {
	const last = rows.length === limit ? rows.at(-1) : undefined;
	return last === undefined ? null : last.seq + 1;
}

function isAskedFor(row: HeadRow, { eventTypes, channel, tag }: ScanQuery): boolean {
	if (eventTypes !== null && !eventTypes.includes(row.event_type)) return false;
	const { channels, tags } = toItem(row);
	if (channel !== null && channels?.includes(channel) !== true) return false;
	return tag === null || tags?.includes(tag) === true;
}

function toScanned(row: HeadRow, { endpointId }: ScanQuery): ScannedMessage {
	return {
		item: toItem(row),
		wasSent: endpointsOf(row).includes(endpointId),
		wasSkipped: skippedOf(row).includes(endpointId),
	};
}
