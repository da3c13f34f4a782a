// Routes of tasks over an organisation's applications: they answer at once, and their results are read as tasks.
import { runTask } from "../../services/organisation-tasks.ts";
import { aggregateEventTypes, countUsage, expungeAll } from "../../services/usage.ts";
import type { BackgroundTask } from "../../store/background-tasks.ts";
import type { RequestContext } from "../context.ts";
import { BackgroundTaskOut, toTaskOut } from "../models/background-task.ts";
import { AppUsageStatsIn, AppUsageStatsOut, toUsageOut } from "../models/statistics.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const access = "organisation";

const begin = ({ background, tools }: RequestContext, task: BackgroundTask): void =>
	background(runTask(tools, task.id));

export const statisticsRoutes: AnyRoute[] = [
	route({
		method: "post",
		path: "/stats/usage/app",
		operationId: "v1.statistics.aggregate-app-stats",
		tag: "Statistics",
		summary: "Count the deliveries of each application's messages, as a background task",
		access,
		body: AppUsageStatsIn,
		answers: { 202: AppUsageStatsOut },
		run: async ({ ctx, body, request }) => {
			const span = { since: Date.parse(body.since), until: Date.parse(body.until) };
			const counted = await countUsage(ctx, span, body.appIds ?? null);
			begin(request, counted.task);
			return counted;
		},
		answer: (counted) => ({ status: 202, body: toUsageOut(counted) }),
	}),
	route({
		method: "put",
		path: "/stats/usage/event-types",
		operationId: "v1.statistics.aggregate-event-types",
		tag: "Statistics",
		summary: "Collect what each application's endpoints ask for, as a background task",
		access,
		answers: { 202: BackgroundTaskOut },
		run: async ({ ctx, request }) => {
			const task = await aggregateEventTypes(ctx);
			begin(request, task);
			return task;
		},
		answer: (task) => ({ status: 202, body: toTaskOut(task) }),
	}),
	route({
		method: "post",
		path: "/app/{app_id}/msg/expunge-all-contents",
		operationId: "v1.message.expunge-all-contents",
		tag: "Message",
		summary:
			"Forget the payloads of all messages that were accepted until now, as a background task",
		access,
		params: appParams,
		answers: { 202: BackgroundTaskOut },
		run: async ({ ctx, params, request }) => {
			const task = await expungeAll(ctx, params.app_id);
			begin(request, task);
			return task;
		},
		answer: (task) => ({ status: 202, body: toTaskOut(task) }),
	}),
];
