// Tasks over all applications: usage, subscriptions, and forgetting all payloads.
import {
	createExecutionContext,
	createMessageBatch,
	createScheduledController,
	getQueueResult,
	waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import worker from "../../src/index.ts";
import { consumeDeadJobs, consumeFanout } from "../../src/jobs/fanout.ts";
import type { Job } from "../../src/platform/fanout-queue.ts";
import { runTask } from "../../src/services/organisation-tasks.ts";
import { toPurgeData } from "../../src/services/task-steps.ts";
import { type BackgroundTask, insertTask } from "../../src/store/background-tasks.ts";
import { writeAll } from "../../src/store/db.ts";
import { type Api, newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { tools } from "../support/delivery.ts";
import { newTaskRow } from "../support/tasks.ts";

const HOUR_MS = 3_600_000;
const span = () => ({
	since: new Date(Date.now() - HOUR_MS).toISOString(),
	until: new Date(Date.now() + HOUR_MS).toISOString(),
});

const ended = async (api: Api, id: string) =>
	(
		await until(
			() => api("GET", `/background-task/${id}`),
			({ body }) => body.status !== "running",
		)
	).body;

async function newEndpoint(api: Api, app: string, more: object = {}): Promise<void> {
	await api("POST", `/app/${app}/endpoint`, { url: newTarget().url, ...more });
}

const send = async (api: Api, app: string): Promise<string> =>
	(await api("POST", `/app/${app}/msg`, { eventType: "a", payload: { n: 1 } })).body.id;

type Usage = { messageDestinations: number };

test("usage counts to how many endpoints the messages of each application went", async () => {
	const api = await newCheckedApi();
	const [busy, idle] = [await newApp(api, { uid: "busy" }), await newApp(api)];
	await newEndpoint(api, busy);
	await newEndpoint(api, busy);
	for (let i = 0; i < 3; i++) await send(api, busy);
	await send(api, idle);
	const begun = await api("POST", "/stats/usage/app", span());
	expect(begun.body).toMatchObject({
		task: "application.stats",
		status: "running",
		unresolvedAppIds: [],
	});
	const done = await ended(api, begun.body.id);
	expect(Object.keys(done.data)).toEqual(["appStats"]);
	// Applications that are made in the same moment stand in the order of chance.
	const busiestFirst = done.data.appStats.toSorted(
		(a: Usage, b: Usage) => b.messageDestinations - a.messageDestinations,
	);
	expect(busiestFirst).toEqual([
		{ messageDestinations: 6, appId: busy, appUid: "busy" },
		{ messageDestinations: 0, appId: idle, appUid: null },
	]);
	const past = { since: "2020-01-01T00:00:00Z", until: "2020-01-02T00:00:00Z" };
	const none = await api("POST", "/stats/usage/app", { ...past, appIds: ["busy", "nobody"] });
	expect(none.body.unresolvedAppIds).toEqual(["nobody"]);
	const result = (await ended(api, none.body.id)).data;
	expect(result).toEqual({ appStats: [{ messageDestinations: 0, appId: busy, appUid: "busy" }] });
});

test("usage of many applications is counted in steps", async () => {
	const api = await newCheckedApi();
	const apps = await Promise.all(Array.from({ length: 60 }, () => newApp(api)));
	const begun = await api("POST", "/stats/usage/app", span());
	const { appStats } = (await ended(api, begun.body.id)).data;
	expect(appStats.map(({ appId }: { appId: string }) => appId).sort()).toEqual(apps.sort());
	const some = apps.slice(10, 40);
	const chosen = await api("POST", "/stats/usage/app", { ...span(), appIds: some });
	expect((await ended(api, chosen.body.id)).data.appStats).toHaveLength(30);
});

test.each<[object, (string | number)[][]]>([
	[{}, [["since"], ["until"]]],
	[{ since: "yesterday", until: 5 }, [["since"], ["until"]]],
	[{ since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" }, [["until"]]],
	[{ ...span(), appIds: ["nobody"] }, [["appIds"]]],
	[{ ...span(), appIds: [] }, [["appIds"]]],
	[{ ...span(), appIds: ["a b"] }, [["appIds", 0]]],
	[{ ...span(), appIds: ["a", "a"] }, [["appIds"]]],
])("usage of %j is refused at %j", async (body, locs) => {
	const api = await newCheckedApi();
	expectIssues(await api("POST", "/stats/usage/app", body), ...locs.map((loc) => ["body", ...loc]));
	expect((await api("GET", "/background-task")).body.data).toEqual([]);
});

test("event types are collected from what endpoints ask for", async () => {
	const api = await newCheckedApi();
	for (const name of ["a", "b"]) await api("POST", "/event-type", { name });
	const [all, some, none] = [await newApp(api), await newApp(api), await newApp(api)];
	await newEndpoint(api, all);
	await newEndpoint(api, all, { eventTypes: ["b"] });
	await newEndpoint(api, some, { eventTypes: ["b", "a"] });
	await newEndpoint(api, some, { eventTypes: ["a"] });
	const begun = await api("PUT", "/stats/usage/event-types");
	expect(begun.body).toMatchObject({ task: "event-type.aggregate", status: "running" });
	const { data } = await ended(api, begun.body.id);
	const asks = (
		appId: string,
		explicitlySubscribedEventTypes: string[],
		hasCatchAllEndpoint: boolean,
	) => ({
		appId,
		explicitlySubscribedEventTypes,
		hasCatchAllEndpoint,
	});
	expect(data).toEqual({
		event_types: expect.toSatisfy((found: unknown[]) => {
			expect(found).toHaveLength(3);
			// Applications that are made in the same moment stand in the order of chance.
			const expected = [
				asks(all, ["b"], true),
				asks(some, ["a", "b"], false),
				asks(none, [], false),
			];
			expect(found).toEqual(expect.arrayContaining(expected));
			return true;
		}),
	});
});

test("all payloads of an application are forgotten, those of others and of later messages are not", async () => {
	const api = await newCheckedApi();
	const [app, other] = [await newApp(api), await newApp(api)];
	const [first, second, theirs] = [
		await send(api, app),
		await send(api, app),
		await send(api, other),
	];
	await new Promise((resolve) => setTimeout(resolve, 10));
	const begun = await api("POST", `/app/${app}/msg/expunge-all-contents`);
	expect(begun.body).toMatchObject({ task: "application.purge_content", status: "running" });
	expect((await ended(api, begun.body.id)).data).toEqual({ messagesPurged: 2 });
	await new Promise((resolve) => setTimeout(resolve, 10));
	const later = await send(api, app);
	const payloadOf = async (of: string, id: string) =>
		(await api("GET", `/app/${of}/msg/${id}`)).body.payload;
	for (const id of [first, second]) expect(await payloadOf(app, id)).toEqual({ expired: true });
	expect(await payloadOf(app, later)).toEqual({ n: 1 });
	expect(await payloadOf(other, theirs)).toEqual({ n: 1 });
	const again = await api("POST", `/app/${app}/msg/expunge-all-contents`);
	expect((await ended(api, again.body.id)).data).toEqual({ messagesPurged: 1 });
	expectError(await api("POST", "/app/none/msg/expunge-all-contents"), 404, "not_found");
});

test("the end of a task is told to whoever listens", async () => {
	const api = await newCheckedApi();
	const target = newTarget();
	const eventTypes = ["background_task.finished"];
	await api("POST", "/operational-webhook/endpoint", { url: target.url, eventTypes });
	const { body } = await api("PUT", "/stats/usage/event-types");
	const [seen] = await until(target.seen, (all) => all.length === 1);
	expect(JSON.parse(seen.body)).toEqual({
		type: "background_task.finished",
		data: { taskId: body.id, task: body.task, status: "finished", data: { event_types: [] } },
	});
});

/** A task that nobody began. */
async function newLeftTask(api: Api, updatedAt = Date.now()): Promise<BackgroundTask> {
	const row = await newTaskRow(api.key);
	const applicationId = (await newApp(api)) as BackgroundTask["applicationId"];
	await send(api, applicationId ?? "");
	const task: BackgroundTask = {
		...row,
		applicationId,
		endpointId: null,
		type: "application.purge_content",
		status: "running",
		data: toPurgeData(Date.now() + 1000),
		updatedAt,
	};
	await writeAll(tools.db, [insertTask(tools.db, task)]);
	return task;
}

const jobOf = ({ id }: BackgroundTask): Job => ({ type: "task", version: 1, taskId: id });

function batchOf(queue: string, job: Job) {
	return createMessageBatch<Job>(queue, [
		{ id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: job },
	]);
}

test("the queue goes on with a task, and a job that comes twice does nothing", async () => {
	const api = await newCheckedApi();
	const task = await newLeftTask(api);
	for (let i = 0; i < 2; i++) {
		const batch = batchOf("edgehook-fanout", jobOf(task));
		await consumeFanout(tools, batch);
		const result = await getQueueResult(batch, createExecutionContext());
		expect(result.explicitAcks).toHaveLength(1);
	}
	expect((await ended(api, task.id)).data).toEqual({ messagesPurged: 1 });
});

test("several that go on with a task at the same time end it once", async () => {
	const api = await newCheckedApi();
	const task = await newLeftTask(api);
	await Promise.all(Array.from({ length: 5 }, () => runTask(tools, task.id)));
	expect(await ended(api, task.id)).toMatchObject({ status: "finished" });
});

test("a task whose jobs all failed ends as failed", async () => {
	const api = await newCheckedApi();
	const task = await newLeftTask(api);
	await consumeDeadJobs(tools, batchOf("edgehook-fanout-dlq", jobOf(task)));
	expect(await ended(api, task.id)).toMatchObject({ status: "failed", data: {} });
});

test("the sweep goes on with a task that was left", async () => {
	const api = await newCheckedApi();
	const task = await newLeftTask(api, Date.now() - 120_000);
	const ctx = createExecutionContext();
	await worker.scheduled(createScheduledController({ scheduledTime: Date.now() }), env, ctx);
	await waitOnExecutionContext(ctx);
	expect((await ended(api, task.id)).data).toEqual({ messagesPurged: 1 });
});
