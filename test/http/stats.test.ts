// Counts of an endpoint's attempts in a span of time.
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function newEndpoint(query = "") {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	await api("POST", `${app}/endpoint`, { uid: "main", url: newTarget(query).url });
	const path = `${app}/endpoint/main/stats`;
	return {
		api,
		app,
		path,
		send: () => api("POST", `${app}/msg`, { eventType: "a", payload: {} }),
		stats: (since: number | null, until: number | null) =>
			api("GET", `${path}?${span(since, until)}`),
	};
}

function span(since: number | null, until: number | null): string {
	const query = new URLSearchParams();
	if (since !== null) query.set("since", new Date(since).toISOString());
	if (until !== null) query.set("until", new Date(until).toISOString());
	return query.toString();
}

test("successes and failures are counted where they happened, to the millisecond", async () => {
	const { api, app, path, send, stats } = await newEndpoint("?status=500,200");
	const none = { success: 0, fail: 0, pending: 0, sending: 0, canceled: 0 };
	expect((await api("GET", path)).body).toEqual(none);
	await send();
	const attempts = () => api("GET", `${app}/attempt/endpoint/main`);
	await until(attempts, (reply) => reply.body.data.length === 1);
	await send();
	const { body } = await until(attempts, (reply) => reply.body.data.length === 2);
	const [second, first] = body.data.map((one: { timestamp: string }) => Date.parse(one.timestamp));
	const all = await api("GET", path);
	expect(all.body).toMatchObject({ success: 1, fail: 1 });
	expect((await stats(first, first + 1)).body).toMatchObject({ success: 0, fail: 1 });
	expect((await stats(second, second + 1)).body).toMatchObject({ success: 1 });
	expect((await stats(first, second)).body).toMatchObject({ success: 0, fail: 1 });
	expect((await stats(second, null)).body).toMatchObject({ success: 1, fail: 0 });
	expect((await stats(null, first)).body).toMatchObject({ success: 0, fail: 0 });
});

test("a span of up to 28 days and five minutes is counted, and nothing beyond", async () => {
	const { stats } = await newEndpoint();
	const now = Date.now() - 1_000;
	const longest = 28 * DAY_MS + 5 * MINUTE_MS;
	const good: [number | null, number | null][] = [
		[null, null],
		[now - longest, now],
		[now, now],
		[null, now - 60 * DAY_MS],
		[now - 60 * DAY_MS, now - 40 * DAY_MS],
	];
	for (const [since, until] of good) expect((await stats(since, until)).status).toBe(200);
	const bad: [number | null, number | null][] = [
		[now - longest - 1, now],
		[now - 29 * DAY_MS, null],
		[null, now + MINUTE_MS],
		[now, now - 1],
	];
	for (const [since, until] of bad) expectError(await stats(since, until), 400, "invalid_range");
});

test("a time that is none is named", async () => {
	const { api, path } = await newEndpoint();
	const reply = await api("GET", `${path}?since=yesterday&until=2026-02-30T00:00:00Z`);
	expectIssues(reply, ["query", "since"], ["query", "until"]);
});
