import { expect, test } from "vitest";
import { newApp, newTarget, type Reply, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

async function newScene(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = await newApp(api);
	await api("POST", "/event-type", { name: "a" });
	await api("POST", "/event-type", { name: "b" });
	const target = newTarget(query);
	const endpoint = await api("POST", `/app/${app}/endpoint`, { url: target.url, ...fields });
	const path = `/app/${app}/endpoint/${endpoint.body.id}`;
	const send = async (more: object = {}): Promise<string> =>
		(await api("POST", `/app/${app}/msg`, { eventType: "a", payload: { n: 1 }, ...more })).body.id;
	/** The list, once it has as many messages with this status. */
	const listed = (status: string, count: number) =>
		until(
			() => api("GET", `${path}/msg`),
			({ body }) =>
				body.data.filter((one: { statusText: string }) => one.statusText === status).length ===
				count,
		);
	return { api, app, path, target, send, listed };
}

/** The list, once its only message waits for a retry: before that its first attempt is under way. */
const failed = (listed: (status: string, count: number) => Promise<Reply>) =>
	until(
		() => listed("sending", 1),
		({ body }) => body.data[0].nextAttempt !== null,
	);

const idsOf = (reply: Reply): string[] => reply.body.data.map(({ id }: { id: string }) => id);

test("messages of an endpoint are newest first, with how each stands", async () => {
	const { api, app, path, send, listed } = await newScene();
	const sent = [await send(), await send({ tags: ["t"], eventId: "e1" })];
	const list = await listed("success", 2);
	expect(idsOf(list)).toEqual(sent.reverse());
	const record = (await api("GET", `/app/${app}/msg/e1`)).body;
	expect(list.body.data[0]).toEqual({
		...record,
		status: 0,
		statusText: "success",
		nextAttempt: null,
	});
	const bare = await api("GET", `${path}/msg?with_content=false`);
	expect(bare.body.data[0].payload).toEqual({});
});

test("what failed waits for its retry: it is sending, with the time of the next attempt", async () => {
	const { api, path, send, listed } = await newScene("?status=500");
	const id = await send();
	const { body } = await failed(listed);
	expect(body.data[0]).toMatchObject({ id, status: 3 });
	expect(Date.parse(body.data[0].nextAttempt)).toBeGreaterThan(Date.now() - 5_000);
	for (const [status, ids] of [
		[0, []],
		[1, []],
		[2, []],
		[3, [id]],
		[4, []],
	]) {
		expect(idsOf(await api("GET", `${path}/msg?status=${status}`))).toEqual(ids);
	}
});

test("a cancelled message is fail, and canceled for those who ask for more statuses", async () => {
	const { api, app, path, send, listed } = await newScene("?status=500");
	const id = await send();
	await failed(listed);
	await api("POST", `${path}/cancel`);
	const shown = async (query: string) => {
		const reply = await api("GET", `${path}/msg?${query}`);
		return reply.body.data.map((one: { statusText: string }) => one.statusText);
	};
	expect(await shown("")).toEqual(["fail"]);
	expect(await shown("status=2")).toEqual(["fail"]);
	expect(await shown("status=4")).toEqual([]);
	expect(await shown("expanded_statuses=true")).toEqual(["canceled"]);
	expect(await shown("expanded_statuses=true&status=4")).toEqual(["canceled"]);
	expect(await shown("expanded_statuses=true&status=2")).toEqual([]);
	expect((await api("GET", `/app/${app}/msg/${id}`)).status).toBe(200);
});

test("a message that waits is pending; one that the endpoint did not want is not there", async () => {
	const { path, api, send } = await newScene("", { eventTypes: ["a"] });
	await api("POST", `${path}/pause`);
	const id = await send();
	await send({ eventType: "b" });
	const { body } = await until(
		() => api("GET", `${path}/msg`),
		(reply) => reply.body.data.length === 1,
	);
	expect(body.data[0]).toMatchObject({ id, status: 1, statusText: "pending", nextAttempt: null });
	expect(idsOf(await api("GET", `${path}/msg?status=1`))).toEqual([id]);
});

test("filters by event type, channel, tag and time", async () => {
	const { api, path, send, listed } = await newScene();
	const one = await send({ channels: ["c1"], tags: ["t1"] });
	await new Promise((resolve) => setTimeout(resolve, 15));
	const two = await send({ eventType: "b", channels: ["c2"], tags: ["t2"] });
	const { body } = await listed("success", 2);
	const at = encodeURIComponent(body.data[0].timestamp);
	for (const [query, ids] of [
		["event_types=a", [one]],
		["event_types=a,b", [two, one]],
		["event_types=b&event_types=c", [two]],
		["channel=c1", [one]],
		["tag=t2", [two]],
		["channel=c1&tag=t2", []],
		[`before=${at}`, [one]],
		[`after=${at}`, [two]],
	] as const) {
		expect(idsOf(await api("GET", `${path}/msg?${query}`)), query).toEqual(ids);
	}
});

test("an endpoint that was deleted still tells, others do not", async () => {
	const { api, app, path, send, listed } = await newScene();
	const id = await send();
	await listed("success", 1);
	await api("DELETE", path);
	expect(idsOf(await api("GET", `${path}/msg`))).toEqual([id]);
	expectError(await api("GET", `/app/${app}/endpoint/none/msg`), 404, "not_found");
});

test.each([
	["status=5", "status"],
	["status=success", "status"],
	["event_types=a%20b", "event_types"],
	["before=yesterday", "before"],
	["expanded_statuses=1", "expanded_statuses"],
	["with_content=2", "with_content"],
])("%s is refused", async (query, field) => {
	const { api, path } = await newScene();
	expectIssues(await api("GET", `${path}/msg?${query}`), [
		"query",
		...(field === "event_types" ? [field, 0] : [field]),
	]);
});

test("pages with large payloads end early, and the next goes on", async () => {
	const { api, path, send, listed } = await newScene();
	const text = "x".repeat(15_000);
	const sent: string[] = [];
	for (let i = 0; i < 4; i++) sent.unshift(await send({ payload: { text } }));
	await listed("success", 4);
	const first = await api("GET", `${path}/msg?limit=3`);
	const second = await api("GET", `${path}/msg?limit=3&iterator=${first.body.iterator}`);
	expect([...idsOf(first), ...idsOf(second)]).toEqual(sent);
	expect([first.body.done, second.body.done]).toEqual([false, true]);
});

test("attempts come with their messages when that is asked for, never with payloads", async () => {
	const { api, app, path, send, listed } = await newScene();
	const id = await send();
	await listed("success", 1);
	const attempts = path.replace("/endpoint/", "/attempt/endpoint/");
	const { body } = await api("GET", `${attempts}?with_msg=true&expanded_statuses=true`);
	expect(body.data[0].msg).toMatchObject({ id, eventType: "a", payload: {} });
	expect((await api("GET", attempts)).body.data[0]).not.toHaveProperty("msg");
	expectIssues(await api("GET", `${attempts}?with_msg=x`), ["query", "with_msg"]);

	const today = (await api("GET", `/app/${app}/attempt/msg/${id}`)).body;
	expect((await api("GET", `/app/${app}/msg/${id}/attempt`)).body).toEqual(today);
	const older = await api(
		"GET",
		`/app/${app}/msg/${id}/endpoint/${path.split("/").at(-1)}/attempt`,
	);
	expect(older.body).toEqual(today);
});
