// The rows of a lane's deliveries: what is still to come. There is one only while it waits or a sender has it.
import type { DeliveryTask } from "../../core/delivery.ts";
import { type MessageId, seqOf, type TaskId } from "../../core/ids.ts";
import type { AttemptTrigger } from "../../core/outcome.ts";
import { parseList } from "../sql.ts";

/**
 * `due_at` is when to look at a row next: its turn, its retry, or the end of its lease. `bulk` rows come after all others. `again` counts further attempts that people
 * asked for while one was under way; after a `one_shot` no retry follows.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS deliveries (
	message_seq INTEGER PRIMARY KEY,
	message_id TEXT NOT NULL,
	event_type TEXT NOT NULL,
	channels TEXT,
	tags TEXT,
	number INTEGER NOT NULL,
	trigger_type TEXT NOT NULL,
	due_at INTEGER NOT NULL,
	leased INTEGER NOT NULL DEFAULT 0,
	bulk INTEGER NOT NULL DEFAULT 0,
	one_shot INTEGER NOT NULL DEFAULT 0,
	again INTEGER NOT NULL DEFAULT 0,
	task TEXT
);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (due_at) WHERE bulk = 0;
CREATE INDEX IF NOT EXISTS deliveries_bulk ON deliveries (due_at) WHERE bulk = 1;
CREATE TABLE IF NOT EXISTS cancelled (message_seq INTEGER PRIMARY KEY, at INTEGER NOT NULL);
`;

export type DeliveryRow = {
	message_seq: number;
	message_id: MessageId;
	event_type: string;
	channels: string | null;
	tags: string | null;
	number: number;
	trigger_type: AttemptTrigger;
	due_at: number;
	leased: 0 | 1;
	bulk: 0 | 1;
	one_shot: 0 | 1;
	again: number;
	task: TaskId | null;
};

type Attempt = Pick<
	DeliveryTask,
	"messageId" | "eventType" | "channels" | "tags" | "number" | "trigger"
>;

/** What a delivery and an attempt say alike: which message it is of, and the how manyth attempt. */
export const toAttemptColumns = (task: Attempt) => ({
	message_seq: seqOf(task.messageId),
	message_id: task.messageId,
	event_type: task.eventType,
	channels: task.channels === null ? null : JSON.stringify(task.channels),
	tags: task.tags === null ? null : JSON.stringify(task.tags),
	number: task.number,
	trigger_type: task.trigger,
});

export function toDeliveryRow(task: Attempt, dueAt: number): DeliveryRow {
	return {
		...toAttemptColumns(task),
		due_at: dueAt,
		leased: 0,
		bulk: 0,
		one_shot: 0,
		again: 0,
		task: null,
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
