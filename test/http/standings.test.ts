// How a message stands at each endpoint of its application, and why, over the API.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Api, newApp, newTarget, type Reply, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const EVENT = { eventType: "user.created", payload: {} };

/** An application with a way to add endpoints by uid, to send, and to see how that stands, by uid. */
async function newSender(fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api, fields)}`;
	const uids = new Map<string, string>();
	return {
		api,
		app,
		async add(uid: string, query = "", ofEndpoint: object = {}) {
			const body = { uid, url: newTarget(query).url, ...ofEndpoint };
			const reply = await api("POST", `${app}/endpoint`, body);
			expect(reply.status, reply.text).toBe(201);
			uids.set(reply.body.id, uid);
			return `${app}/endpoint/${uid}`;
		},
		async send(message: object = {}): Promise<string> {
			return (await api("POST", `${app}/msg`, { ...EVENT, ...message })).body.id;
		},
		list: (id: string, query = "") => api("GET", `${app}/msg/${id}/endpoint${query}`),
		async standing(id: string, uid: string) {
			return find(await api("GET", `${app}/msg/${id}/endpoint?limit=250`), uid);
		},
		reaches(id: string, uid: string, state: string) {
			return until(
				async () => find(await api("GET", `${app}/msg/${id}/endpoint?limit=250`), uid),
				(item) => item?.standing.state === state,
			);
		},
	};

	function find(reply: Reply, uid: string) {
		return reply.body.data.find((item: { id: string }) => uids.get(item.id) === uid);
	}
}

async function patch(api: Api, path: string, change: object) {
	const reply = await api("PATCH", path, change);
	expect(reply.status, reply.text).toBe(200);
}

test("a delivered message says when, and the endpoint is told as everywhere", async () => {
	const { api, add, send, reaches } = await newSender();
	const path = await add("main");
	const item = await reaches(await send(), "main", "delivered");
	const endpoint = await api("GET", path);
	expect(item).toEqual({
		...endpoint.body,
		status: 0,
		statusText: "success",
		nextAttempt: null,
		standing: {
			state: "delivered",
			reason: expect.stringMatching(
				/^Delivered at 20\d\d-.*Z: the server answered 200 after \d+ ms\.$/,
			),
			filteredBy: null,
			missed: false,
			attempts: 1,
			behind: null,
			blocked: false,
			nextAttempt: null,
			lastAttempt: {
				failure: null,
				responseStatusCode: 200,
				responseDurationMs: expect.any(Number),
			},
			changedAt: expect.stringMatching(/Z$/),
		},
	});
});

test("a failing message says what was answered and when it is tried again", async () => {
	const { add, send, reaches } = await newSender();
	await add("main", "?status=503");
	const item = await reaches(await send(), "main", "failing");
	expect(item).toMatchObject({ status: 3, statusText: "sending" });
	expect(item.standing).toMatchObject({
		attempts: 1,
		reason: expect.stringMatching(
			/^Attempt 1 of 8 failed: the server answered 503 after \d+ ms\. Next attempt at 20.*Z\.$/,
		),
		lastAttempt: { failure: "server_error", responseStatusCode: 503 },
	});
	expect(item.nextAttempt).toBe(item.standing.nextAttempt);
	const waitMs = Date.parse(item.nextAttempt) - Date.parse(item.standing.changedAt);
	expect(waitMs).toBeGreaterThanOrEqual(4_000);
	expect(waitMs).toBeLessThan(8_000);
});

test("a throttled message says behind how many it waits, and until when", async () => {
	const { add, send, standing } = await newSender({ throttleRate: 1 });
	await add("main");
	const ids: string[] = [];
	for (let i = 0; i < 6; i++) ids.push(await send());
	const last = await standing(ids[5] ?? "", "main");
	expect(last).toMatchObject({ status: 1, statusText: "pending", nextAttempt: null });
	expect(last.standing).toMatchObject({ state: "waiting", attempts: 0, lastAttempt: null });
	expect(last.standing.behind).toBeGreaterThanOrEqual(1);
	expect(last.standing.reason).toMatch(
		/^Waiting behind \d+ messages?; expected at 20.*Z \(limit 1 per second\)\.$/,
	);
	expect(Date.parse(last.standing.nextAttempt)).toBeGreaterThan(Date.now());
});

test("a message says that it is under way while the server thinks", async () => {
	const { add, send, reaches } = await newSender();
	await add("main", "?delay_ms=900");
	const item = await reaches(await send(), "main", "sending");
	expect(item).toMatchObject({
		status: 3,
		standing: { reason: "The first attempt is under way." },
	});
});

test("which filter kept the message away is told for each endpoint that it never concerned", async () => {
	const { api, add, send, standing } = await newSender();
	await api("POST", "/event-type", { name: "invoice.paid" });
	await add("type", "", { eventTypes: ["invoice.paid"] });
	await add("channel", "", { channels: ["eu"] });
	const changed = await add("changed", "", { channels: ["us"] });
	const id = await send({ channels: ["asia"] });
	await patch(api, changed, { channels: ["asia"] });
	await new Promise((resolve) => setTimeout(resolve, 10));
	await add("late");
	const expected: [string, string, RegExp][] = [
		["type", "event_type", /takes only invoice\.paid, and this is user\.created\.$/],
		["channel", "channel", /takes only eu, and the message has asia\.$/],
		["changed", "changed", /though its filters take it now\.$/],
		["late", "created_after", /created after the message, at 20.*Z\. It can be replayed\.$/],
	];
	for (const [uid, filteredBy, reason] of expected) {
		const item = await standing(id, uid);
		expect(item, uid).toMatchObject({ status: 4, statusText: "canceled", nextAttempt: null });
		expect(item.standing, uid).toMatchObject({ state: "filtered_out", filteredBy, attempts: 0 });
		expect(item.standing.reason).toMatch(reason);
	}
});

test("a message for a disabled endpoint is not sent, and says that it can be recovered", async () => {
	const { api, add, send, standing } = await newSender();
	const path = await add("main", "", { disabled: true });
	const id = await send();
	expect(await standing(id, "main")).toMatchObject({
		status: 4,
		statusText: "canceled",
		disabled: true,
		standing: { state: "disabled", reason: expect.stringMatching(/Enable it, then recover/) },
	});
	await patch(api, path, { disabled: false });
	expect(await standing(id, "main")).toMatchObject({
		standing: { state: "disabled", reason: expect.stringMatching(/It can be recovered\.$/) },
	});
});

test("what fails at an endpoint that is then disabled goes on when it is enabled", async () => {
	const { api, add, send, reaches } = await newSender();
	const path = await add("main", "?status=500");
	const id = await send();
	await reaches(id, "main", "failing");
	await patch(api, path, { disabled: true });
	const item = await reaches(id, "main", "disabled");
	expect(item.standing.reason).toMatch(/^Attempt 1 of 8 failed: .* No more is tried: /);
	expect(item.standing.nextAttempt).toBeNull();
	expect((await api("GET", `${path}/msg`)).body.data).toMatchObject([{ id, nextAttempt: null }]);
	await patch(api, path, { disabled: false });
	await reaches(id, "main", "failing");
});

test("a paused endpoint lets messages wait", async () => {
	const { api, add, send, reaches } = await newSender();
	const path = await add("main");
	expect((await api("POST", `${path}/pause`)).status).toBeLessThan(300);
	const id = await send();
	const item = await reaches(id, "main", "paused");
	expect(item).toMatchObject({ status: 1, statusText: "pending" });
	expect(item.standing.nextAttempt).toBeNull();
	expect(item.standing.reason).toBe(
		"The endpoint is paused: the message waits until it is resumed.",
	);
	expect((await api("POST", `${path}/resume`)).status).toBeLessThan(300);
	await reaches(id, "main", "delivered");
});

test("what fails at an endpoint that is then paused has no next time in any list", async () => {
	const { api, app, add, send, reaches } = await newSender();
	const path = await add("main", "?status=500");
	const id = await send();
	await reaches(id, "main", "failing");
	const times = async () => {
		const standing = await api("GET", `${app}/message-standing?ids=${id}`);
		const listed = await api("GET", `${path}/msg`);
		return [standing, listed].map(({ body }) => body.data[0].nextAttempt);
	};
	expect(await times()).toEqual([expect.any(String), expect.any(String)]);
	await api("POST", `${path}/pause`);
	const item = await reaches(id, "main", "paused");
	expect(item.standing.nextAttempt).toBeNull();
	expect(await times()).toEqual([null, null]);
	await api("POST", `${path}/resume`);
	expect(await times()).toEqual([expect.any(String), expect.any(String)]);
});

test("in order, what comes after a failing message says so, and when at the earliest", async () => {
	const { add, send, reaches, standing } = await newSender();
	await add("main", "?status=500", { ordered: true });
	const [first, second, third] = [await send(), await send(), await send()];
	const { standing: retried } = await reaches(first, "main", "failing");
	expect(retried.blocked).toBe(false);
	for (const [id, behind] of [
		[second, 1],
		[third, 2],
	] as const) {
		const item = await standing(id, "main");
		expect(item.standing).toMatchObject({
			...{ state: "waiting", behind, blocked: true },
			nextAttempt: retried.nextAttempt,
			reason: expect.stringMatching(
				/; expected at 20.*Z or later\. Delivery is in order, and an earlier message is being retried\.$/,
			),
		});
	}
});

test("a deleted endpoint is in the list of the messages that were for it alone", async () => {
	const { api, add, send, list, reaches } = await newSender();
	const failing = await add("failing", "?status=500");
	const fine = await add("fine");
	const id = await send();
	await reaches(id, "failing", "failing");
	await reaches(id, "fine", "delivered");
	for (const path of [failing, fine]) await api("DELETE", path);
	expect(await reaches(id, "failing", "gone")).toMatchObject({
		status: 4,
		uid: null,
		standing: { reason: expect.stringMatching(/^Not delivered: the endpoint was deleted at 20/) },
	});
	await reaches(id, "fine", "delivered");
	expect((await list(await send())).body.data).toEqual([]);
});

test("a lane that does not answer leaves its endpoint unknown, and the page whole", async () => {
	const { api, add, send, list, reaches } = await newSender();
	await add("one");
	const two = (await api("GET", await add("two"))).body.id;
	const id = await send();
	await reaches(id, "two", "delivered");
	await reaches(id, "one", "delivered");
	// Keeps the object busy for longer than the page waits.
	void runBusy(two, 7_000);
	const startedAt = Date.now();
	const page = await list(id);
	expect(Date.now() - startedAt).toBeLessThan(6_500);
	const stateOf = new Map(
		page.body.data.map((item: { uid: string; status: number; standing: { state: string } }) => [
			item.uid,
			[item.standing.state, item.status],
		]),
	);
	expect(stateOf.get("one")).toEqual(["delivered", 0]);
	expect(stateOf.get("two")).toEqual(["unknown", 1]);
}, 20_000);

async function runBusy(endpointId: string, ms: number): Promise<void> {
	const { runInDurableObject } = await import("cloudflare:test");
	await runInDurableObject(env.ENDPOINT_LANE.getByName(endpointId), (_lane, state) =>
		state.blockConcurrencyWhile(() => new Promise((resolve) => setTimeout(resolve, ms))),
	);
}

test("endpoints come by id, oldest first, page by page, and by the message's eventId, too", async () => {
	const { add, send, list } = await newSender();
	for (let i = 0; i < 5; i++) await add(`e${i}`);
	const id = await send({ eventId: "evt_1" });
	const all = (await list(id)).body.data.map((item: { id: string }) => item.id);
	expect(all).toHaveLength(5);
	expect(all).toEqual([...all].sort());
	const first = await list("evt_1", "?limit=2");
	const second = await list("evt_1", `?limit=2&iterator=${first.body.iterator}`);
	const ids = [...first.body.data, ...second.body.data].map((item: { id: string }) => item.id);
	expect(ids).toEqual(all.slice(0, 4));
	expectError(await list("none"), 404, "not_found");
});

test("messages of a list are told together, each over all of its endpoints", async () => {
	const { api, app, add, send, reaches } = await newSender();
	const none = await send();
	await add("good", "", { channels: ["a"] });
	await add("bad", "?status=500", { channels: ["b"] });
	await add("off", "", { channels: ["b"], disabled: true });
	const good = await send({ channels: ["a"] });
	const both = await send({ channels: ["a", "b"] });
	await reaches(good, "good", "delivered");
	await reaches(both, "good", "delivered");
	await reaches(both, "bad", "failing");
	const gone = `msg_${"0".repeat(27)}`;
	const ids = [none, good, both, gone, good].join(",");
	const { body } = await api("GET", `${app}/message-standing?ids=${ids}`);
	expect(body.data).toEqual([
		{ id: none, endpoints: 0, states: {}, nextAttempt: null },
		{ id: good, endpoints: 1, states: { delivered: 1 }, nextAttempt: null },
		{
			id: both,
			endpoints: 3,
			states: { delivered: 1, failing: 1, disabled: 1 },
			nextAttempt: expect.stringMatching(/Z$/),
		},
	]);
	await api("DELETE", `${app}/endpoint/bad`);
	const [after] = (await api("GET", `${app}/message-standing?ids=${both}`)).body.data;
	expect(after.states).toEqual({ delivered: 1, gone: 1, disabled: 1 });
});

test("only ids are understood, and not too many", async () => {
	const { api, app, send } = await newSender();
	for (const ids of ["", "x", await send({ eventId: "mine" }).then(() => "mine")]) {
		const reply = await api("GET", `${app}/message-standing?ids=${ids}`);
		expectIssues(reply, ["query", "ids", 0]);
	}
	const many = Array.from({ length: 51 }, (_, i) => `msg_${String(i).padStart(27, "0")}`);
	expectIssues(await api("GET", `${app}/message-standing?ids=${many.join(",")}`), ["query", "ids"]);
	expectIssues(await api("GET", `${app}/message-standing`), ["query", "ids"]);
});
