// The SQL of walks through many messages. Where each one went is looked at in SQL: it may be a list of thousands.
import type { EndpointId } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Partitions } from "../partitions.ts";
import type { contentSql } from "./message-contents.sql.ts";
import type { HeadRow } from "./message-rows.sql.ts";

type Seq = Pick<HeadRow, "seq">;
type Place = Pick<HeadRow, "seq" | "payload_expires_at">;
/** `was_sent`: it was for the endpoint; `was_skipped`: it would have been, had that not been disabled. */
export type ScannedRow = Place &
	Pick<HeadRow, "id" | "event_type" | "channels" | "tags"> & {
		was_sent: 0 | 1;
		was_skipped: 0 | 1;
	};

/** All the same for every message of a list: a list of ids holds one exactly when it holds it in quotes. */
const isIn = (column: "endpoints" | "skipped") =>
	`coalesce(instr(${column}, '"' || ?1 || '"') > 0, 0)`;

export function scanSql(
	sql: SqlStorage,
	partitions: Partitions,
	contents: ReturnType<typeof contentSql>,
	clock: Clock,
) {
	/** The next rows, oldest first; `?1` is `value`. */
	function read<T extends Seq>(
		columns: string,
		{ from, to, limit }: { from: number; to: number; limit: number },
		value: string | null = null,
		condition = "TRUE",
	): T[] {
		const begin = Math.max(from, partitions.visibleFrom(clock()));
		const rows: T[] = [];
		for (const table of partitions.between(begin, to, "ascending")) {
			const query = `SELECT ${columns} FROM ${table}
				WHERE seq >= ?2 AND seq < ?3 AND ${condition} ORDER BY seq LIMIT ?4`;
			rows.push(...sql.exec<T>(query, value, begin, to, limit - rows.length));
			if (rows.length >= limit) break;
		}
		return rows;
	}
	const withContent = <T extends Place & { size: number }>(rows: T[]) => {
		const now = clock();
		return rows.map((row) => ({ ...row, hasContent: contents.has(row, row.size, now) }));
	};
	type Span = { from: number; to: number; limit: number };

	return {
		/** The next messages, oldest first, whatever they are; `hasContent` is false when it is gone. */
		scan: (span: Span, endpointId: EndpointId) =>
			withContent(
				read<ScannedRow & { size: number }>(
					`seq, id, event_type, channels, tags, payload_expires_at, octet_length(payload) AS size,
						${isIn("endpoints")} AS was_sent, ${isIn("skipped")} AS was_skipped`,
					span,
					endpointId,
				),
			),

		/** The same, as far as payloads matter. */
		scanContents: (span: Span) =>
			withContent(
				read<Place & { size: number }>(
					"seq, payload_expires_at, octet_length(payload) AS size",
					span,
				),
			),

		/** The same, with how many endpoints each went to. */
		scanDestinations: (span: Span) =>
			read<Seq & { count: number }>("seq, json_array_length(endpoints) AS count", span),

		/** Messages for an endpoint: numbers from (inclusive), to (exclusive). */
		seqsFor: (endpointId: EndpointId, from: number, to: number): number[] =>
			read<Seq>(
				"seq",
				{ from, to, limit: Number.MAX_SAFE_INTEGER },
				endpointId,
				isIn("endpoints"),
			).map(({ seq }) => seq),
	};
}
