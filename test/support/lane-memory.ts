// A lane's parts as they are made anew whenever the object starts, on storage that stays.
import { seqOf, type TaskId } from "../../src/core/ids.ts";
import type { MessageEvent } from "../../src/core/lane.ts";
import { attemptSql } from "../../src/delivery/lane/attempts.sql.ts";
import { deliverySql } from "../../src/delivery/lane/deliveries.sql.ts";
import { LaneQueue } from "../../src/delivery/lane/lane-queue.ts";
import { laneState } from "../../src/delivery/lane/lane-state.sql.ts";
import { Pace } from "../../src/delivery/lane/pace.ts";
import { Pump } from "../../src/delivery/lane/pump.ts";
import { Recorder } from "../../src/delivery/lane/recorder.ts";
import { LEASE_MS, tools } from "./delivery.ts";

/** Seconds after each failure: one more attempt than there are of them. */
export const SCHEDULE = [2, 10, 60, 60];
const config = { ...tools.config, retryScheduleSeconds: SCHEDULE };

/** Who hears what a lane tells of. */
type Listener = {
	told(seq: number, event: MessageEvent): void;
	/** An outcome of a task's delivery, or `count` of them that were cancelled. */
	attempted(taskId: TaskId): void;
	dropped(taskId: TaskId, count: number): void;
};

/** A lane without memory, on new storage. */
export function clearLane(sql: SqlStorage): void {
	const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'attempts_*'";
	for (const { name } of [...sql.exec<{ name: string }>(tables)]) sql.exec(`DROP TABLE ${name}`);
	for (const name of ["deliveries", "cancelled", "state"]) sql.exec(`DROP TABLE IF EXISTS ${name}`);
}

export function makeLane(sql: SqlStorage, clock: () => number, listener: Listener) {
	const attempts = attemptSql(sql, config.retentionDays, clock);
	const deliveries = deliverySql(sql);
	const state = laneState(sql);
	const pace = new Pace(state, clock());
	const pump = new Pump(deliveries, pace, LEASE_MS, clock());
	const dropped = (taskId: TaskId, count: number) => listener.dropped(taskId, count);
	const parts = { attempts, deliveries, state, pace, pump, clock, config, dropped };
	const queue = new LaneQueue(parts);
	const recorder = new Recorder({
		...parts,
		leaseMs: LEASE_MS,
		addEvent: (type, { messageId }) => listener.told(seqOf(messageId), type),
		addToTask: (taskId) => listener.attempted(taskId),
	});
	return { ...parts, queue, recorder };
}
