// Routes of background tasks: all of an organisation's, and those of one application.
import * as z from "zod";
import type { ServiceContext } from "../../services/context.ts";
import { cancelTask, getTask, listTasks } from "../../services/tasks.ts";
import type { BackgroundTask } from "../../store/background-tasks.ts";
import {
	BackgroundTaskOut,
	TASK_STATUSES,
	TASK_TYPES,
	toTaskOut,
} from "../models/background-task.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const tag = "Background task";
const access = "organisation";
const path = "/background-task";
const params = z.object({ task_id: z.string() });

/** One of some words; null for any. */
const optional = <const T extends readonly [string, ...string[]]>(values: T) =>
	z
		.enum(values, { error: `must be one of ${values.join(", ")}` })
		.optional()
		.transform((value) => value ?? null);

/** What the client libraries can ask for and no task here is. */
type ForeignType = "message.broadcast" | "sdk.generate";
const isForeign = (type: string | null): type is ForeignType =>
	type === "message.broadcast" || type === "sdk.generate";

const query = z.object({
	limit,
	iterator: iterator("qtask"),
	order: order("descending"),
	status: optional(TASK_STATUSES),
	task: optional(TASK_TYPES),
});

/** @param owner an application, by its id or uid; null for the whole organisation */
async function list(ctx: ServiceContext, owner: string | null, asked: z.output<typeof query>) {
	return isForeign(asked.task)
		? { data: [], iterator: null, prevIterator: null, done: true }
		: listTasks(ctx, owner, { ...asked, type: asked.task });
}

const listed = {
	method: "get",
	tag,
	query,
	answers: { 200: listOf(BackgroundTaskOut).meta({ id: "ListResponse_BackgroundTaskOut" }) },
	answer: (page: Awaited<ReturnType<typeof list>>) => ({
		status: 200,
		body: toListOut(page, toTaskOut),
	}),
} as const;

const one = {
	tag,
	answers: { 200: BackgroundTaskOut },
	answer: (task: BackgroundTask) => ({ status: 200, body: toTaskOut(task) }),
} as const;

export const backgroundTaskRoutes: AnyRoute[] = [
	route({
		...listed,
		path,
		operationId: "v1.background-task.list",
		summary: "List background tasks",
		access,
		run: ({ ctx, query: asked }) => list(ctx, null, asked),
	}),
	route({
		...one,
		method: "get",
		path: `${path}/{task_id}`,
		operationId: "v1.background-task.get",
		summary: "Get a background task; while it runs, with its progress at this moment",
		access,
		params,
		run: ({ ctx, params: { task_id } }) => getTask(ctx, null, task_id),
	}),
	route({
		...one,
		method: "post",
		path: `${path}/{task_id}/cancel`,
		operationId: "v1.background-task.cancel",
		summary: "Cancel a background task: what waits is not sent, what is under way ends",
		access,
		params,
		run: ({ ctx, params: { task_id } }) => cancelTask(ctx, null, task_id),
	}),
	route({
		...listed,
		path: `/app/{app_id}${path}`,
		operationId: "v1.background-task.list-by-app",
		summary: "List the background tasks of an application",
		access: "ViewBase",
		params: appParams,
		run: ({ ctx, params: { app_id }, query: asked }) => list(ctx, app_id, asked),
	}),
	route({
		...one,
		method: "get",
		path: `/app/{app_id}${path}/{task_id}`,
		operationId: "v1.background-task.get-by-app",
		summary: "Get a background task of an application, with its progress at this moment",
		access: "ViewBase",
		params: appParams.extend(params.shape),
		run: ({ ctx, params: { app_id, task_id } }) => getTask(ctx, app_id, task_id),
	}),
	route({
		...one,
		method: "post",
		path: `/app/{app_id}${path}/{task_id}/cancel`,
		operationId: "v1.background-task.cancel-by-app",
		summary: "Cancel a background task of an application",
		access: "CreateAttempts",
		params: appParams.extend(params.shape),
		run: ({ ctx, params: { app_id, task_id } }) => cancelTask(ctx, app_id, task_id),
	}),
];
