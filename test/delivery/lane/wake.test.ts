// When a lane wakes: alarms that repeat, come after a restart, or fail; and no loop while it waits.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { Wake } from "../../../src/delivery/lane/wake.ts";
import { until } from "../../support/api.ts";
import { alarmOf, attemptsOf, moveClock, newRoom, type Room } from "../../support/delivery.ts";
import { arrivals, arrived, countWork, postMany, postOne, sleep } from "../../support/engine.ts";

const HOUR_MS = 3_600_000;

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** A Wake over a lane's storage; answers what became of the alarm, and how often the timer fired. */
async function onWake(work: (wake: Wake, now: number) => void | Promise<void>) {
	const room = await newRoom();
	return runInDurableObject(room.laneStub, async (_lane, { storage }) => {
		let fired = 0;
		const now = Date.now();
		const wake = new Wake(storage, () => {
			fired++;
		});
		await wake.load();
		await work(wake, now);
		const alarm = await storage.getAlarm();
		await storage.deleteAlarm();
		return { fired, inMs: alarm === null ? null : alarm - now };
	});
}

test.each<[string, (wake: Wake, now: number) => void, number | null]>([
	["nothing was asked for", () => {}, null],
	["something far away", (wake, now) => wake.at(now + 60_000, now), 60_000],
	[
		"of two the earlier",
		(wake, now) => {
			for (const ms of [60_000, 30_000, 90_000]) wake.at(now + ms, now);
		},
		30_000,
	],
	["a watch", (wake, now) => wake.watch(now + 30_000), 30_000],
	[
		"a watch, then rest with work",
		(wake, now) => {
			wake.watch(now + 30_000);
			wake.rest(now + 50_000, now + 90_000);
		},
		50_000,
	],
	[
		"a watch, then rest with nothing but old rows",
		(wake, now) => {
			wake.watch(now + 30_000);
			wake.rest(null, now + 90_000);
		},
		90_000,
	],
	[
		"a watch, then rest with nothing",
		(wake, now) => {
			wake.watch(now + 30_000);
			wake.rest(null, null);
		},
		null,
	],
])("%s sets the alarm", async (_name, work, inMs) => {
	expect(await onWake(work)).toEqual({ fired: 0, inMs });
});

test("something near fires once, at the earliest time, and an alarm follows in case it does not", async () => {
	const { fired, inMs } = await onWake(async (wake, now) => {
		for (const ms of [80, 20, 50]) wake.at(now + ms, now);
		await sleep(150);
	});
	expect(fired).toBe(1);
	expect(inMs).toBe(5000);
});

async function newFailed(): Promise<Room> {
	const room = await newRoom("?status=500,200");
	await postOne(room);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	return room;
}

test("an alarm whose work fails is set again, soon, and goes on when it can", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const room = await newFailed();
	moveClock(HOUR_MS);
	const rename = (from: string, to: string) =>
		runInDurableObject(room.laneStub, (_lane, { storage }) => {
			storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
		});
	await rename("deliveries", "elsewhere");
	for (let i = 0; i < 3; i++) {
		expect(await runDurableObjectAlarm(room.laneStub)).toBe(true);
		const inMs = Number(await alarmOf(room.laneStub)) - Date.now();
		expect(inMs).toBeGreaterThan(1000);
		expect(inMs).toBeLessThanOrEqual(30_000);
	}
	await rename("elsewhere", "deliveries");
	await runDurableObjectAlarm(room.laneStub);
	await arrived(room, 2);
});

test("an alarm that runs again and again sends once", async () => {
	const room = await newFailed();
	moveClock(HOUR_MS);
	for (let i = 0; i < 5; i++) await runDurableObjectAlarm(room.laneStub);
	await arrived(room, 2);
	for (let i = 0; i < 3; i++) await runDurableObjectAlarm(room.laneStub);
	await sleep(100);
	expect(await arrivals(room)).toHaveLength(2);
});

test("an alarm after a restart sends what was due meanwhile", async () => {
	const room = await newFailed();
	await evictDurableObject(room.laneStub);
	moveClock(HOUR_MS);
	expect(await runDurableObjectAlarm(room.laneStub)).toBe(true);
	await arrived(room, 2);
});

test("a lane with nothing to do does nothing", async () => {
	const room = await newRoom();
	await postMany(room, 5);
	await arrived(room, 5);
	await attemptsOf(room);
	await sleep(50);
	expect(await countWork(room, 1000)).toBe(0);
});

test("a throttled queue is looked at a few times a second, not all the time", async () => {
	const room = await newRoom("", { throttleRate: 5 });
	await postMany(room, 30);
	await arrived(room, 1);
	// A look reads both kinds of rows, when the next is due, and what came of the last attempt.
	const count = await countWork(room, 1000);
	expect(count).toBeGreaterThan(3);
	expect(count).toBeLessThan(100);
	await room.lane.cancel({ before: Date.now() + 1000 });
});

test("a bulk replay that waits for its share is looked at a few times a second", async () => {
	const room = await newRoom("?delay_ms=900", { maxInFlight: 4 });
	await postMany(room, 8);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 8,
	);
	const since = new Date(Date.now() - HOUR_MS).toISOString();
	await room.api("POST", `${room.path}/bulk-replay`, { since });
	await arrived(room, 11);
	const { inFlight } = await room.lane.overview();
	expect(inFlight).toBeLessThanOrEqual(3);
	expect(await countWork(room, 600)).toBeLessThan(60);
	await room.lane.cancel({ before: Date.now() + 1000 });
});
