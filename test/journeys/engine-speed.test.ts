// Exactly as fast as an endpoint allows: throttling, in-flight limits, Retry-After, order, pauses.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Customer, Installation, type Json, sleep } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";

const installation = new Installation({ RETRY_SCHEDULE_SECONDS: "0,0,0,0,1" });
beforeAll(() => installation.start());
afterAll(() => installation.stop());

const RECEIVER_MS = 300;
/** A third of a second at the last limit; what is not in order is off by most of the queue. */
const PLACES_MAX = 30;
/** What a busy machine may be off by; bench/throttle measures it. */
const SLOWEST = 0.5;
const FASTEST = 1.5;

const arrivalTimes = (customer: Customer, endpoint: string) =>
	customer.seen(endpoint).map(({ arrivedAt }) => arrivedAt);

/** The most of these times within any `ms`. */
const fullest = (times: number[], ms: number) =>
	Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));

/** Arrivals per second during the next `ms`. */
async function rateDuring(customer: Customer, endpoint: string, ms: number): Promise<number> {
	const from = Date.now();
	await sleep(ms);
	const times = arrivalTimes(customer, endpoint).filter((at) => at >= from && at < from + ms);
	return (times.length * 1000) / ms;
}

test.concurrent("a limit of the application holds, one of the endpoint overrides it, and a change holds within a second for what waits", async () => {
	const acme = await installation.customer("acme", { throttleRate: 10 });
	await acme.endpoint("main");
	const sent = await acme.sendMany(200);
	const expectRate = async (rate: number) => {
		const seen = await rateDuring(acme, "main", 1500);
		expect(seen).toBeGreaterThan(SLOWEST * rate);
		expect(seen).toBeLessThan(FASTEST * rate);
	};
	// This process receives, too: its own posts are over by then.
	await sleep(500);
	await expectRate(10);
	await acme.svix.endpoint.patch(acme.uid, "main", { throttleRate: 30 });
	await sleep(1000);
	await expectRate(30);
	await acme.svix.endpoint.patch(acme.uid, "main", { throttleRate: null });
	await acme.svix.application.patch(acme.uid, { throttleRate: 20 });
	await sleep(1000);
	expect(await acme.lane("main")).toMatchObject({ throttleRate: 20, currentRate: 20 });
	await expectRate(20);

	await acme.svix.application.patch(acme.uid, { throttleRate: 100 });
	const arrived = await acme.arrives("main", sent.length);
	// On a busy machine, requests that started one after the other may arrive the other way round.
	const places = arrived.map((id, place) => Math.abs(sent.indexOf(id) - place));
	expect(Math.max(...places)).toBeLessThanOrEqual(PLACES_MAX);
	await waitFor("all are known", async () => (await acme.lane("main")).inFlight === 0);
	const attempts = await attemptsOf(acme, "main");
	expect(attempts).toHaveLength(sent.length);
	expect(attempts.filter(({ attemptNumber }: Json) => attemptNumber !== 1)).toEqual([]);
});

const attemptsOf = async (customer: Customer, endpoint: string) =>
	(await customer.call("GET", `/attempt/endpoint/${endpoint}?limit=250`)).data;

test.concurrent("a slow endpoint never has more under way than it takes; one that asks to be left alone is", async () => {
	const slow = await installation.customer("slow");
	await slow.endpoint("two", `?delay_ms=${RECEIVER_MS}`, { maxInFlight: 2 });
	await slow.sendMany(9);
	await waitFor("two under way", async () => (await slow.lane("two")).inFlight === 2);
	expect(await slow.lane("two")).toMatchObject({ maxInFlight: 2, waiting: expect.any(Number) });
	await slow.arrives("two", 9);
	// A little less than it takes to answer: the next may start as soon as one ended.
	expect(fullest(arrivalTimes(slow, "two"), RECEIVER_MS - 20)).toBe(2);

	await slow.endpoint("busy", "?status=503,200&retry_after=3", {
		channels: ["b"],
	});
	const sendBusy = () => slow.send("a.b", { channels: ["b"] });
	const first = await sendBusy();
	const asked = await slow.stands(first, "busy", "failing");
	expect(asked.reason).toMatch(/Attempt 1 of 6 failed: the server answered 503 .*Next attempt at/);
	const second = await sendBusy();
	const { pausedUntil } = await slow.lane("busy");
	expect(Date.parse(pausedUntil)).toBeGreaterThan(Date.now());
	await slow.stands(second, "busy", "waiting");
	expect(slow.ids("busy")).toEqual([first]);
	await slow.arrives("busy", 3);
	const [refused = 0, ...later] = arrivalTimes(slow, "busy");
	expect(Math.min(...later) - refused).toBeGreaterThanOrEqual(3000);
	expect((await slow.lane("busy")).pausedUntil).toBeNull();
});

test.concurrent("who answers «too many requests» gets less, and bit by bit more again when that is over", async () => {
	const weak = await installation.customer("weak");
	await weak.endpoint("main", "?status=200,200,200,200,200,200,200,429,200", { throttleRate: 6 });
	await weak.sendMany(8);
	await waitFor("it is slower", async () => (await weak.lane("main")).currentRate < 6);
	expect(await weak.lane("main")).toMatchObject({ throttleRate: 6, pausedUntil: null });
	const rates = new Set<number>();
	await waitFor("it is as fast as before", async () => {
		await weak.send();
		await sleep(250);
		const { currentRate } = await weak.lane("main");
		rates.add(currentRate);
		return currentRate === 6;
	});
	expect([...rates]).toEqual([...rates].sort((a, b) => a - b));
	expect(rates.size).toBeGreaterThan(1);
});

test.concurrent("an ordered endpoint gets nothing past a message that fails, until it is delivered, exhausted or skipped", async () => {
	const strict = await installation.customer("strict");
	const ordered = { ordered: true };
	await strict.endpoint("main", "?status=500,500,500,200", ordered);
	await strict.endpoint("broken", "?status=500,500,500,500,500,500,200", ordered);
	const [a = "", b = "", c = ""] = await strict.sendMany(3);
	expect(await strict.arrives("main", 6)).toEqual([a, a, a, a, b, c]);

	expect(await strict.standing(c, "broken")).toMatchObject({ state: "waiting", behind: 2 });
	expect(await strict.arrives("broken", 8)).toEqual([a, a, a, a, a, a, b, c]);
	await strict.stands(a, "broken", "exhausted");
	await strict.stands(c, "broken", "delivered");

	await strict.endpoint("stuck", "?status=503,200&retry_after=600", {
		...ordered,
		channels: ["s"],
	});
	const stuck = await strict.send("a.b", { channels: ["s"] });
	const next = await strict.send("a.b", { channels: ["s"] });
	await strict.stands(stuck, "stuck", "failing");
	expect(await strict.call("POST", `/msg/${stuck}/endpoint/stuck/cancel`)).toEqual({
		cancelled: 1,
	});
	expect(await strict.standing(stuck, "stuck")).toMatchObject({ state: "cancelled", attempts: 1 });
	expect(await strict.standing(next, "stuck")).toMatchObject({ state: "waiting", behind: 0 });
});

test.concurrent("a paused endpoint loses nothing; what waited too long is cancelled, the rest goes out at its resumption", async () => {
	const calm = await installation.customer("calm");
	await calm.endpoint("main");
	const paused = await calm.call("POST", "/endpoint/main/pause");
	expect(paused).toMatchObject({ paused: true, disabled: false });
	const old = await calm.sendMany(3);
	await sleep(50);
	const before = new Date();
	await sleep(50);
	const kept = await calm.sendMany(3);
	await calm.stands(kept[0] ?? "", "main", "paused");
	await waitFor("all wait", async () => (await calm.lane("main")).waiting === 6);
	const cancel = { before: before.toISOString() };
	expect(await calm.call("POST", "/endpoint/main/cancel", cancel)).toEqual({ cancelled: 3 });
	expect(await calm.call("POST", "/endpoint/main/cancel", cancel)).toEqual({ cancelled: 0 });
	expect(calm.seen("main")).toEqual([]);
	await calm.call("POST", "/endpoint/main/resume");
	expect(new Set(await calm.arrives("main", 3))).toEqual(new Set(kept));
	const { reason } = await calm.stands(old[0] ?? "", "main", "cancelled");
	expect(reason).toMatch(/^Cancelled at .* before it was sent\.$/);
});

test("an operator pauses all delivery of the installation, and resumes it", async () => {
	const one = await installation.customer("one");
	const two = await installation.customer("two");
	await Promise.all([one.endpoint("main"), two.endpoint("main")]);
	const notice = "Maintenance until noon";
	const state = await installation.call("PUT", "/operator/delivery", { paused: true, notice });
	expect(state).toMatchObject({ paused: true, notice, since: expect.any(String) });
	const ids = await Promise.all([one.send(), two.send()]);
	await sleep(500);
	expect([...one.ids("main"), ...two.ids("main")]).toEqual([]);
	expect(await one.lane("main")).toMatchObject({ isPausedByOperator: true, paused: false });
	expect(await one.standing(ids[0], "main")).toMatchObject({
		...{ state: "paused", nextAttempt: null },
		reason: expect.stringMatching(/^The operator of this installation has paused all delivery: /),
	});
	await installation.call("PUT", "/operator/delivery", { paused: false });
	const resumedAt = Date.now();
	await Promise.all([one.arrives("main", 1, 15_000), two.arrives("main", 1, 15_000)]);
	console.info(`delivery goes on ${Date.now() - resumedAt} ms after the operator resumed it`);
});
