// The live state of an endpoint's lane over the API.
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";

async function newEndpoint(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	await api("POST", `${app}/endpoint`, { uid: "main", url: newTarget(query).url, ...fields });
	const path = `${app}/endpoint/main`;
	return {
		api,
		path,
		send: () => api("POST", `${app}/msg`, { eventType: "a", payload: {} }),
		lane: () => api("GET", `${path}/lane`),
	};
}

const IDLE = {
	paused: false,
	disabled: false,
	isPausedByOperator: false,
	waiting: 0,
	retrying: 0,
	inFlight: 0,
	maxInFlight: 64,
	oldestWaitingAt: null,
	throttleRate: null,
	currentRate: null,
	pausedUntil: null,
	failingSince: null,
	minutes: [],
	hours: [],
};

test("a lane with nothing to do says so", async () => {
	const { lane } = await newEndpoint();
	expect((await lane()).body).toEqual(IDLE);
});

test("limits are those that hold", async () => {
	const { api, path, lane } = await newEndpoint("", { throttleRate: 10 });
	const rates = { throttleRate: 10, currentRate: 10 };
	expect((await lane()).body).toEqual({ ...IDLE, ...rates });
	await api("PATCH", path, { throttleRate: 20, disabled: true });
	expect((await lane()).body).toMatchObject({ throttleRate: 20, disabled: true });
});

test("attempts are counted by minute and hour", async () => {
	const { lane, send } = await newEndpoint();
	for (let i = 0; i < 3; i++) await send();
	const sum = (counts: { success: number }[]) =>
		counts.reduce((total, { success }) => total + success, 0);
	const { body } = await until(lane, (reply) => sum(reply.body.minutes) === 3);
	expect(sum(body.hours)).toBe(3);
	const [minute] = body.minutes;
	expect(minute).toEqual({ at: expect.any(String), success: expect.any(Number), fail: 0 });
	expect(Date.parse(minute.at) % 60_000).toBe(0);
	expect(Date.parse(body.hours[0].at) % 3_600_000).toBe(0);
});

test("what waits is counted, with since when", async () => {
	const { api, path, lane, send } = await newEndpoint();
	await api("POST", `${path}/pause`);
	const sentAt = Date.now();
	for (let i = 0; i < 3; i++) await send();
	const { body } = await until(lane, (reply) => reply.body.waiting === 3);
	expect(body).toMatchObject({ paused: true, inFlight: 0, retrying: 0 });
	const oldestAt = Date.parse(body.oldestWaitingAt);
	// Messages are numbered by 4 ms.
	expect(oldestAt).toBeGreaterThanOrEqual(sentAt - 4);
	expect(oldestAt).toBeLessThanOrEqual(Date.now());
});

test("what failed waits for its retry, and the endpoint is failing since then", async () => {
	const { lane, send } = await newEndpoint("?status=500");
	await send();
	const { body } = await until(lane, (reply) => reply.body.retrying === 1);
	expect(body).toMatchObject({ waiting: 0, inFlight: 0, minutes: [{ success: 0, fail: 1 }] });
	expect(Date.parse(body.failingSince)).toBeLessThanOrEqual(Date.now());
});

test("an endpoint that asks to be left alone pauses its lane", async () => {
	const { lane, send } = await newEndpoint("?status=429&retry_after=60");
	await send();
	const { body } = await until(lane, (reply) => reply.body.pausedUntil !== null);
	const leftMs = Date.parse(body.pausedUntil) - Date.now();
	expect(leftMs).toBeGreaterThan(50_000);
	expect(leftMs).toBeLessThanOrEqual(61_000);
});
