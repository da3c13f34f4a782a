import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { ApplicationId } from "../../src/core/ids.ts";
import { type Api, newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { newMessage, tools } from "../support/delivery.ts";
import { finished } from "../support/tasks.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KINDS = ["recover", "replay-missing", "bulk-replay"];
const NAMES: Record<string, string> = {
	recover: "endpoint.recover",
	"replay-missing": "endpoint.replay",
	"bulk-replay": "endpoint.bulk-replay",
};

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** An application with one endpoint; `query` is what its receiver answers. */
async function newRoom(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const endpoint = `${app}/endpoint/${body.id}`;
	const seenIds = async () =>
		(await target.seen()).map(({ headers }) => headers["webhook-id"] as string);
	return { api, app, endpoint, endpointId: body.id as string, target, seenIds };
}

type Room = Awaited<ReturnType<typeof newRoom>>;

async function send({ api, app }: Room, fields: object = {}): Promise<string> {
	const message = { eventType: "user.created", payload: { n: 1 }, ...fields };
	return (await api("POST", `${app}/msg`, message)).body.id;
}

/** Sends one after the other, each when the one before was attempted. */
async function sendEach(room: Room, ...messages: object[]): Promise<string[]> {
	const ids: string[] = [];
	for (const fields of messages) {
		ids.push(await send(room, fields));
		await attempted(room, ids.length);
	}
	return ids;
}

function attempted({ api, app, endpointId }: Room, count: number) {
	return until(
		async () => (await api("GET", `${app}/attempt/endpoint/${endpointId}?limit=250`)).body.data,
		(all) => all.length >= count,
	);
}

async function replay({ api, endpoint }: Room, kind: string, fields: object = {}) {
	const body = { since: ago(MINUTE_MS), ...fields };
	const reply = await api("POST", `${endpoint}/${kind}`, body);
	expect(reply.status, reply.text).toBe(202);
	return reply.body;
}

/** The end of a replay, and which messages arrived through it. */
async function replayed(room: Room, kind: string, fields: object = {}) {
	const before = (await room.seenIds()).length;
	const { data } = await finished(room.api, (await replay(room, kind, fields)).id);
	return { data, ids: (await room.seenIds()).slice(before).sort() };
}

async function newPlace() {
	const { api, endpoint } = await newRoom();
	return { api: api as Api, endpoint };
}

test.each(KINDS)("%s answers with the task that it begins", async (kind) => {
	const room = await newRoom();
	const data = { state: "counting", total: 0, done: 0, failed: 0, secondsLeft: null };
	expect(await replay(room, kind)).toEqual({
		id: expect.stringMatching(/^qtask_[0-9A-Za-z]{27}$/),
		status: "running",
		task: NAMES[kind],
		endpointId: room.endpointId,
		data: { ...data, messagesSent: 0 },
		updatedAt: expect.any(String),
	});
});

test.each(KINDS)("%s refuses times that make no sense", async (kind) => {
	const { api, endpoint } = await newPlace();
	const ask = (body: object) => api("POST", `${endpoint}/${kind}`, body);
	expectIssues(await ask({}), ["body", "since"]);
	for (const since of ["yesterday", 5, null, "", "2026-01-31"]) {
		expectIssues(await ask({ since }), ["body", "since"]);
	}
	expectIssues(await ask({ since: ago(0), until: "later" }), ["body", "until"]);
	expectIssues(await ask({ since: ago(-MINUTE_MS) }), ["body", "since"]);
	const turned = await ask({ since: ago(MINUTE_MS), until: ago(2 * MINUTE_MS) });
	expectIssues(turned, ["body", "until"]);
	expect(turned.body.detail[0].msg).toBe("must not be before since");
	expect((await ask({ since: ago(MINUTE_MS), until: ago(-DAY_MS) })).status).toBe(202);
	expect((await ask({ since: ago(MINUTE_MS), until: null })).status).toBe(202);
});

test("a recovery goes back 14 days and a little, the others as far as there are messages", async () => {
	const { api, endpoint } = await newPlace();
	const ask = (kind: string, since: string) => api("POST", `${endpoint}/${kind}`, { since });
	expect((await ask("recover", ago(14 * DAY_MS + 4 * MINUTE_MS))).status).toBe(202);
	const tooLate = await ask("recover", ago(14 * DAY_MS + 6 * MINUTE_MS));
	expectIssues(tooLate, ["body", "since"]);
	expect(tooLate.body.detail[0].msg).toBe("must be at most 14 days ago");
	for (const kind of ["replay-missing", "bulk-replay"]) {
		expect((await ask(kind, ago(80 * DAY_MS))).status).toBe(202);
	}
});

test.each<[string, object]>([
	["status", { status: 5 }],
	["status", { status: "fail" }],
	["statusCodeClass", { statusCodeClass: 404 }],
	["channel", { channel: "a b" }],
	["tag", { tag: "a b" }],
	["eventTypes.0", { eventTypes: ["a b"] }],
	["eventTypes", { eventTypes: ["a", "a"] }],
	["eventTypes", { eventTypes: "a" }],
])("a bulk replay refuses a wrong %s", async (field, filter) => {
	const { api, endpoint } = await newPlace();
	const reply = await api("POST", `${endpoint}/bulk-replay`, { since: ago(0), ...filter });
	expectIssues(reply, ["body", ...field.split(".")]);
});

test.each(KINDS)(
	"%s is refused while the endpoint is disabled, not while it is paused",
	async (kind) => {
		const { api, endpoint } = await newPlace();
		const ask = () => api("POST", `${endpoint}/${kind}`, { since: ago(MINUTE_MS) });
		await api("PATCH", endpoint, { disabled: true });
		expectError(await ask(), 400, "endpoint_disabled");
		await api("PATCH", endpoint, { disabled: false });
		await api("POST", `${endpoint}/pause`);
		expect((await ask()).status).toBe(202);
	},
);

test.each(KINDS)("%s with an idempotency key begins once", async (kind) => {
	const { api, endpoint } = await newPlace();
	const key = { "idempotency-key": crypto.randomUUID() };
	const ask = () => api("POST", `${endpoint}/${kind}`, { since: ago(MINUTE_MS) }, key);
	const replies = await Promise.all([ask(), ask(), ask(), ask()]);
	expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
	expect((await api("GET", "/background-task")).body.data).toHaveLength(1);
});

test("a recovery sends again what failed, under the same ids, and nothing else", async () => {
	const room = await newRoom("?status=200,500,404,200");
	const [, second, third] = await sendEach(room, {}, {}, {});
	const { data, ids } = await replayed(room, "recover");
	expect(ids).toEqual([second, third].sort());
	expect(data).toMatchObject({ state: "finished", total: 2, done: 2, failed: 0, messagesSent: 2 });
	const attempts = await attempted(room, 5);
	expect(attempts.slice(0, 2)).toMatchObject([
		{ status: 0, triggerType: 1, attemptNumber: 2 },
		{ status: 0, triggerType: 1, attemptNumber: 2 },
	]);
	expect((await replayed(room, "recover")).data).toMatchObject({ total: 0, done: 0 });
});

test("what fails once more is counted as failed", async () => {
	const room = await newRoom("?status=500");
	await sendEach(room, {}, {});
	expect((await replayed(room, "recover")).data).toMatchObject({ total: 2, done: 2, failed: 2 });
});

test("only messages of the time span are sent", async () => {
	const room = await newRoom("?status=500,500,200");
	const [, second] = await sendEach(room, {}, {});
	const { body } = await room.api("GET", `${room.app}/msg/${second}`);
	const until = body.timestamp;
	expect((await replayed(room, "recover", { until })).ids).toHaveLength(1);
	expect((await replayed(room, "recover", { since: until })).ids).toEqual([second]);
});

test("what came while the endpoint was disabled can be recovered", async () => {
	const room = await newRoom();
	const [first] = await sendEach(room, {});
	await room.api("PATCH", room.endpoint, { disabled: true });
	const skipped = await send(room);
	await room.api("PATCH", room.endpoint, { disabled: false });
	expect((await replayed(room, "recover")).ids).toEqual([skipped]);
	expect(await room.seenIds()).toEqual([first, skipped]);
});

test("a replay sends what was never attempted and is wanted now", async () => {
	const room = await newRoom("?status=500,200", { channels: ["a"] });
	await sendEach(room, { channels: ["a"] });
	const filtered = await send(room, { channels: ["b"] });
	await send(room, { channels: ["c"] });
	await room.api("PATCH", room.endpoint, { disabled: true });
	const skipped = await send(room, { channels: ["a"] });
	await room.api("PATCH", room.endpoint, { disabled: false, channels: ["a", "b"] });
	const { data, ids } = await replayed(room, "replay-missing");
	expect(ids).toEqual([filtered, skipped].sort());
	expect(data).toMatchObject({ total: 2, done: 2, failed: 0 });
});

test("a new endpoint gets what was sent before it", async () => {
	const room = await newRoom();
	const [first] = await sendEach(room, {});
	const target = newTarget();
	const { body } = await room.api("POST", `${room.app}/endpoint`, { url: target.url });
	const other = { ...room, endpoint: `${room.app}/endpoint/${body.id}` };
	await finished(room.api, (await replay(other, "replay-missing")).id);
	expect(await target.seen()).toMatchObject([{ headers: { "webhook-id": first } }]);
	expect(await room.target.seen()).toHaveLength(1);
});

const MESSAGES = [
	{ eventType: "a", channels: ["x"], tags: ["t"] },
	{ eventType: "b", channels: ["x", "y"], tags: ["t", "u"] },
	{ eventType: "c" },
	{ eventType: "a" },
];

// The receiver answers the four with 200, 503, 404 and 200.
test.each<[string, object, number[]]>([
	["nothing", {}, [0, 1, 2, 3]],
	["an empty list of event types", { eventTypes: [] }, [0, 1, 2, 3]],
	["event type", { eventTypes: ["a", "c"] }, [0, 2, 3]],
	["channel", { channel: "y" }, [1]],
	["tag", { tag: "t" }, [0, 1]],
	["success", { status: 0 }, [0, 3]],
	["pending", { status: 1 }, []],
	["sending, and that is what waits for a retry", { status: 3 }, [1, 2]],
	["class 400", { statusCodeClass: 400 }, [2]],
	["class 200 and tag", { statusCodeClass: 200, tag: "t" }, [0]],
])("a bulk replay by %s", async (_name, filter, expected) => {
	const room = await newRoom("?status=200,503,404,200");
	const sent = await sendEach(room, ...MESSAGES);
	const { data, ids } = await replayed(room, "bulk-replay", filter);
	expect(ids).toEqual(expected.map((i) => sent[i]).sort());
	expect(data).toMatchObject({ state: "finished", total: expected.length, done: expected.length });
});

test("a replay goes on after its lane was evicted while it counts and while it waits", async () => {
	const room = await newRoom();
	await Promise.all(Array.from({ length: 30 }, () => send(room)));
	await attempted(room, 30);
	await room.api("POST", `${room.endpoint}/pause`);
	const { id } = await replay(room, "bulk-replay");
	const lane = env.ENDPOINT_LANE.getByName(room.endpointId);
	await evictDurableObject(lane);
	await until(
		() => room.api("GET", `/background-task/${id}`),
		({ body }) => body.data.state === "running",
	);
	await evictDurableObject(lane);
	await room.api("POST", `${room.endpoint}/resume`);
	expect((await finished(room.api, id)).data).toMatchObject({ total: 30, done: 30, failed: 0 });
	const ids = (await room.seenIds()).slice(30);
	expect(new Set(ids).size).toBe(30);
	expect(ids).toHaveLength(30);
});

test("pages follow each other until all are sent, and new messages do not wait for them", async () => {
	const room = await newRoom("", { channels: ["nobody"] });
	// safe because it is the id in the path
	const store = tools.stores.of(room.app.slice("/app/".length) as ApplicationId);
	for (let i = 0; i < 12; i++) {
		await Promise.all(Array.from({ length: 100 }, () => store.accept(newMessage())));
	}
	await room.api("PATCH", room.endpoint, { channels: null, throttleRate: 300 });
	const { id } = await replay(room, "replay-missing");
	await until(room.target.seen, (all) => all.length > 50);
	const fresh = await send(room);
	const seen = await until(room.seenIds, (all) => all.includes(fresh));
	expect(seen.length).toBeLessThan(900);
	const data = { state: "finished", total: 1200, done: 1200, failed: 0 };
	const task = () => room.api("GET", `/background-task/${id}`);
	for (let waits = 0; waits < 3; waits++) {
		await until(task, ({ body }) => body.status === "finished").catch(() => null);
	}
	expect((await task()).body.data).toMatchObject(data);
	expect(new Set(await room.seenIds()).size).toBe(1201);
	expect(await room.seenIds()).toHaveLength(1201);
}, 30_000);
