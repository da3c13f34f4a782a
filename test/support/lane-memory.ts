// A lane's parts as they are made anew whenever the object starts, on storage that stays.
import { seqOf } from "../../src/core/ids.ts";
import { attemptSql } from "../../src/delivery/lane/attempts.sql.ts";
import { deliverySql } from "../../src/delivery/lane/deliveries.sql.ts";
import { LaneQueue } from "../../src/delivery/lane/lane-queue.ts";
import { laneState } from "../../src/delivery/lane/lane-state.sql.ts";
import { Pace } from "../../src/delivery/lane/pace.ts";
import { Pump } from "../../src/delivery/lane/pump.ts";
import { Recorder } from "../../src/delivery/lane/recorder.ts";
import { LEASE_MS, tools } from "./delivery.ts";

const config = { ...tools.config, retryScheduleSeconds: [2, 10, 60] };

export function makeLane(sql: SqlStorage, clock: () => number, exhausted: (seq: number) => void) {
	const attempts = attemptSql(sql, config.retentionDays, clock);
	const deliveries = deliverySql(sql);
	const state = laneState(sql);
	const pace = new Pace(state, clock());
	const pump = new Pump(deliveries, pace, LEASE_MS, clock());
	const parts = { attempts, deliveries, state, pace, pump, clock, config, dropped: () => {} };
	const queue = new LaneQueue(parts);
	const recorder = new Recorder({
		...parts,
		addEvent: (type, { messageId }) => {
			if (type === "message.attempt.exhausted") exhausted(seqOf(messageId));
		},
		addToTask: () => {},
	});
	return { ...parts, queue, recorder };
}
