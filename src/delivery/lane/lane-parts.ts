// What a lane is made of, wired together once per object.
import type { Route } from "../../core/delivery.ts";
import type { EndpointId, TaskId } from "../../core/ids.ts";
import { leaseMsOf } from "../../core/lane.ts";
import {
	type OperationalEventType,
	toMessageData,
	toTaskEventData,
} from "../../core/operational-event.ts";
import { toTaskData } from "../../core/task.ts";
import type { Env } from "../../env.ts";
import { randomBytes, systemClock } from "../../platform/clock.ts";
import { parseConfig } from "../../platform/config.ts";
import { createMessageStores } from "../../platform/message-store-client.ts";
import { createOperatorSwitch } from "../../platform/operator-switch-client.ts";
import { createSenders } from "../../platform/sender-client.ts";
import { createDb } from "../../store/db.ts";
import { attemptSql } from "./attempts.sql.ts";
import { deliverySql } from "./deliveries.sql.ts";
import { EventBox } from "./event-box.ts";
import { LaneQueue } from "./lane-queue.ts";
import { laneState } from "./lane-state.sql.ts";
import { LaneStats } from "./lane-stats.ts";
import { LaneTasks } from "./lane-tasks.ts";
import { Pace } from "./pace.ts";
import { Pump } from "./pump.ts";
import { Recorder } from "./recorder.ts";
import { RouteOfLane } from "./route-of-lane.ts";
import { Wake } from "./wake.ts";

export type LaneParts = ReturnType<typeof createLaneParts>;

/** @param onTimer the lane looks at its work again */
export function createLaneParts(
	ctx: DurableObjectState,
	env: Env,
	endpointId: EndpointId,
	onTimer: () => void,
) {
	const { sql } = ctx.storage;
	const clock = systemClock;
	const now = clock();
	const config = parseConfig(env);
	const db = createDb(env.DB);
	const stores = createMessageStores(env.MESSAGE_STORE);
	const senders = createSenders(ctx.exports);
	const attempts = attemptSql(sql, config.retentionDays, clock);
	const deliveries = deliverySql(sql);
	const state = laneState(sql);
	const routes = new RouteOfLane(db, endpointId);
	const pace = new Pace(state, now);
	const leaseMs = leaseMsOf(config.deliveryTimeoutMs);
	const pump = new Pump(deliveries, pace, leaseMs, now);
	const events = new EventBox(sql, { stores, senders }, clock, randomBytes);
	const tell = (type: OperationalEventType, toData: (route: Route) => object) => {
		if (routes.last !== null) events.add(routes.last, type, toData(routes.last));
	};
	const dropped = (taskId: TaskId, count: number) => tasks.dropped(taskId, count);
	const queue = new LaneQueue({ attempts, deliveries, pump, state, clock, config, dropped });
	const tasks = new LaneTasks({
		storage: ctx.storage,
		endpointId,
		queue,
		attempts,
		stores,
		db,
		clock,
		route: () => routes.read(clock()),
		rate: () => (routes.last === null ? null : pace.rate(routes.last)),
		finished: ({ id, kind: type }, { status, progress }, listener) => {
			if (listener === null) return;
			const { applicationId, operationalId: operationalApplicationId } = listener;
			const data = toTaskEventData({ id, type, status, data: toTaskData(progress) });
			events.add({ applicationId, operationalApplicationId }, "background_task.finished", data);
		},
	});
	const recorder = new Recorder({
		attempts,
		deliveries,
		state,
		pace,
		config,
		leaseMs,
		clock,
		addEvent: (type, task, attempt) => tell(type, (route) => toMessageData(route, task, attempt)),
		addToTask: (taskId, isSuccess) => tasks.attempted(taskId, isSuccess),
	});
	return {
		config,
		db,
		stores,
		senders,
		attempts,
		deliveries,
		state,
		routes,
		pace,
		pump,
		events,
		queue,
		tasks,
		recorder,
		stats: new LaneStats(sql, attempts),
		switches: createOperatorSwitch(env.OPERATOR_SWITCH),
		wake: new Wake(ctx.storage, onTimer),
	};
}
