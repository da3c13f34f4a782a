// A throttled endpoint: even spacing, in order, whatever is offered, whoever restarts, however the limit changes.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	LEASE_MS,
	laneOf,
	moveClock,
	newRoom,
	type Room,
	rowsOf,
} from "../../support/delivery.ts";
import {
	arrivals,
	arrived,
	drive,
	fullestSecond,
	idsOf,
	kill,
	postMany,
	postOne,
	setLimit,
	sleep,
} from "../../support/engine.ts";

afterEach(() => {
	vi.useRealTimers();
});

/** When attempts began, in order. */
async function startsOf(room: Room, count: number): Promise<number[]> {
	const all = await until(
		() => attemptsOf(room),
		(attempts) => attempts.length >= count,
	);
	expect(all.map(({ number }) => number)).toEqual(all.map(() => 1));
	return all.map(({ outcome }) => outcome.startedAt).sort((a, b) => a - b);
}

/** The share of its limit that a test of some seconds must reach on a busy machine; bench/throttle measures it. */
const LEAST = 0.5;

/** What a second may have here: invariant 7, and what a busy machine's late timers push together. */
const most = (limit: number) => 1.2 * limit + 2;

/** In order but for neighbours that a busy machine sent at the same time. */
function expectInOrder(all: readonly { id: string }[], ids: readonly string[]): void {
	expect(idsOf(all).toSorted()).toEqual(ids.slice(0, all.length));
	all.forEach(({ id }, i) => {
		expect(Math.abs(ids.indexOf(id) - i)).toBeLessThanOrEqual(8);
	});
}

/** Starts per second from the first to the last. */
const speedOf = (times: readonly number[]) =>
	((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));

test("forty messages at a limit of 20 start evenly, in order, and consume no retry", async () => {
	const room = await newRoom("", { throttleRate: 20 });
	const ids = await postMany(room, 40);
	expectInOrder(await arrived(room, 40), ids);
	const starts = await startsOf(room, 40);
	expect(fullestSecond(starts)).toBeLessThanOrEqual(most(20));
	expect(speedOf(starts)).toBeGreaterThanOrEqual(LEAST * 20);
	const gaps = starts.slice(1).map((at, i) => at - (starts[i] ?? 0));
	expect(gaps.filter((gap) => gap < 25 || gap > 75).length).toBeLessThan(12);
	expect(await arrivals(room)).toHaveLength(40);
});

test("five times of what is allowed is offered while it is sent: the limit and the order hold", async () => {
	const room = await newRoom("", { throttleRate: 20 });
	const offered: string[] = [];
	const endsAt = performance.now() + 1500;
	while (performance.now() < endsAt) {
		offered.push(...(await postMany(room, 10)));
		await sleep(90);
	}
	const some = await arrived(room, 40);
	expectInOrder(some.slice(0, 32), idsOf(some.slice(0, 32)).toSorted());
	expect(offered.slice(0, 40)).toEqual(expect.arrayContaining(idsOf(some.slice(0, 32))));
	expect(fullestSecond(await startsOf(room, 40))).toBeLessThanOrEqual(most(20));
	await room.lane.cancel({ before: Date.now() + 1000 });
});

test("a receiver that takes 300 ms is sent as much as one that answers at once", async () => {
	const room = await newRoom("?delay_ms=300", { throttleRate: 50 });
	await postMany(room, 70);
	await arrived(room, 70);
	const starts = await startsOf(room, 70);
	expect(fullestSecond(starts)).toBeLessThanOrEqual(most(50));
	expect(speedOf(starts)).toBeGreaterThanOrEqual(LEAST * 50);
});

test("a lane that dies in the middle loses nothing, repeats only what it was told of last, and starts no burst", async () => {
	const before = await newRoom("", { throttleRate: 20 });
	const ids = await postMany(before, 30);
	await arrived(before, 10);
	const room = await kill(before);
	await runDurableObjectAlarm(room.laneStub);
	await until(
		() => rowsOf(room.laneStub, "deliveries"),
		(rows) => rows.every(({ leased }) => leased === 1),
	);
	// What was leased and not yet given to a sender comes when its lease is over.
	moveClock(LEASE_MS + 1000);
	const all = await drive(
		room,
		() => arrivals(room),
		(some) => new Set(idsOf(some)).size >= 30,
	);
	expect([...new Set(idsOf(all))].sort()).toEqual(ids);
	expect(all.length).toBeLessThanOrEqual(36);
	expect(fullestSecond(all.map(({ at }) => at))).toBeLessThanOrEqual(most(20));
});

test.each([
	[1, 3],
	[10, 30],
	[100, 200],
])(
	"a lane of %i/s that is evicted again and again loses nothing and keeps its limit",
	async (limit, count) => {
		let room = await newRoom("", { throttleRate: limit });
		const ids = await postMany(room, count);
		await arrived(room, 1);
		for (let i = 0; i < 3; i++) {
			await evictDurableObject(room.laneStub);
			room = { ...room, ...laneOf(room.endpointId) };
			await runDurableObjectAlarm(room.laneStub);
			await sleep(100);
		}
		const all = await arrived(room, count, 12);
		expect([...new Set(idsOf(all))].toSorted()).toEqual(ids);
		expect(fullestSecond(all.map(({ at }) => at))).toBeLessThanOrEqual(most(limit));
	},
	20_000,
);

test("a lane that dies after each message does not let them start together", async () => {
	let room = await newRoom("", { throttleRate: 2 });
	for (let i = 0; i < 6; i++) {
		await postOne(room);
		room = await kill(room);
	}
	await runDurableObjectAlarm(room.laneStub);
	const all = await arrived(room, 3);
	expect(fullestSecond(all.map(({ at }) => at))).toBeLessThanOrEqual(most(2));
});

test("a lower limit holds for what is queued within a second", async () => {
	const room = await newRoom("", { throttleRate: 40 });
	await postMany(room, 60);
	await arrived(room, 10);
	await setLimit(room, 2);
	const changedAt = Date.now();
	const late = await until(
		async () => (await arrivals(room)).filter(({ at }) => at >= changedAt + 1000),
		(all) => all.length >= 3,
	);
	expect(fullestSecond(late.map(({ at }) => at))).toBeLessThanOrEqual(most(2));
}, 15_000);

test("a higher limit holds for what is queued", async () => {
	const room = await newRoom("", { throttleRate: 1 });
	const ids = await postMany(room, 40);
	await arrived(room, 1);
	await setLimit(room, 50);
	// At the old one it would take most of a minute.
	expect(idsOf(await arrived(room, 40, 9)).toSorted()).toEqual(ids);
}, 15_000);

test.each([
	["a change", { throttleRate: 50 }],
	["the removal", { throttleRate: null }],
])(
	"%s of the application's limit holds for its endpoints' queues",
	async (_name, fields) => {
		const room = await newRoom();
		const path = `/app/${room.applicationId}`;
		await room.api("PATCH", path, { throttleRate: 1 });
		await postMany(room, 40);
		await arrived(room, 1);
		await sleep(300);
		expect((await arrivals(room)).length).toBeLessThanOrEqual(2);
		await room.api("PATCH", path, fields);
		// At the old one it would take most of a minute.
		expect(await arrived(room, 40, 9)).toHaveLength(40);
	},
	15_000,
);

test("a limit that is removed lets go at once of what is queued", async () => {
	const room = await newRoom("", { throttleRate: 1 });
	await postMany(room, 100);
	await arrived(room, 1);
	await setLimit(room, null);
	// At the old one it would take more than a minute.
	expect(await arrived(room, 100, 9)).toHaveLength(100);
}, 15_000);

test("an ordered endpoint is sent as much as its limit allows", async () => {
	const room = await newRoom("", { throttleRate: 8, ordered: true });
	const ids = await postMany(room, 12);
	const all = await arrived(room, 12, 9);
	expect(idsOf(all)).toEqual(ids);
	const times = all.map(({ at }) => at);
	expect(fullestSecond(times)).toBeLessThanOrEqual(most(8));
	expect(speedOf(times)).toBeGreaterThanOrEqual(LEAST * 8);
}, 15_000);
