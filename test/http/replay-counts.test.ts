// How many messages a replay would send, told before it begins; it holds against what the replay then sends.
import { afterEach, expect, test, vi } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { moveClock } from "../support/delivery.ts";
import { finished } from "../support/tasks.ts";
import { newToken } from "../support/tokens.ts";

afterEach(() => {
	vi.useRealTimers();
});

const DAY_MS = 86_400_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function newRoom(query = "") {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const { body } = await api("POST", `${app}/endpoint`, { url: newTarget(query).url });
	const endpoint = `${app}/endpoint/${body.id}`;
	let sent = 0;
	const send = async (fields: object = {}) => {
		await api("POST", `${app}/msg`, { eventType: "user.created", payload: {}, ...fields });
		sent++;
		await until(
			() => api("GET", `${app}/attempt/endpoint/${body.id}`),
			(reply) => reply.body.data.length >= sent,
		);
	};
	const count = (fields: object) =>
		api("POST", `${endpoint}/replay-count`, { since: ago(60_000), ...fields });
	return { api, app, endpoint, send, count };
}

test("it is what the replay then sends", async () => {
	const { api, endpoint, send, count } = await newRoom();
	for (const tag of ["a", "b", "a"]) await send({ tags: [tag] });
	for (const [fields, expected] of [
		[{}, 3],
		[{ tag: "a" }, 2],
		[{ tag: "a", status: 0, statusCodeClass: 200 }, 2],
		[{ status: 2 }, 0],
		[{ eventTypes: ["other"] }, 0],
		[{ since: ago(0) }, 0],
	] as const) {
		const counted = await count({ kind: "bulk-replay", ...fields });
		expect(counted.body).toEqual({ count: expected, isExact: true });
	}
	const since = ago(60_000);
	const { body } = await api("POST", `${endpoint}/bulk-replay`, { since, tag: "a" });
	expect((await finished(api, body.id)).data).toMatchObject({ total: 2 });
	expect((await api("GET", "/background-task")).body.data).toHaveLength(1);
});

test("a recovery counts what failed, and what is missing is counted apart", async () => {
	const { api, app, endpoint, send, count } = await newRoom("?status=500");
	await send();
	await send();
	expect((await count({ kind: "recover" })).body).toEqual({ count: 2, isExact: true });
	expect((await count({ kind: "replay-missing" })).body).toEqual({ count: 0, isExact: true });
	await api("PATCH", endpoint, { disabled: true });
	await api("POST", `${app}/msg`, { eventType: "user.created", payload: {} });
	// Also while it is disabled: enabled, it could get them.
	expect((await count({ kind: "recover" })).body).toEqual({ count: 3, isExact: true });
	expect((await count({ kind: "replay-missing" })).body).toEqual({ count: 1, isExact: true });
});

test("what the operation refuses, the count refuses too", async () => {
	const { count } = await newRoom();
	const future = ago(-DAY_MS);
	expectIssues(await count({ kind: "recover", since: ago(15 * DAY_MS) }), ["body", "since"]);
	expectIssues(await count({ kind: "bulk-replay", since: future }), ["body", "since"]);
	expectIssues(await count({ kind: "recover", until: ago(DAY_MS) }), ["body", "until"]);
	expectIssues(await count({ kind: "everything" }), ["body", "kind"]);
	expectIssues(await count({}), ["body", "kind"]);
	expectIssues(await count({ kind: "bulk-replay", status: 9 }), ["body", "status"]);
});

const FILTERS = { eventTypes: ["a"], channel: "a", tag: "a", status: 0, statusCodeClass: 200 };

test.each(["recover", "replay-missing"])(
	"%s takes no filters, neither begun nor counted: they would narrow nothing",
	async (kind) => {
		const { api, endpoint, count } = await newRoom();
		const begin = (fields: object) =>
			api("POST", `${endpoint}/${kind}`, { since: ago(60_000), ...fields });
		const named = Object.keys(FILTERS).map((name) => ["body", name]);
		const refusals = [await begin(FILTERS), await count({ kind, ...FILTERS })];
		for (const refusal of refusals) {
			expectIssues(refusal, ...named);
			const msg = `can be given only with the kind bulk-replay, not with ${kind}`;
			for (const issue of refusal.body.detail) expect(issue).toMatchObject({ msg });
		}
		for (const [name, value] of Object.entries(FILTERS)) {
			// What is no filter at all is none here, either.
			for (const given of [value, { wrong: true }, ""]) {
				expectIssues(await begin({ [name]: given }), ["body", name]);
			}
		}
		expect((await api("GET", "/background-task")).body.data).toEqual([]);
		const none = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, null]));
		expect((await begin({ ...none, until: null, unknown: 1 })).status).toBe(202);
		expect((await count({ kind, ...none, until: null, unknown: 1 })).status).toBe(200);
	},
);

test("the same question gets the same answer for some seconds, another one its own", async () => {
	const { send, count } = await newRoom();
	const since = ago(60_000);
	await send({ tags: ["a"] });
	const counted = async (fields: object = {}) =>
		(await count({ kind: "bulk-replay", since, ...fields })).body.count;
	expect(await counted()).toBe(1);
	await send({ tags: ["b"] });
	expect(await counted()).toBe(1);
	expect(await counted({ tag: "b" })).toBe(1);
	expect(await counted({ since: ago(60_001) })).toBe(2);
	moveClock(6_000);
	expect(await counted()).toBe(2);
});

test("it is for those who may replay", async () => {
	const { api, app, endpoint } = await newRoom();
	const body = { kind: "recover", since: ago(60_000) };
	const statusFor = async (capabilities: string[]) => {
		const token = await newToken(api, app.replace("/app/", ""), { capabilities });
		return (await token("POST", `${endpoint}/replay-count`, body)).status;
	};
	expect(await statusFor(["ViewBase"])).toBe(403);
	expect(await statusFor(["ViewBase", "CreateAttempts"])).toBe(200);
});

test("there is nothing to count at an endpoint that is gone", async () => {
	const { api, endpoint, count } = await newRoom();
	await api("DELETE", endpoint);
	expectError(await count({ kind: "recover" }), 404, "not_found");
});
