// Background tasks in D1: what was asked for, and what came of it. While one runs, its lane knows more.
import { and, asc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { ApplicationId, Id, TaskId } from "../core/ids.ts";
import type { PageRead, PageRows } from "../core/page.ts";
import type { TaskData, TaskStatus, TaskType } from "../core/task.ts";
import type { Db } from "./db.ts";
import { readFitting } from "./pages.ts";
import { backgroundTasks } from "./schema.ts";

export type BackgroundTask = typeof backgroundTasks.$inferSelect;

/** In the words of the partial index, which a bound value would not match. */
const isRunning = sql`${backgroundTasks.status} = 'running'`;

export function insertTask(db: Db, task: BackgroundTask) {
	return db.insert(backgroundTasks).values(task);
}

export async function findTask(
	db: Db,
	organisationId: Id<"org">,
	id: TaskId,
): Promise<BackgroundTask | null> {
	const [found] = await db
		.select()
		.from(backgroundTasks)
		.where(and(eq(backgroundTasks.organisationId, organisationId), eq(backgroundTasks.id, id)));
	return found ?? null;
}

export function listTasks(
	db: Db,
	organisationId: Id<"org">,
	plan: PageRead,
	filter: {
		applicationId: ApplicationId | null;
		status: TaskStatus | null;
		type: TaskType | null;
	},
): Promise<PageRows<BackgroundTask>> {
	const { applicationId: ofApplication } = filter;
	return readFitting(db, plan, {
		table: backgroundTasks,
		key: backgroundTasks.id,
		within: and(
			eq(backgroundTasks.organisationId, organisationId),
			ofApplication === null ? undefined : eq(backgroundTasks.applicationId, ofApplication),
		),
		fits: and(
			filter.status === null ? undefined : eq(backgroundTasks.status, filter.status),
			filter.type === null ? undefined : eq(backgroundTasks.type, filter.type),
		),
	});
}

/** Writes the end of a task, unless it has one. */
export function finishTask(
	db: Db,
	id: TaskId,
	end: { status: TaskStatus; data: TaskData; updatedAt: number },
) {
	return db
		.update(backgroundTasks)
		.set(end)
		.where(and(eq(backgroundTasks.id, id), isRunning));
}

/** Running tasks that nobody has looked at since a time, longest ago first. */
export function listRunningTasks(db: Db, before: number, limit: number): Promise<BackgroundTask[]> {
	return db
		.select()
		.from(backgroundTasks)
		.where(and(isRunning, lt(backgroundTasks.updatedAt, before)))
		.orderBy(asc(backgroundTasks.updatedAt))
		.limit(limit);
}

/** Puts running tasks at the end of what is looked at. At most 90 ids. */
export function touchTasks(db: Db, ids: TaskId[], updatedAt: number) {
	return db
		.update(backgroundTasks)
		.set({ updatedAt })
		.where(and(inArray(backgroundTasks.id, ids), isRunning));
}

/**
 * A running task as it is now. With `step` its progress is written first, if nobody else wrote since it was
 * `found`; null when somebody did, or when it does not run.
 */
export async function advanceTask(
	db: Db,
	id: TaskId,
	step: { found: BackgroundTask; data: TaskData; now: number } | null,
): Promise<BackgroundTask | null> {
	const [task] =
		step === null
			? await db
					.select()
					.from(backgroundTasks)
					.where(and(eq(backgroundTasks.id, id), isRunning))
			: await db
					.update(backgroundTasks)
					.set({ data: step.data, updatedAt: Math.max(step.now, step.found.updatedAt + 1) })
					.where(
						and(
							eq(backgroundTasks.id, id),
							isRunning,
							eq(backgroundTasks.updatedAt, step.found.updatedAt),
						),
					)
					.returning();
	return task ?? null;
}

/** Running tasks that belong to no endpoint, and that nobody has touched since a time. */
export async function listRunningOrganisationTasks(
	db: Db,
	before: number,
	limit: number,
): Promise<TaskId[]> {
	const rows = await db
		.select({ id: backgroundTasks.id })
		.from(backgroundTasks)
		.where(
			and(isRunning, isNull(backgroundTasks.endpointId), lt(backgroundTasks.updatedAt, before)),
		)
		.orderBy(asc(backgroundTasks.updatedAt))
		.limit(limit);
	return rows.map(({ id }) => id);
}
