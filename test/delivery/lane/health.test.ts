// An endpoint that is gone, asks for it, or only fails is disabled once; what it asks about one message ends that.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	moveClock,
	newRoom,
	newTask,
	type Room,
	rowsOf,
	tools,
	toReport,
} from "../../support/delivery.ts";
import { arrivals, arrived, postMany, postOne, sleep } from "../../support/engine.ts";

const HOUR_MS = 3_600_000;
const PERIOD_MS = tools.config.endpointDisableAfterSeconds * 1000;

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const endpointOf = async ({ api, path }: Room) => (await api("GET", path)).body;

/** Waits until D1 says that it is disabled. */
const disabled = (room: Room) =>
	until(
		() => endpointOf(room),
		({ disabled: is }) => is,
	);

const fail = (room: Room) => room.lane.report([toReport(newTask(), 500)]);
const succeed = (room: Room) => room.lane.report([toReport(newTask(), 200)]);

/** Reports a failure every ten hours, as the last retries of a schedule do. */
async function failFor(room: Room, ms: number): Promise<void> {
	await fail(room);
	for (let waited = 0; waited < ms; ) {
		const step = Math.min(10 * HOUR_MS, ms - waited);
		waited += step;
		moveClock(step);
		await fail(room);
		await attemptsOf(room);
	}
}

test.each([
	["410", "?status=410", "gone"],
	["a failure that asks for it", "?status=500&header=webhook-delivery:disable", "asked"],
	["a success that asks for it", "?header=webhook-delivery:disable", "asked"],
])("%s disables at once", async (_name, query, reason) => {
	const room = await newRoom(query);
	await postOne(room);
	expect(await disabled(room)).toMatchObject({ disabled: true, disabledReason: reason });
	const before = (await arrivals(room)).length;
	await postMany(room, 3);
	await sleep(300);
	expect((await arrivals(room)).length).toBe(before);
});

test("what waits when an endpoint goes is kept, and sent when it is enabled again", async () => {
	const room = await newRoom("?status=410,200", { maxInFlight: 1 });
	const ids = await postMany(room, 5);
	await disabled(room);
	expect(await arrivals(room)).toHaveLength(1);
	expect(await rowsOf(room.laneStub, "deliveries")).toHaveLength(5);
	await room.api("PATCH", room.path, { disabled: false });
	const all = await arrived(room, 5);
	expect(new Set(all.map(({ id }) => id)).size).toBe(5);
	expect(ids).toContain(all[1]?.id);
});

test("a message that its endpoint wants no more of is not tried again, and others are", async () => {
	const room = await newRoom("?status=500&header=webhook-delivery:abort-message");
	await postOne(room);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	expect(await attemptsOf(room)).toMatchObject([{ status: "fail", nextAt: null }]);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
	expect((await endpointOf(room)).disabled).toBe(false);
	await postOne(room);
	await arrived(room, 2);
});

test("nothing but failure for the whole time disables, and not a moment before", async () => {
	const room = await newRoom("?status=500");
	await failFor(room, PERIOD_MS - 1000);
	await sleep(100);
	expect((await endpointOf(room)).disabled).toBe(false);
	moveClock(1000);
	await fail(room);
	expect(await disabled(room)).toMatchObject({ disabledReason: "failing" });
});

test("one success in between, and the time begins anew", async () => {
	const room = await newRoom("?status=500");
	await failFor(room, PERIOD_MS - HOUR_MS);
	await succeed(room);
	await failFor(room, PERIOD_MS - HOUR_MS);
	await sleep(100);
	expect((await endpointOf(room)).disabled).toBe(false);
	expect((await room.lane.overview()).failingSince).toBe(Date.now() - PERIOD_MS + HOUR_MS);
});

test("failures with more than the whole time between them disable nobody", async () => {
	const room = await newRoom("?status=500");
	for (let i = 0; i < 5; i++) {
		await fail(room);
		moveClock(PERIOD_MS + HOUR_MS);
	}
	await sleep(100);
	expect((await endpointOf(room)).disabled).toBe(false);
});

test("how long it fails is remembered by a lane that restarts", async () => {
	const room = await newRoom("?status=500");
	await failFor(room, PERIOD_MS - HOUR_MS);
	await evictDurableObject(room.laneStub);
	moveClock(HOUR_MS);
	await fail(room);
	await disabled(room);
});

test("after it was enabled again, the time begins anew", async () => {
	const room = await newRoom("?status=500");
	await failFor(room, PERIOD_MS);
	await disabled(room);
	await room.api("PATCH", room.path, { disabled: false });
	expect((await room.lane.overview()).failingSince).toBeNull();
	await failFor(room, PERIOD_MS - HOUR_MS);
	await sleep(100);
	expect((await endpointOf(room)).disabled).toBe(false);
});

test("attempts that end while it is disabled do not count once it is enabled again", async () => {
	const room = await newRoom("?status=500");
	await failFor(room, PERIOD_MS);
	await disabled(room);
	// They were under way when it was disabled.
	await fail(room);
	moveClock(PERIOD_MS - HOUR_MS);
	await room.api("PATCH", room.path, { disabled: false });
	expect((await room.lane.overview()).failingSince).toBeNull();
	moveClock(2 * HOUR_MS);
	await fail(room);
	await attemptsOf(room);
	await sleep(100);
	expect((await endpointOf(room)).disabled).toBe(false);
});

test("the disabling survives a lane that dies before the database knows", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const room = await newRoom("?status=410");
	// safe because only its first call matters: the database is away until the lane is evicted
	const away = vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("away"));
	const awayToo = vi.spyOn(env.DB, "prepare");
	await room.lane.report([toReport(newTask(), 410)]);
	await attemptsOf(room);
	await sleep(100);
	await evictDurableObject(room.laneStub);
	away.mockRestore();
	awayToo.mockRestore();
	await runInDurableObject(room.laneStub, async (_lane, { storage }) => {
		expect(await storage.getAlarm()).not.toBeNull();
	});
	await runDurableObjectAlarm(room.laneStub);
	expect(await disabled(room)).toMatchObject({ disabledReason: "gone" });
});
