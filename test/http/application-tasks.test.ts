// The background tasks of one application, as its own tokens see them.
import { expect, test } from "vitest";
import { type Api, newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { finished } from "../support/tasks.ts";
import { newToken } from "../support/tokens.ts";

const since = () => new Date(Date.now() - 60_000).toISOString();

/** An application with a paused endpoint that is owed some messages, and what begins a replay of them. */
async function newRoom(api: Api, count = 0) {
	const id = await newApp(api);
	const app = `/app/${id}`;
	const { body } = await api("POST", `${app}/endpoint`, { url: newTarget().url });
	const endpoint = `${app}/endpoint/${body.id}`;
	const message = { eventType: "a", payload: {} };
	await Promise.all(Array.from({ length: count }, () => api("POST", `${app}/msg`, message)));
	await until(
		() => api("GET", `${app}/attempt/endpoint/${body.id}`),
		(reply) => reply.body.data.length >= count,
	);
	await api("POST", `${endpoint}/pause`);
	const replay = async (): Promise<string> =>
		(await api("POST", `${endpoint}/bulk-replay`, { since: since() })).body.id;
	return { id, app, tasks: `${app}/background-task`, replay };
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

test("a token sees how its application's task goes, and cancels it", async () => {
	const api = await newCheckedApi();
	const { id: app, tasks, replay } = await newRoom(api, 3);
	const token = await newToken(api, app);
	const id = await replay();
	const running = await until(
		() => token("GET", `${tasks}/${id}`),
		({ body }) => body.data.state === "running",
	);
	expect(running.body).toMatchObject({
		...{ id, status: "running", task: "endpoint.bulk-replay" },
		data: { total: 3, done: 0, failed: 0, secondsLeft: null },
	});
	expect((await token("GET", tasks)).body.data).toMatchObject([{ id, data: { total: 3 } }]);
	const cancelled = await token("POST", `${tasks}/${id}/cancel`);
	expect(cancelled.body).toMatchObject({ status: "finished", data: { state: "cancelled" } });
	expect(await finished(api, id)).toMatchObject({ status: "finished", data: { done: 0 } });
});

test("nothing of other applications, or of the organisation, is there", async () => {
	const api = await newCheckedApi();
	const [mine, other] = [await newRoom(api), await newRoom(api)];
	const token = await newToken(api, mine.id);
	const [own, foreign] = [await mine.replay(), await other.replay()];
	const { body: usage } = await api("POST", "/stats/usage/app", { since: since(), until: since() });
	expect(idsOf((await token("GET", mine.tasks)).body)).toEqual([own]);
	for (const id of [foreign, usage.id, `qtask_${"0".repeat(27)}`, "nothing"]) {
		expectError(await token("GET", `${mine.tasks}/${id}`), 404, "not_found");
		expectError(await token("POST", `${mine.tasks}/${id}/cancel`), 404, "not_found");
		expectError(await api("GET", `${mine.tasks}/${id}`), 404, "not_found");
	}
	expectError(await token("GET", other.tasks), 404, "not_found");
	expect((await api("GET", `/background-task/${foreign}`)).body.data.state).not.toBe("cancelled");
	expect(idsOf((await api("GET", "/background-task")).body).sort()).toEqual(
		[own, foreign, usage.id].sort(),
	);
});

test("who may only look cannot cancel", async () => {
	const api = await newCheckedApi();
	const { id: app, tasks, replay } = await newRoom(api);
	const viewer = await newToken(api, app, { capabilities: ["ViewBase"] });
	const id = await replay();
	expect((await viewer("GET", `${tasks}/${id}`)).status).toBe(200);
	expectError(await viewer("POST", `${tasks}/${id}/cancel`), 403, "insufficient access");
});

test("they are found by their kind and status", async () => {
	const api = await newCheckedApi();
	const { app, tasks, replay } = await newRoom(api);
	const id = await replay();
	await finished(api, id);
	await api("POST", `${app}/msg/expunge-all-contents`);
	const list = async (query: string) => idsOf((await api("GET", `${tasks}?${query}`)).body);
	expect(await list("task=endpoint.bulk-replay")).toEqual([id]);
	expect(await list("task=endpoint.bulk-replay&status=finished")).toEqual([id]);
	expect(await list("task=endpoint.recover")).toEqual([]);
	expect(await list("task=message.broadcast")).toEqual([]);
	expect(await list("")).toHaveLength(2);
	expectIssues(await api("GET", `${tasks}?status=unknown`), ["query", "status"]);
});

test("what is no replay cannot be cancelled", async () => {
	const api = await newCheckedApi();
	const { app, tasks } = await newRoom(api);
	const { body } = await api("POST", `${app}/msg/expunge-all-contents`);
	const reply = await api("POST", `${tasks}/${body.id}/cancel`);
	if (reply.status === 200) expect(reply.body.status).toBe("finished");
	else expectError(reply, 400, "task_not_cancellable");
});
