import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { EndpointId, TaskId } from "../../src/core/ids.ts";
import { restartTasks, toRunningData } from "../../src/services/tasks.ts";
import { type BackgroundTask, findTask, insertTask } from "../../src/store/background-tasks.ts";
import { writeAll } from "../../src/store/db.ts";
import { type Api, newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { tools } from "../support/delivery.ts";
import { listen } from "../support/operational.ts";
import { db, finished, newTaskRow } from "../support/tasks.ts";

const since = () => new Date(Date.now() - 60_000).toISOString();

/** An endpoint that already got `count` messages. */
async function newRoom(count: number) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget();
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url });
	const endpoint = `${app}/endpoint/${body.id}`;
	const message = { eventType: "a", payload: {} };
	await Promise.all(Array.from({ length: count }, () => api("POST", `${app}/msg`, message)));
	const list = `${app}/attempt/endpoint/${body.id}?limit=250`;
	await until(
		() => api("GET", list),
		(reply) => reply.body.data.length >= count,
	);
	const replay = async (kind = "bulk-replay") =>
		(await api("POST", `${endpoint}/${kind}`, { since: since() })).body.id as TaskId;
	return { api, endpoint, endpointId: body.id as EndpointId, target, replay };
}

const get = async (api: Api, id: string) => (await api("GET", `/background-task/${id}`)).body;

test("a task tells its progress while it runs, and its end", async () => {
	const { api, endpoint, replay } = await newRoom(12);
	await api("POST", `${endpoint}/pause`);
	const id = await replay();
	const running = await until(
		() => get(api, id),
		({ data }) => data.state === "running",
	);
	expect(running).toMatchObject({
		...{ id, status: "running", task: "endpoint.bulk-replay" },
		data: { state: "running", total: 12, done: 0, failed: 0, secondsLeft: null, messagesSent: 0 },
	});
	await api("POST", `${endpoint}/resume`);
	const end = await finished(api, id);
	expect(end).toMatchObject({ id, status: "finished", task: "endpoint.bulk-replay" });
	expect(end.data).toEqual({
		...{ state: "finished", total: 12, done: 12, failed: 0, secondsLeft: 0 },
		messagesSent: 12,
	});
	expect(await get(api, id)).toEqual(end);
});

test("a throttled task tells how long it takes", async () => {
	const { api, endpoint, replay } = await newRoom(40);
	await api("PATCH", endpoint, { throttleRate: 2 });
	const id = await replay();
	const { data } = await until(
		() => get(api, id),
		(task) => task.data.state === "running" && task.data.secondsLeft !== null,
	);
	expect(data.secondsLeft).toBeGreaterThanOrEqual(15);
	expect(data.secondsLeft).toBeLessThanOrEqual(20);
	await api("POST", `/background-task/${id}/cancel`);
});

test("a cancelled task sends nothing more", async () => {
	const { api, endpoint, target, replay } = await newRoom(5);
	await api("POST", `${endpoint}/pause`);
	const id = await replay();
	await until(
		() => get(api, id),
		({ data }) => data.state === "running",
	);
	const cancelled = await api("POST", `/background-task/${id}/cancel`);
	expect(cancelled.status).toBe(200);
	const data = { state: "cancelled", total: 5, done: 0, failed: 0, secondsLeft: 0 };
	expect(cancelled.body).toMatchObject({ id, status: "finished", data });
	await api("POST", `${endpoint}/resume`);
	expect(await finished(api, id)).toMatchObject({ status: "finished", data });
	const again = await api("POST", `/background-task/${id}/cancel`);
	expect(again.body).toMatchObject({ status: "finished", data });
	expect(await target.seen()).toHaveLength(5);
});

test("a task that is over cannot be cancelled any more, and stays finished", async () => {
	const { api, replay } = await newRoom(1);
	const id = await replay();
	const end = await finished(api, id);
	expect((await api("POST", `/background-task/${id}/cancel`)).body).toEqual(end);
});

test("a task of no endpoint cannot be cancelled", async () => {
	const api = await newCheckedApi();
	const type = "application.purge_content";
	const task: BackgroundTask = { ...(await newTaskRow(api.key)), type, status: "running" };
	await writeAll(db, [insertTask(db, task)]);
	const reply = await api("POST", `/background-task/${task.id}/cancel`);
	expectError(reply, 400, "task_not_cancellable");
	expect(await get(api, task.id)).toMatchObject({ status: "running", task: type, data: {} });
});

test("tasks are found by status and by what they do", async () => {
	const api = await newCheckedApi();
	const rows: BackgroundTask[] = [];
	for (const [type, status] of [
		["endpoint.recover", "finished"],
		["endpoint.recover", "failed"],
		["endpoint.replay", "finished"],
		["application.purge_content", "running"],
	] as const) {
		rows.push({ ...(await newTaskRow(api.key)), type, status });
	}
	await writeAll(
		db,
		rows.map((row) => insertTask(db, row)),
	);
	const list = async (query: string) => {
		const { body } = await api("GET", `/background-task?${query}`);
		return body.data.map(({ id }: { id: TaskId }) => rows.findIndex((row) => row.id === id)).sort();
	};
	expect(await list("")).toEqual([0, 1, 2, 3]);
	expect(await list("status=finished")).toEqual([0, 2]);
	expect(await list("status=failed")).toEqual([1]);
	expect(await list("status=running")).toEqual([3]);
	expect(await list("task=endpoint.recover")).toEqual([0, 1]);
	expect(await list("task=endpoint.recover&status=finished")).toEqual([0]);
	expect(await list("task=endpoint.bulk-replay")).toEqual([]);
	expect(await list("task=sdk.generate")).toEqual([]);
	expectIssues(await api("GET", "/background-task?status=ended"), ["query", "status"]);
	expectIssues(await api("GET", "/background-task?task=endpoint"), ["query", "task"]);
});

test.each(["qtask_000000000000000000000000000", "qtask_1", "nothing"])(
	"the unknown task %s is not found",
	async (id) => {
		const api = await newCheckedApi();
		expectError(await api("GET", `/background-task/${id}`), 404, "not_found");
		expectError(await api("POST", `/background-task/${id}/cancel`), 404, "not_found");
	},
);

/** A recorded task that its lane never heard of: whoever created it died in between. */
async function newOrphan(): Promise<
	Awaited<ReturnType<typeof newRoom>> & { task: BackgroundTask }
> {
	const room = await newRoom(3);
	const none = { eventTypes: null, channel: null, tag: null, status: null, statusClass: null };
	const filter = { from: Date.now() - 60_000, to: Date.now(), ...none };
	const task: BackgroundTask = {
		...(await newTaskRow(room.api.key)),
		...{ type: "endpoint.bulk-replay", status: "running", endpointId: room.endpointId },
		...{ data: toRunningData(filter), updatedAt: Date.now() - 61_000 },
	};
	await writeAll(db, [insertTask(db, task)]);
	return { ...room, task };
}

test.each<[string, (api: Api, id: string) => Promise<unknown>]>([
	["a look at it", get],
	["a look at the list", (api) => api("GET", "/background-task")],
	["the sweep", () => restartTasks(db, tools.lanes, Date.now())],
])("a task that its lane never heard of is begun by %s", async (_name, look) => {
	const { api, task } = await newOrphan();
	await look(api, task.id);
	expect((await finished(api, task.id)).data).toMatchObject({ total: 3, done: 3 });
});

test("a task that its lane never heard of can be cancelled", async () => {
	const { api, task, target } = await newOrphan();
	const { body } = await api("POST", `/background-task/${task.id}/cancel`);
	expect(body).toMatchObject({ status: "finished", data: { state: "cancelled" } });
	await finished(api, task.id);
	expect(await target.seen()).toHaveLength(3);
});

test("the sweep looks at each running task, however many are older, and leaves new ones alone", async () => {
	const { api, task } = await newOrphan();
	const { organisationId } = task;
	const fresh = { ...(await newTaskRow(api.key)), status: "running" as const };
	const old = await Promise.all(
		Array.from({ length: 30 }, async () => ({
			...(await newTaskRow(api.key)),
			...{ status: "running" as const, updatedAt: Date.now() - 100_000 },
		})),
	);
	await writeAll(
		db,
		[fresh, ...old].map((row) => insertTask(db, row)),
	);
	const now = Date.now();
	await restartTasks(db, tools.lanes, now);
	for (const { id } of [task, ...old]) {
		const row = await findTask(db, organisationId, id);
		expect(row?.updatedAt).toBeGreaterThanOrEqual(now);
	}
	expect((await findTask(db, organisationId, fresh.id))?.updatedAt).toBe(fresh.updatedAt);
	expect(
		await env.ENDPOINT_LANE.getByName(task.endpointId ?? "").taskProgress(task.id),
	).not.toBeNull();
});

test("a task of a deleted endpoint ends as failed, and counts only what was attempted", async () => {
	const { api, endpoint, replay } = await newRoom(3);
	await api("POST", `${endpoint}/pause`);
	const id = await replay();
	await until(
		() => get(api, id),
		({ data }) => data.state === "running",
	);
	await api("DELETE", endpoint);
	const data = { state: "failed", total: 3, done: 0 };
	expect(await finished(api, id)).toMatchObject({ status: "failed", data });
});

test.each(["ends", "is cancelled"])("whoever listens hears once that a task %s", async (how) => {
	const { api, endpoint, replay } = await newRoom(2);
	await api("POST", `${endpoint}/pause`);
	const { heard, events } = await listen(api, { eventTypes: ["background_task.finished"] });
	const id = await replay();
	if (how === "is cancelled") await api("POST", `/background-task/${id}/cancel`);
	else await api("POST", `${endpoint}/resume`);
	const { data } = await finished(api, id);
	const [event] = await heard(1);
	expect(event?.type).toBe("background_task.finished");
	const told = { taskId: id, task: "endpoint.bulk-replay", status: "finished", data };
	expect(event?.data).toEqual(told);
	await new Promise((resolve) => setTimeout(resolve, 300));
	expect(await events()).toHaveLength(1);
});
