// The SQL of a lane's deliveries: what is still to come. `due_at` is when to look at one next, null while
// its endpoint is disabled; a delivery has a row only while it waits.
import type { DeliveryTask } from "../core/delivery.ts";
import { type MessageId, seqOf } from "../core/ids.ts";
import type { AttemptTrigger } from "../core/outcome.ts";
import { firstRow, parseList } from "./sql.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS deliveries (
	message_seq INTEGER PRIMARY KEY,
	message_id TEXT NOT NULL,
	event_type TEXT NOT NULL,
	channels TEXT,
	tags TEXT,
	number INTEGER NOT NULL,
	trigger_type TEXT NOT NULL,
	due_at INTEGER
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at);
`;

export type DeliveryRow = {
	message_seq: number;
	message_id: MessageId;
	event_type: string;
	channels: string | null;
	tags: string | null;
	number: number;
	trigger_type: AttemptTrigger;
	due_at: number | null;
};

/** Every statement on deliveries. Creates the table when it is missing. */
export function deliverySql(sql: SqlStorage) {
	sql.exec(SCHEMA);
	const first = <T extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]) =>
		firstRow<T>(sql, query, ...values);

	return {
		put(row: DeliveryRow): void {
			sql.exec(
				`INSERT OR REPLACE INTO deliveries
					(message_seq, message_id, event_type, channels, tags, number, trigger_type, due_at)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
				row.message_seq,
				row.message_id,
				row.event_type,
				row.channels,
				row.tags,
				row.number,
				row.trigger_type,
				row.due_at,
			);
		},

		delete(messageSeq: number): void {
			sql.exec("DELETE FROM deliveries WHERE message_seq = ?", messageSeq);
		},

		deleteAll(): void {
			sql.exec("DELETE FROM deliveries");
		},

		due: (now: number, limit: number): DeliveryRow[] => [
			...sql.exec<DeliveryRow>(
				"SELECT * FROM deliveries WHERE due_at <= ? ORDER BY due_at, message_seq LIMIT ?",
				now,
				limit,
			),
		],

		nextDueAt: () =>
			first<{ due_at: number | null }>(
				"SELECT min(due_at) AS due_at FROM deliveries WHERE due_at IS NOT NULL",
			)?.due_at ?? null,

		/** Deliveries stop while their endpoint is disabled and go on when it is enabled. */
		stopAll(): void {
			sql.exec("UPDATE deliveries SET due_at = NULL WHERE due_at IS NOT NULL");
		},

		hasMessage: (messageSeq: number) =>
			first("SELECT 1 AS found FROM deliveries WHERE message_seq = ?", messageSeq) !== null,

		hasStopped: () =>
			first("SELECT 1 AS found FROM deliveries WHERE due_at IS NULL LIMIT 1") !== null,

		resumeAll(now: number): void {
			sql.exec("UPDATE deliveries SET due_at = ? WHERE due_at IS NULL", now);
		},

		setDueAt(messageSeq: number, dueAt: number): void {
			sql.exec("UPDATE deliveries SET due_at = ? WHERE message_seq = ?", dueAt, messageSeq);
		},
	};
}

export function toDeliveryRow(task: DeliveryTask, dueAt: number | null): DeliveryRow {
	return {
		message_seq: seqOf(task.messageId),
		message_id: task.messageId,
		event_type: task.eventType,
		channels: task.channels === null ? null : JSON.stringify(task.channels),
		tags: task.tags === null ? null : JSON.stringify(task.tags),
		number: task.number,
		trigger_type: task.trigger,
		due_at: dueAt,
	};
}

export function toTask(row: DeliveryRow): DeliveryTask {
	return {
		messageId: row.message_id,
		eventType: row.event_type,
		channels: parseList(row.channels),
		tags: parseList(row.tags),
		number: row.number,
		trigger: row.trigger_type,
	};
}
