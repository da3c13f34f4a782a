// A page of endpoints with how each stands, in one request.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { EndpointId } from "../../src/core/ids.ts";
import { askLanes } from "../../src/services/lane-answers.ts";
import { type Api, newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";
import { alarmOf, moveClock, tools } from "../support/delivery.ts";

const HOUR_MS = 3_600_000;

afterEach(() => {
	vi.useRealTimers();
});

async function newOverviews() {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const add = async (fields: object = {}, query = ""): Promise<string> => {
		const body = { url: newTarget(query).url, ...fields };
		return (await api("POST", `${app}/endpoint`, body)).body.id;
	};
	const read = async (query = "") => (await api("GET", `${app}/endpoint-overview${query}`)).body;
	const send = (fields: object = {}) =>
		api("POST", `${app}/msg`, { eventType: "a", payload: {}, ...fields });
	return { api, app, add, read, send };
}

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

const attempted = (api: Api, path: string, count: number) =>
	until(
		() => api("GET", path),
		({ body }) => body.data.length === count,
	);

/** Every row of a lane's tables. */
const everything = (endpointId: string) =>
	runInDurableObject(env.ENDPOINT_LANE.getByName(endpointId), (_, { storage: { sql } }) => {
		const names = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'");
		const tables = [...names].map(({ name }) => name).filter((name) => !name.startsWith("_cf"));
		return tables.map((name) => [name, [...sql.exec(`SELECT * FROM ${name}`)]]);
	});

test("an endpoint that got nothing has 24 empty hours and no last attempt", async () => {
	const { api, app, add, read } = await newOverviews();
	const id = await add({ description: "Mine" });
	const { data } = await read();
	const plain = (await api("GET", `${app}/endpoint/${id}`)).body;
	const { last24h, ...rest } = data[0];
	expect(rest).toEqual({
		...plain,
		...{ state: "enabled", waiting: 0, retrying: 0, lastAttemptAt: null, lastOutcomeText: null },
	});
	expect(last24h).toMatchObject({ success: 0, fail: 0 });
	const hours = last24h.hours.map(({ at }: { at: string }) => Date.parse(at));
	expect(hours).toHaveLength(24);
	expect(hours).toEqual(hours.map((_: number, i: number) => hours[0] + i * HOUR_MS));
	expect(Math.abs(Date.now() - hours[23])).toBeLessThanOrEqual(HOUR_MS);
});

test("each endpoint tells what came of its own attempts", async () => {
	const { api, app, add, read, send } = await newOverviews();
	const good = await add();
	const bad = await add({}, "?status=500");
	for (let i = 0; i < 2; i++) await send();
	await attempted(api, `${app}/attempt/endpoint/${good}`, 2);
	await attempted(api, `${app}/attempt/endpoint/${bad}`, 2);
	const { data } = await read("?order=ascending");
	expect(data).toMatchObject([
		{ id: good, retrying: 0, last24h: { success: 2, fail: 0 } },
		{ id: bad, retrying: 2, last24h: { success: 0, fail: 2 } },
	]);
	expect(data[0].lastOutcomeText).toMatch(/^the server answered 200 after \d+ ms$/);
	expect(data[1].lastOutcomeText).toMatch(/^the server answered 500 after \d+ ms$/);
	expect(data[0].last24h.hours.at(-1).success + data[0].last24h.hours.at(-2).success).toBe(2);
	const attempts = await api("GET", `${app}/attempt/endpoint/${good}`);
	expect(data[0].lastAttemptAt).toBe(attempts.body.data[0].timestamp);
});

test("attempts stay in their hour and leave after a day, though nobody wrote the hours down", async () => {
	const { api, app, add, read, send } = await newOverviews();
	const id = await add();
	await send();
	await attempted(api, `${app}/attempt/endpoint/${id}`, 1);
	const [{ last24h: first }] = (await read()).data;
	const at = first.hours.find((hour: { success: number }) => hour.success === 1).at;
	moveClock(5 * HOUR_MS);
	const [{ last24h: later }] = (await read()).data;
	expect(later.success).toBe(1);
	expect(later.hours.find((hour: { success: number }) => hour.success === 1).at).toBe(at);
	moveClock(20 * HOUR_MS);
	const [{ last24h: gone, lastAttemptAt }] = (await read()).data;
	expect(gone).toMatchObject({ success: 0, fail: 0 });
	expect(lastAttemptAt).not.toBeNull();
});

test("to ask changes nothing in a lane", async () => {
	const { api, app, add, read, send } = await newOverviews();
	const id = await add();
	await send();
	await attempted(api, `${app}/attempt/endpoint/${id}`, 1);
	moveClock(3 * HOUR_MS);
	const before = await everything(id);
	const alarm = await alarmOf(env.ENDPOINT_LANE.getByName(id));
	expect((await read()).data[0].last24h.success).toBe(1);
	expect(await everything(id)).toEqual(before);
	expect(await alarmOf(env.ENDPOINT_LANE.getByName(id))).toBe(alarm);
	// Unlike the lane's own page, which writes down what is over.
	await api("GET", `${app}/endpoint/${id}/lane`);
	expect(await everything(id)).not.toEqual(before);
});

test("what waits is counted, and the state says why", async () => {
	const { api, app, add, read, send } = await newOverviews();
	const id = await add({ paused: true });
	await send();
	await send();
	await until(read, ({ data }) => data[0].waiting === 2);
	expect((await read()).data[0]).toMatchObject({ id, state: "paused" });
	await api("PATCH", `${app}/endpoint/${id}`, { disabled: true });
	expect((await read()).data[0]).toMatchObject({ state: "disabled", disabledReason: null });
});

test("endpoints are found by their state", async () => {
	const { add, read } = await newOverviews();
	const enabled = await add();
	const paused = await add({ paused: true });
	const disabled = [await add({ disabled: true }), await add({ disabled: true, paused: true })];
	expect(idsOf(await read("?status=enabled"))).toEqual([enabled]);
	expect(idsOf(await read("?status=paused"))).toEqual([paused]);
	expect(idsOf(await read("?status=disabled"))).toEqual(disabled.reverse());
});

test("endpoints are found by a part of the URL or the description, in any case", async () => {
	const { add, read } = await newOverviews();
	const byUrl = await add({ url: "https://example.com/Needle/100%_of_it" });
	const byText = await add({ description: "One NEEDLE" });
	await add({ description: "Nothing" });
	expect(idsOf(await read("?search=nEEdle"))).toEqual([byText, byUrl]);
	expect(idsOf(await read("?search=0%25_of"))).toEqual([byUrl]);
	expect(idsOf(await read("?search=0%25of"))).toEqual([]);
	expect(idsOf(await read("?search="))).toHaveLength(3);
	expect(idsOf(await read("?search=needle&status=disabled"))).toEqual([]);
});

test("a password in a URL is neither shown nor found", async () => {
	const { add, read } = await newOverviews();
	const ids = [];
	for (let i = 0; i < 5; i++) ids.unshift(await add({ url: "https://me:hunter2@example.com/x" }));
	const other = await add({ description: "hunter2" });
	expect(JSON.stringify(await read("?search=me:"))).not.toContain("hunter2");
	expect(idsOf(await read("?search=example.com"))).toEqual(ids);
	// Also when what it must not find fills whole pages.
	const found = await read("?search=hunter2&limit=1&order=ascending");
	expect(found).toMatchObject({ data: [{ id: other }], done: true });
});

test("pages of what is found lead through all of it", async () => {
	const { add, read } = await newOverviews();
	const ids = [];
	for (let i = 0; i < 5; i++) {
		ids.unshift(await add({ description: "yes" }));
		await add({ description: "no" });
	}
	const first = await read("?search=yes&limit=3");
	expect(first).toMatchObject({ done: false });
	const second = await read(`?search=yes&limit=3&iterator=${first.iterator}`);
	expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
	expect(second.done).toBe(true);
});

test("wrong words are named", async () => {
	const { api, app } = await newOverviews();
	const list = (query: string) => api("GET", `${app}/endpoint-overview?${query}`);
	expectIssues(await list("status=broken"), ["query", "status"]);
	expectIssues(await list(`search=${"x".repeat(257)}`), ["query", "search"]);
	expectIssues(await list("limit=101"), ["query", "limit"]);
});

test("a lane that does not answer leaves its own numbers out, and no others", async () => {
	const { add } = await newOverviews();
	const [good, broken] = [await add(), await add()];
	const never = new Promise<never>(() => undefined);
	const lanes = {
		// safe because nothing else is asked
		of: (id: string) =>
			id === broken ? ({ glance: () => never } as never) : tools.lanes.of(id as EndpointId),
	};
	const endpoints = [{ id: good }, { id: broken }] as { id: EndpointId }[];
	const found = await askLanes({ lanes }, endpoints, (lane) => lane.glance(Date.now()));
	expect(found).toMatchObject([{ waiting: 0 }, null]);
});
