// The SQL of a lane's bulk tasks: where each one stands, so that it goes on there after anything.
import type { TaskId } from "../../core/ids.ts";
import {
	type ReplayFilter,
	type ReplayKind,
	type ReplayProgress,
	type ReplayState,
	secondsLeft,
} from "../../core/task.ts";
import { firstRow } from "../sql.ts";

/**
 * `number` is the order of start. `next_seq` is the message that the next page begins with. `fed` counts what
 * was queued, so that what was attempted is `fed` without what is queued still.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS tasks (
	number INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	kind TEXT NOT NULL,
	filter TEXT NOT NULL,
	stage TEXT NOT NULL,
	ended_by TEXT,
	next_seq INTEGER NOT NULL,
	total INTEGER NOT NULL DEFAULT 0,
	fed INTEGER NOT NULL DEFAULT 0,
	failed INTEGER NOT NULL DEFAULT 0,
	fed_from INTEGER,
	ended_at INTEGER
);
CREATE INDEX IF NOT EXISTS tasks_open ON tasks (number) WHERE stage != 'told';
`;

/** `draining`: all is queued, or no more will be. `ended`: the database does not know it yet; `told`: it does. */
export type Stage = "counting" | "feeding" | "draining" | "ended" | "told";

export type TaskRow = {
	number: number;
	id: TaskId;
	kind: ReplayKind;
	/** A ReplayFilter as JSON. */
	filter: string;
	stage: Stage;
	/** Set when it ends early: a person cancelled it, or its endpoint is gone. */
	ended_by: "person" | "deletion" | null;
	next_seq: number;
	total: number;
	fed: number;
	failed: number;
	/** When feeding began, and when the task ended; epoch milliseconds. */
	fed_from: number | null;
	ended_at: number | null;
};

type Changes = Partial<Omit<TaskRow, "number" | "id" | "kind" | "filter">>;

/** Every statement on tasks. Creates the table when it is missing. */
export function taskSql(sql: SqlStorage) {
	sql.exec(SCHEMA);

	return {
		/** Changes nothing when the task is known. */
		insert(row: Pick<TaskRow, "id" | "kind" | "filter" | "next_seq">): void {
			sql.exec(
				`INSERT INTO tasks (id, kind, filter, stage, next_seq) VALUES (?, ?, ?, 'counting', ?)
				ON CONFLICT (id) DO NOTHING`,
				row.id,
				row.kind,
				row.filter,
				row.next_seq,
			);
		},

		find: (id: TaskId) => firstRow<TaskRow>(sql, "SELECT * FROM tasks WHERE id = ?", id),

		/** Tasks whose end is not told yet, in order of start. */
		open: (): TaskRow[] =>
			sql.exec<TaskRow>("SELECT * FROM tasks WHERE stage != 'told' ORDER BY number").toArray(),

		update(id: TaskId, changes: Changes): void {
			const names = Object.keys(changes);
			sql.exec(
				`UPDATE tasks SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`,
				...Object.values(changes),
				id,
			);
		},

		addFailed(id: TaskId, count: number): void {
			sql.exec("UPDATE tasks SET failed = failed + ? WHERE id = ?", count, id);
		},

		/** Less was queued than it seemed: these were removed before they were sent. */
		takeBack(id: TaskId, count: number): void {
			sql.exec("UPDATE tasks SET fed = max(0, fed - ?) WHERE id = ?", count, id);
		},

		deleteTold(endedBefore: number): void {
			sql.exec("DELETE FROM tasks WHERE stage = 'told' AND ended_at < ?", endedBefore);
		},
	};
}

export function filterOf(row: TaskRow): ReplayFilter {
	return JSON.parse(row.filter) as ReplayFilter; // safe because only a ReplayFilter is stored
}

/**
 * @param queued how many of its deliveries wait or are under way
 * @param rate messages per second that go out at most; null for no limit
 */
export function toProgress(
	row: TaskRow,
	queued: number,
	now: number,
	rate: number | null,
): ReplayProgress {
	const done = Math.max(0, row.fed - queued);
	// What was counted may have changed until it was queued.
	const isFed = row.ended_by === null && row.stage !== "counting" && row.stage !== "feeding";
	const total = isFed ? row.fed : Math.max(row.total, row.fed);
	const pace = { done, elapsedMs: now - (row.fed_from ?? now) };
	return {
		state: stateOf(row),
		total,
		done,
		failed: Math.min(done, row.failed),
		secondsLeft: isCounting(row) ? null : secondsLeft(isOver(row) ? 0 : total - done, pace, rate),
	};
}

const isOver = (row: TaskRow) => row.ended_by !== null || row.ended_at !== null;
const isCounting = (row: TaskRow) => !isOver(row) && row.fed_from === null;

function stateOf(row: TaskRow): ReplayState {
	if (row.ended_by === "person") return "cancelled";
	if (row.ended_by === "deletion") return "failed";
	if (row.ended_at !== null) return "finished";
	return isCounting(row) ? "counting" : "running";
}
