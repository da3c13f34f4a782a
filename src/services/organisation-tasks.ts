// Background tasks of an organisation: walks over its applications, a bounded step at a time, on the queue.
import { ID_RANDOM_BYTES, newId, type TaskId } from "../core/ids.ts";
import { toEventPayload, toTaskEventData } from "../core/operational-event.ts";
import type { TaskData, TaskStatus, TaskType } from "../core/task.ts";
import { randomBytes, systemClock } from "../platform/clock.ts";
import type { JobQueue } from "../platform/fanout-queue.ts";
import { logError } from "../platform/log.ts";
import { findOperationalApplication } from "../store/applications.ts";
import {
	advanceTask,
	type BackgroundTask,
	finishTask,
	insertTask,
	listRunningOrganisationTasks,
} from "../store/background-tasks.ts";
import { type Db, writeAll } from "../store/db.ts";
import type { ServiceContext } from "./context.ts";
import { type LeftEventTools, publishAll, toStatements } from "./operational-events.ts";
import { stepOf } from "./task-steps.ts";

/** How long one invocation goes on before the next one takes over. */
const RUN_MS_MAX = 15_000;
/** And how many steps: each makes some dozen calls, which an invocation has a thousand of. */
const STEPS_MAX = 20;
/** A task that was touched less long ago is being worked on. */
const LEFT_AFTER_MS = 60_000;
const LEFT_MAX = 100;

type NewTask = {
	type: TaskType;
	data: TaskData;
	applicationId?: BackgroundTask["applicationId"];
};

export type TaskTools = LeftEventTools & { fanout: JobQueue };

/**
 * Writes a task down; `runTask` begins it.
 * @param toResult what the verb returns
 */
export async function createTask<T>(
	ctx: ServiceContext,
	{ type, data, applicationId = null }: NewTask,
	toResult: (task: BackgroundTask) => T,
): Promise<T> {
	const task: BackgroundTask = {
		id: newId("qtask", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		organisationId: ctx.organisationId,
		applicationId,
		endpointId: null,
		type,
		status: "running",
		data,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
	return ctx.commit([insertTask(ctx.db, task)], toResult(task));
}

/** Goes on with a task for a while. Of several that do so at the same time all but one end. */
export async function runTask(tools: TaskTools, id: TaskId): Promise<void> {
	const begun = systemClock();
	let task = await advanceTask(tools.db, id, null);
	for (let steps = 0; task !== null; steps++) {
		if (steps === STEPS_MAX || systemClock() - begun > RUN_MS_MAX) {
			await tools.fanout.sendTask(id);
			return;
		}
		const { data, isDone } = await stepOf(task)(tools, task);
		if (isDone) return endTask(tools, task, "finished", data);
		task = await advanceTask(tools.db, id, { found: task, data, now: systemClock() });
	}
}

/** Writes the end of a task down and tells of it. */
export async function endTask(
	tools: LeftEventTools,
	task: BackgroundTask,
	status: TaskStatus,
	data: TaskData,
): Promise<void> {
	const now = systemClock();
	const own = await findOperationalApplication(tools.db, task.organisationId);
	const { id, type } = task;
	const event = toTaskEventData({ id, type, status, data });
	const events =
		own === null
			? []
			: [
					{
						id: newId("opevt", now, randomBytes(ID_RANDOM_BYTES)),
						applicationId: own.id,
						type: "background_task.finished",
						payload: toEventPayload("background_task.finished", event),
						createdAt: now,
					},
				];
	const end = finishTask(tools.db, id, { status, data, updatedAt: now });
	await writeAll(tools.db, [end, ...toStatements(tools.db, events)]);
	await publishAll(tools, events);
}

/** A task that failed every retry of the queue ends without a result. */
export async function failTask(tools: LeftEventTools, id: TaskId): Promise<void> {
	const task = await advanceTask(tools.db, id, null);
	if (task !== null) await endTask(tools, task, "failed", {});
}

/** Puts tasks on the queue that nobody works on: whoever did was ended before he could. */
export async function resumeTasks(db: Db, fanout: JobQueue, now: number): Promise<void> {
	try {
		const left = await listRunningOrganisationTasks(db, now - LEFT_AFTER_MS, LEFT_MAX);
		for (const id of left) await fanout.sendTask(id);
	} catch (error) {
		logError("resume_tasks_failed", error);
	}
}
