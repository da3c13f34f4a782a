// What an endpoint's answers say about speed: Retry-After, too many requests, and how it gets back.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "../../support/api.ts";
import {
	alarmOf,
	attemptsOf,
	moveClock,
	newRoom,
	newTask,
	type Room,
	routeOf,
	rowsOf,
	toReport,
} from "../../support/delivery.ts";
import {
	arrivals,
	arrived,
	drive,
	idsOf,
	newItems,
	postMany,
	postOne,
	setLimit,
	sleep,
	termsOf,
} from "../../support/engine.ts";

const HOUR_MS = 3_600_000;

afterEach(() => {
	vi.useRealTimers();
});

const attempted = (room: Room, count: number) =>
	until(
		() => attemptsOf(room),
		(all) => all.length >= count,
	);

/** What an endpoint answers, as a sender reports it; to one message for each. */
async function answer(room: Room, status: number, retryAfter?: string, count = 1): Promise<void> {
	const reports = Array.from({ length: count }, () => {
		const report = toReport(newTask(), status);
		const headers: [string, string][] =
			retryAfter === undefined ? [] : [["retry-after", retryAfter]];
		return { ...report, outcome: { ...report.outcome, responseHeaders: headers } };
	});
	// The lane knows its endpoint, as whoever gave leave does.
	await room.lane.overview();
	await room.lane.report(reports);
	await attemptsOf(room);
}

const overview = ({ lane }: Room) => lane.overview();

test.each([
	[429, 2],
	[503, 5],
])(
	"%d with Retry-After: nothing arrives before, and no retry is consumed",
	async (status, count) => {
		const room = await newRoom(`?status=${status},200&retry_after=1`);
		await postOne(room);
		const [first] = await attempted(room, 1);
		const until1 = (first?.outcome.startedAt ?? 0) + (first?.outcome.durationMs ?? 0) + 1000;
		const others = await postMany(room, 5);
		const seen = (await arrived(room, 1 + count)).slice(1);
		expect(idsOf(seen).slice(0, count)).toEqual(others.slice(0, count));
		for (const { at } of seen) expect(at).toBeGreaterThanOrEqual(until1 - 20);
		// After a 429 it goes at half of one in a second.
		expect((seen[0]?.at ?? 0) - until1).toBeLessThan(status === 429 ? 2000 : 800);
		const attempts = await attempted(room, 1 + count);
		expect(attempts.filter(({ number }) => number > 1)).toEqual([]);
		await room.lane.cancel({ before: Date.now() + 1000 });
	},
);

test("when a backlog meets Retry-After, what is not under way does not follow", async () => {
	const room = await newRoom("?status=429,200&retry_after=1", { maxInFlight: 1 });
	await postMany(room, 5);
	await attempted(room, 1);
	await sleep(300);
	expect(await arrivals(room)).toHaveLength(1);
	await arrived(room, 5);
});

test("a pause outlives an eviction, and ends by the alarm", async () => {
	const room = await newRoom("?status=429,200&retry_after=60");
	await postOne(room);
	await attempted(room, 1);
	const [id] = await postMany(room, 1);
	await evictDurableObject(room.laneStub);
	expect((await overview(room)).pausedUntil).toBeGreaterThan(Date.now() + 50_000);
	moveClock(50_000);
	await runDurableObjectAlarm(room.laneStub);
	expect(await arrivals(room)).toHaveLength(1);
	expect(Number(await alarmOf(room.laneStub))).toBeLessThanOrEqual(Date.now() + 11_000);
	moveClock(11_000);
	await runDurableObjectAlarm(room.laneStub);
	const all = await arrived(room, 2);
	expect(idsOf(all)).toContain(id);
});

test("a lane that restarted while an attempt was under way heeds its Retry-After", async () => {
	const room = await newRoom("?status=429&retry_after=60&delay_ms=200");
	await postOne(room);
	await arrived(room, 1);
	await evictDurableObject(room.laneStub);
	await attempted(room, 1);
	expect((await overview(room)).pausedUntil).toBeGreaterThan(Date.now() + 50_000);
});

test.each([
	["garbage", "soon"],
	["a negative time", "-5"],
	["a past date", "Wed, 01 Jan 2020 00:00:00 GMT"],
	["an empty value", ""],
])("Retry-After with %s pauses nothing", async (_name, retryAfter) => {
	const room = await newRoom();
	await answer(room, 503, retryAfter);
	await postMany(room, 3);
	await arrived(room, 3);
	expect((await overview(room)).pausedUntil).toBeNull();
});

test.each([
	["a year 3000", "Wed, 01 Jan 3000 00:00:00 GMT"],
	["a million hours", "3600000000"],
])("Retry-After of %s waits an hour at most", async (_name, retryAfter) => {
	const room = await newRoom();
	await answer(room, 503, retryAfter);
	const { pausedUntil } = await overview(room);
	const [retry] = await rowsOf(room.laneStub, "deliveries");
	for (const at of [pausedUntil, Number(retry?.due_at)]) {
		expect(at).toBeGreaterThan(Date.now() + HOUR_MS - 5000);
		expect(at).toBeLessThanOrEqual(Date.now() + HOUR_MS);
	}
	await postOne(room);
	moveClock(HOUR_MS);
	await runDurableObjectAlarm(room.laneStub);
	await arrived(room, 1);
});

test("a shorter wish does not shorten a longer one, and a success does not end it", async () => {
	const room = await newRoom();
	await answer(room, 429, "600");
	const { pausedUntil } = await overview(room);
	await answer(room, 429, "1");
	await answer(room, 200);
	expect((await overview(room)).pausedUntil).toBe(pausedUntil);
});

test("Retry-After counts on 429 and 503 only", async () => {
	const room = await newRoom();
	await answer(room, 500, "600");
	await answer(room, 200, "600");
	expect((await overview(room)).pausedUntil).toBeNull();
});

test("a retry waits as long as its endpoint asked for, never less than the schedule", async () => {
	const room = await newRoom();
	await answer(room, 503, "100");
	await answer(room, 503, "1");
	const due = (await rowsOf(room.laneStub, "deliveries")).map(
		(row) => Number(row.due_at) - Date.now(),
	);
	expect(Math.max(...due)).toBeGreaterThan(95_000);
	expect(Math.min(...due)).toBeGreaterThan(3500);
});

test.each(["awake", "started anew"])(
	"another URL ends the pause of a lane that is %s",
	async (how) => {
		const room = await newRoom();
		await answer(room, 503, "600");
		await postOne(room);
		if (how !== "awake") await evictDurableObject(room.laneStub);
		await room.api("PATCH", room.path, { url: `${room.target.url}?moved=1` });
		expect((await overview(room)).pausedUntil).toBeNull();
		await arrived(room, 1);
	},
);

test.each([
	["enabled", { disabled: true }, { disabled: false }],
	["resumed", { paused: true }, { paused: false }],
])("an endpoint that is %s again gets a new start", async (_how, off, on) => {
	const room = await newRoom("", { throttleRate: 100 });
	await answer(room, 429, "600");
	await room.api("PATCH", room.path, off);
	// One that was under way.
	await answer(room, 429, "600");
	await evictDurableObject(room.laneStub);
	await room.api("PATCH", room.path, on);
	expect(await overview(room)).toMatchObject({ pausedUntil: null, currentRate: 100 });
});

test("any other change leaves the pause and the slower rate, and a changed limit ends only the latter", async () => {
	const room = await newRoom("", { throttleRate: 100 });
	await answer(room, 429, "600");
	const before = await overview(room);
	expect(before.currentRate).toBeLessThan(100);
	const { pausedUntil } = before;
	for (const fields of [{ description: "repaired" }, { eventTypes: ["user.created"] }]) {
		await room.api("PATCH", room.path, fields);
		expect(await overview(room)).toMatchObject({ pausedUntil, currentRate: before.currentRate });
	}
	await setLimit(room, 50);
	expect(await overview(room)).toMatchObject({ pausedUntil, currentRate: 50 });
});

test("the slower rate outlives an eviction, and comes back with successes or after an hour", async () => {
	const room = await newRoom("", { throttleRate: 100 });
	moveClock(0);
	await answer(room, 429);
	moveClock(1000);
	await answer(room, 429);
	const { currentRate } = await overview(room);
	expect(currentRate).toBeLessThan(10);
	await evictDurableObject(room.laneStub);
	expect((await overview(room)).currentRate).toBe(currentRate);
	moveClock(1000);
	await answer(room, 200);
	expect((await overview(room)).currentRate).toBe((currentRate ?? 0) * 1.25);
	await evictDurableObject(room.laneStub);
	moveClock(HOUR_MS);
	// Whatever wakes it.
	await room.lane.offer(newItems(1), termsOf(await routeOf(room.endpointId)));
	await until(
		() => overview(room),
		(now) => now.currentRate === 100,
	);
});

test("the rate is halved while 429s come, stays at its bounds, and recovers with successes", async () => {
	const room = await newRoom("", { throttleRate: 100 });
	const route = await routeOf(room.endpointId);
	await room.lane.offer(newItems(1), termsOf(route));
	moveClock(0);
	const rates: (number | null)[] = [];
	for (let i = 0; i < 10; i++) {
		await answer(room, 429, undefined, 3);
		rates.push((await overview(room)).currentRate);
		moveClock(1000);
	}
	expect(rates).toEqual(rates.toSorted((a, b) => (b ?? 0) - (a ?? 0)));
	expect(rates.at(-1)).toBeGreaterThan(0);
	expect(rates[0]).toBeLessThan(100);
	for (let i = 0; i < 60; i++) {
		await answer(room, 200);
		moveClock(1000);
	}
	expect((await overview(room)).currentRate).toBe(100);
});

test("without a limit the rate comes back to none", async () => {
	const room = await newRoom();
	await room.lane.offer(newItems(30), termsOf(await routeOf(room.endpointId)));
	moveClock(0);
	await answer(room, 429);
	expect((await overview(room)).currentRate).toBe(15);
	moveClock(1000);
	await answer(room, 429);
	expect((await overview(room)).currentRate).toBe(7.5);
	for (let i = 0; i < 20; i++) {
		moveClock(1000);
		await answer(room, 200);
	}
	expect((await overview(room)).currentRate).toBeNull();
});

test("what waits goes at the slower rate, and a limit below it holds", async () => {
	const room = await newRoom();
	await room.lane.offer(newItems(20), termsOf(await routeOf(room.endpointId)));
	await answer(room, 429);
	await postMany(room, 30);
	await sleep(1000);
	const count = (await arrivals(room)).length;
	expect(count).toBeGreaterThanOrEqual(5);
	expect(count).toBeLessThanOrEqual(15);
	await setLimit(room, 3);
	expect((await overview(room)).currentRate).toBe(3);
	await drive(
		room,
		() => overview(room),
		({ waiting }) => waiting < 30,
	);
});
