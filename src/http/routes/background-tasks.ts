// Routes of background tasks.
import { z } from "zod";
import { cancelTask, getTask, listTasks } from "../../services/tasks.ts";
import {
	BackgroundTaskOut,
	TASK_STATUSES,
	TASK_TYPES,
	toTaskOut,
} from "../models/background-task.ts";
import { iterator, limit, listOf, order, toListOut } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Background task";
const access = "organisation";
const path = "/background-task/{task_id}";
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

export const backgroundTaskRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/background-task",
		operationId: "v1.background-task.list",
		tag,
		summary: "List background tasks",
		access,
		query: z.object({
			limit,
			iterator: iterator("qtask"),
			order: order("descending"),
			status: optional(TASK_STATUSES),
			task: optional(TASK_TYPES),
		}),
		answers: { 200: listOf(BackgroundTaskOut).meta({ id: "ListResponse_BackgroundTaskOut" }) },
		run: async ({ ctx, query }) =>
			isForeign(query.task)
				? { data: [], iterator: null, prevIterator: null, done: true }
				: listTasks(ctx, { ...query, type: query.task }),
		answer: (list) => ({ status: 200, body: toListOut(list, toTaskOut) }),
	}),
	route({
		method: "get",
		path,
		operationId: "v1.background-task.get",
		tag,
		summary: "Get a background task; while it runs, with its progress at this moment",
		access,
		params,
		answers: { 200: BackgroundTaskOut },
		run: ({ ctx, params }) => getTask(ctx, params.task_id),
		answer: (task) => ({ status: 200, body: toTaskOut(task) }),
	}),
	route({
		method: "post",
		path: `${path}/cancel`,
		operationId: "v1.background-task.cancel",
		tag,
		summary: "Cancel a background task: what waits is not sent, what is under way ends",
		access,
		params,
		answers: { 200: BackgroundTaskOut },
		run: ({ ctx, params }) => cancelTask(ctx, params.task_id),
		answer: (task) => ({ status: 200, body: toTaskOut(task) }),
	}),
];
