// Verbs on background tasks. What one is doing now is known to its endpoint's lane, its end to the database.
import { DomainError, notFound } from "../core/errors.ts";
import { type EndpointId, isId, type TaskId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import {
	type ReplayFilter,
	type ReplayKind,
	type ReplayProgress,
	type ReplayTask,
	statusOf,
	type TaskStatus,
	type TaskType,
	toTaskData,
} from "../core/task.ts";
import type { LaneRpc, Lanes } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";
import {
	type BackgroundTask,
	findTask,
	listTasks as listRows,
	listRunningTasks,
	touchTasks,
} from "../store/background-tasks.ts";
import { type Db, writeAll } from "../store/db.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { askLanes } from "./lane-answers.ts";

/** Tasks that a sweep sees to at the same time, and in all. */
const LANES_AT_ONCE = 25;
const SWEPT_MAX = 1_000;
/** A task that began less long ago is still being given to its lane. */
const STARTING_MS = 60_000;

const REPLAYS: readonly TaskType[] = [
	"endpoint.recover",
	"endpoint.replay",
	"endpoint.bulk-replay",
];

const BEGINNING: ReplayProgress = {
	state: "counting",
	total: 0,
	done: 0,
	failed: 0,
	secondsLeft: null,
};

/** What the database keeps of a replay while it runs: enough to begin it once more. */
export const toRunningData = (filter: ReplayFilter) => ({ ...toTaskData(BEGINNING), filter });

/** The task for a lane; null when it is not one of an endpoint. */
function toReplay(task: BackgroundTask): (ReplayTask & { endpointId: EndpointId }) | null {
	const { id, type, endpointId, data } = task;
	if (endpointId === null || !REPLAYS.includes(type)) return null;
	// safe because `toRunningData` wrote it
	return { id, kind: type as ReplayKind, filter: data.filter as ReplayFilter, endpointId };
}

/** Whose tasks a verb is about: an application's, by its id or uid, or all of the organisation's. */
type Owner = string | null;

export async function getTask(
	ctx: ServiceContext,
	owner: Owner,
	id: string,
): Promise<BackgroundTask> {
	const task = await findOne(ctx, owner, id);
	const [live = task] = await toLive(ctx, [task]);
	return live;
}

async function findOne(ctx: ServiceContext, owner: Owner, id: string): Promise<BackgroundTask> {
	const application = owner === null ? null : await getApplication(ctx, owner);
	const found = isId("qtask", id) ? await findTask(ctx.db, ctx.organisationId, id) : null;
	const isOthers = application !== null && found?.applicationId !== application.id;
	if (found === null || isOthers) throw notFound();
	return found;
}

export async function listTasks(
	ctx: ServiceContext,
	owner: Owner,
	page: {
		limit: number;
		iterator: string | null;
		order: Order;
		status: TaskStatus | null;
		type: TaskType | null;
	},
): Promise<ListEnvelope<BackgroundTask>> {
	const applicationId = owner === null ? null : (await getApplication(ctx, owner)).id;
	const plan = planPage(page.limit, page.iterator, page.order);
	const read = await listRows(ctx.db, ctx.organisationId, plan, { ...page, applicationId });
	const rows = await toLive(ctx, read.rows);
	return toEnvelope(
		plan,
		{ ...read, rows },
		(row): TaskId => row.id,
		(row) => row,
	);
}

/** The tasks as they are now; those of a lane that does not answer in time as they are stored. */
async function toLive(
	ctx: ServiceContext,
	tasks: readonly BackgroundTask[],
): Promise<BackgroundTask[]> {
	const running = tasks.filter(({ status }) => status === "running");
	const replays = running.flatMap((task) => toReplay(task) ?? []);
	const endpoints = [...new Set(replays.map(({ endpointId }) => endpointId))].map((id) => ({ id }));
	const answers = await askLanes(ctx, endpoints, (lane, id) =>
		progressOf(
			lane,
			replays.filter(({ endpointId }) => endpointId === id),
		),
	);
	const live = new Map(answers.flatMap((answer) => answer ?? []));
	return tasks.map((task) => {
		const progress = live.get(task.id);
		if (progress === undefined) return task;
		const status = statusOf(progress.state);
		return { ...task, status, data: toTaskData(progress), updatedAt: ctx.now };
	});
}

/** One that its lane does not know begins once more. */
const progressOf = (lane: LaneRpc, replays: readonly ReplayTask[]) =>
	Promise.all(
		replays.map(async (replay): Promise<[TaskId, ReplayProgress]> => {
			const progress = await lane.taskProgress(replay.id);
			if (progress === null) await lane.startTask(replay);
			return [replay.id, progress ?? BEGINNING];
		}),
	);

/** What waits is not sent; what is under way ends. A task that is over stays as it is. */
export async function cancelTask(
	ctx: ServiceContext,
	owner: Owner,
	id: string,
): Promise<BackgroundTask> {
	const task = await findOne(ctx, owner, id);
	if (task.status !== "running") return task;
	const replay = toReplay(task);
	if (replay === null) {
		throw new DomainError("task_not_cancellable", `A task '${task.type}' cannot be cancelled`);
	}
	const lane = ctx.lanes.of(replay.endpointId);
	// One that the lane does not know would begin later, as if nobody had cancelled it.
	await lane.startTask(replay);
	await lane.cancelTask(task.id);
	const [live = task] = await toLive(ctx, [task]);
	return live;
}

/** Begins running tasks that their lanes do not know: who created them died before he could tell. */
export async function restartTasks(db: Db, lanes: Lanes, now: number): Promise<void> {
	for (let seen = 0; seen < SWEPT_MAX; seen += LANES_AT_ONCE) {
		const tasks = await listRunningTasks(db, now - STARTING_MS, LANES_AT_ONCE);
		if (tasks.length === 0) return;
		await Promise.all(tasks.map((task) => startInLane(lanes, task)));
		const ids = tasks.map(({ id }) => id);
		await writeAll(db, [touchTasks(db, ids, now)]);
	}
}

/** Gives a task to its lane. A failure is logged only: the sweep, or a look at the task, does it again. */
export async function startInLane(lanes: Lanes, task: BackgroundTask): Promise<void> {
	const replay = toReplay(task);
	if (replay === null) return;
	try {
		await lanes.of(replay.endpointId).startTask(replay);
	} catch (error) {
		logError("start_task_failed", error, { taskId: task.id });
	}
}
