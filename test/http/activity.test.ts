// How an application's deliveries went over time.
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { moveClock } from "../support/delivery.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

afterEach(() => {
	vi.useRealTimers();
});

async function newRoom() {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const add = async (query = "", fields: object = {}): Promise<string> =>
		(await api("POST", `${app}/endpoint`, { url: newTarget(query).url, ...fields })).body.id;
	const send = async (endpointIds: string[], count: number) => {
		await api("POST", `${app}/msg`, { eventType: "a", payload: {} });
		for (const id of endpointIds) {
			await until(
				() => api("GET", `${app}/attempt/endpoint/${id}`),
				({ body }) => body.data.length === count,
			);
		}
	};
	const read = (query = "") => api("GET", `${app}/activity${query}`);
	return { api, app, add, send, read };
}

type Bucket = { at: string; success: number; fail: number };
const used = ({ buckets }: { buckets: Bucket[] }) =>
	buckets.filter(({ success, fail }) => success + fail > 0);
const timesOf = ({ buckets }: { buckets: Bucket[] }) => buckets.map(({ at }) => Date.parse(at));

test("attempts of all endpoints are summed by the hour, and each endpoint has its own sums", async () => {
	const { add, send, read } = await newRoom();
	const ids = [await add(), await add("?status=500")];
	await send(ids, 1);
	await send(ids, 2);
	const { body } = await read();
	expect(body).toMatchObject({ period: "hour", done: true });
	expect(body.endpoints).toMatchObject([
		{ endpointId: ids[0], success: 2, fail: 0 },
		{ endpointId: ids[1], success: 0, fail: 2 },
	]);
	const sum = (name: "success" | "fail") =>
		body.buckets.reduce((total: number, bucket: Bucket) => total + bucket[name], 0);
	expect([sum("success"), sum("fail")]).toEqual([2, 2]);
	const times = timesOf(body);
	expect(times).toEqual(Array.from({ length: 24 }, (_, i) => Number(times[0]) + i * HOUR_MS));
	expect(body.since).toBe(body.buckets[0].at);
	expect(Date.parse(body.until)).toBe(Number(times[23]) + HOUR_MS);
	expect(Date.parse(body.until)).toBeGreaterThan(Date.now() - HOUR_MS);
});

test("by the day it reaches back further", async () => {
	const { add, send, read } = await newRoom();
	const id = await add();
	await send([id], 1);
	const at = used((await read()).body)[0]?.at ?? "";
	const day = new Date(Math.floor(Date.parse(at) / DAY_MS) * DAY_MS).toISOString();
	moveClock(20 * DAY_MS);
	await send([id], 2);
	const { body } = await read("?period=day");
	expect(body.buckets).toHaveLength(28);
	expect(used(body)).toMatchObject([{ at: day, success: 1 }, { success: 1 }]);
	expect(body.endpoints).toMatchObject([{ success: 2 }]);
	expect(used((await read()).body)).toHaveLength(1);
	const since = new Date(Date.now() - 85 * DAY_MS).toISOString();
	const long = (await read(`?period=day&since=${since}`)).body;
	expect(long.buckets).toHaveLength(86);
	expect(used(long)).toHaveLength(2);
});

test("a span begins and ends with whole buckets", async () => {
	const { read } = await newRoom();
	const query = "?since=2026-01-10T10:30:00Z&until=2026-01-10T12:00:00.001Z";
	const { body } = await read(query);
	expect(body).toMatchObject({ since: "2026-01-10T10:00:00.000Z", endpoints: [], iterator: null });
	expect(body.until).toBe("2026-01-10T13:00:00.000Z");
	expect(body.buckets).toHaveLength(3);
	const exact = (await read("?since=2026-01-10T10:00:00Z&until=2026-01-10T12:00:00Z")).body;
	expect(exact.buckets).toHaveLength(2);
});

test("one endpoint is asked for by its id or uid", async () => {
	const { add, send, read } = await newRoom();
	const ids = [await add("", { uid: "mine" }), await add()];
	await send(ids, 1);
	for (const name of [ids[0], "mine"]) {
		const { body } = await read(`?endpointId=${name}`);
		expect(body.endpoints).toMatchObject([{ endpointId: ids[0], success: 1 }]);
		expect(used(body)).toMatchObject([{ success: 1 }]);
	}
	const other = await newRoom();
	expectError(await other.read(`?endpointId=${ids[0]}`), 404, "not_found");
});

test("many endpoints come in parts that add up", async () => {
	const { add, send, read } = await newRoom();
	const id = await add();
	await send([id], 1);
	const { results } = await env.DB.prepare("PRAGMA table_info(endpoints)").all();
	const columns = results.map(({ name }) => {
		if (name === "id") return "printf('ep_z%026d', i)";
		return name === "uid" ? "NULL" : String(name);
	});
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 251)
		INSERT INTO endpoints SELECT ${columns.join(", ")} FROM endpoints, n WHERE endpoints.id = ?1`,
	)
		.bind(id)
		.run();
	const first = (await read()).body;
	expect(first).toMatchObject({ done: false });
	expect(first.endpoints).toHaveLength(250);
	const second = (await read(`?iterator=${first.iterator}`)).body;
	expect(second).toMatchObject({ done: true });
	expect(second.endpoints).toHaveLength(2);
	expect([...used(first), ...used(second)]).toMatchObject([{ success: 1 }]);
});

test("a span that is too long or in the future is refused", async () => {
	const { read } = await newRoom();
	const at = (ms: number) => new Date(Date.now() + ms).toISOString();
	for (const query of [
		`?since=${at(-15 * DAY_MS)}`,
		`?period=day&since=${at(-91 * DAY_MS)}`,
		`?until=${at(HOUR_MS)}`,
		`?since=${at(HOUR_MS)}`,
		`?since=${at(-HOUR_MS)}&until=${at(-2 * HOUR_MS)}`,
	]) {
		expectError(await read(query), 400, "invalid_range");
	}
	expect((await read(`?since=${at(-14 * DAY_MS)}`)).status).toBe(200);
	expectIssues(await read("?period=week"), ["query", "period"]);
	expectIssues(await read("?since=yesterday"), ["query", "since"]);
});
