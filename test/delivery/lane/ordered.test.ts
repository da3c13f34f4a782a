// An endpoint that wants order: one after the other, whatever fails, is missing, is skipped or restarts.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { type MessageId, seqOf } from "../../../src/core/ids.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	moveClock,
	newRoom,
	type Room,
	routeOf,
	rowsOf,
	tools,
} from "../../support/delivery.ts";
import {
	arrivals,
	arrived,
	countWork,
	drive,
	idsOf,
	kill,
	newItems,
	postMany,
	postOne,
	sleep,
	termsOf,
} from "../../support/engine.ts";

const HOUR_MS = 3_600_000;
const ORDERED = { ordered: true };

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const failed = (room: Room, count: number) =>
	until(
		() => attemptsOf(room),
		(all) => all.length >= count,
	);

/** Lets the next retry have its turn. */
async function retry(room: Room): Promise<void> {
	moveClock(13 * HOUR_MS);
	await runDurableObjectAlarm(room.laneStub);
}

test("messages that come one after the other arrive so, one at a time, without delay", async () => {
	const room = await newRoom("?delay_ms=20", ORDERED);
	const ids: string[] = [];
	for (let i = 0; i < 20; i++) ids.push(await postOne(room));
	const all = await arrived(room, 20);
	expect(idsOf(all)).toEqual(ids);
	const gaps = all.slice(1).map(({ at }, i) => at - (all[i]?.at ?? 0));
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(19);
	expect(Math.max(...gaps)).toBeLessThan(500);
});

test("messages that come at the same time arrive in the order of acceptance, without delay", async () => {
	const room = await newRoom("", ORDERED);
	const startedAt = Date.now();
	const ids = await postMany(room, 30);
	const all = await arrived(room, 30, 9);
	expect(idsOf(all)).toEqual(ids);
	expect((all.at(-1)?.at ?? 0) - startedAt).toBeLessThan(3000);
}, 15_000);

test("an answer that asks for centuries blocks for an hour at most", async () => {
	const plan = new URLSearchParams({ retry_after: "Wed, 01 Jan 3000 00:00:00 GMT" });
	const room = await newRoom(`?status=503,200&${plan}`, ORDERED);
	const [first, second] = [await postOne(room), await postOne(room)];
	await failed(room, 1);
	moveClock(HOUR_MS);
	const all = await drive(
		room,
		() => arrivals(room),
		(seen) => seen.length >= 3,
	);
	expect(idsOf(all)).toEqual([first, first, second]);
});

test("a failing message blocks by its schedule; what comes after it waits, and is not tried", async () => {
	const room = await newRoom("?status=200,500,500,200", ORDERED);
	const ids: string[] = [];
	for (let i = 0; i < 5; i++) ids.push(await postOne(room));
	const [a, b, c, d, e] = ids;
	await failed(room, 2);
	await sleep(200);
	expect(idsOf(await arrivals(room))).toEqual([a, b]);
	await retry(room);
	await failed(room, 3);
	expect(idsOf(await arrivals(room))).toEqual([a, b, b]);
	await retry(room);
	expect(idsOf(await arrived(room, 7))).toEqual([a, b, b, b, c, d, e]);
});

test("after the last failure it goes on", async () => {
	const rest = tools.config.retryScheduleSeconds.length;
	const room = await newRoom(`?fail_first=${rest + 1}`, ORDERED);
	const [first, second] = [await postOne(room), await postOne(room)];
	await failed(room, 1);
	for (let i = 0; i < rest; i++) {
		await retry(room);
		await failed(room, i + 2);
	}
	const all = await arrived(room, rest + 2);
	expect(idsOf(all)).toEqual([...Array.from({ length: rest + 1 }, () => first), second]);
});

test("a cancelled message blocks nobody any more", async () => {
	const room = await newRoom("?status=500,200", ORDERED);
	const [first, second] = [await postOne(room), await postOne(room)];
	await failed(room, 1);
	// safe because it is the id of a message
	expect(await room.lane.cancel({ messageId: first as MessageId })).toBe(1);
	expect(idsOf(await arrived(room, 2))).toEqual([first, second]);
});

test("a retry that blocks survives an eviction, and still blocks", async () => {
	const room = await newRoom("?status=500,200", ORDERED);
	const [first, second] = [await postOne(room), await postOne(room)];
	await failed(room, 1);
	await evictDurableObject(room.laneStub);
	await evictDurableObject(room.storeStub);
	const third = await postOne(room);
	await sleep(200);
	expect(idsOf(await arrivals(room))).toEqual([first]);
	await retry(room);
	const all = await drive(
		room,
		() => arrivals(room),
		(some) => some.length >= 4,
	);
	expect(idsOf(all)).toEqual([first, first, second, third]);
});

test("what waits for a message that is missing is not sent before it", async () => {
	const before = await newRoom("", ORDERED);
	const route = await routeOf(before.endpointId);
	const [a, b, c] = newItems(3);
	if (a === undefined || b === undefined || c === undefined) throw new Error("no items");
	await before.lane.offer([b], termsOf(route, { missingFrom: seqOf(a.messageId) }));
	await before.lane.offer([c], termsOf(route, { missingFrom: seqOf(a.messageId) }));
	const room = await kill(before);
	await runDurableObjectAlarm(room.laneStub);
	await sleep(100);
	expect(await attemptsOf(room)).toEqual([]);
	await room.lane.recover([a], null);
	const attempts = await failed(room, 3);
	expect(attempts.map(({ messageId }) => messageId).reverse()).toEqual(
		[a, b, c].map(({ messageId }) => messageId),
	);
});

test("a message whose offer fails is not overtaken by those after it", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const room = await newRoom("", ORDERED);
	await postOne(room);
	await arrived(room, 1);
	await runInDurableObject(room.laneStub, (lane) => {
		// The first call and its repetition.
		vi.spyOn(Object.getPrototypeOf(lane), "offer")
			.mockRejectedValueOnce(new Error("away"))
			.mockRejectedValueOnce(new Error("away"));
	});
	const lost = await postOne(room);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
	const later = [await postOne(room), await postOne(room)];
	await sleep(300);
	expect(await arrivals(room)).toHaveLength(1);
	await runDurableObjectAlarm(room.storeStub);
	const all = await arrived(room, 4);
	expect(idsOf(all).slice(1)).toEqual([lost, ...later]);
});

test("an old message that is resent goes first, and what is under way is waited for", async () => {
	const room = await newRoom("?delay_ms=150", ORDERED);
	const first = await postOne(room);
	await failed(room, 1);
	const others = await postMany(room, 3);
	await arrived(room, 2);
	const path = `/app/${room.applicationId}/msg/${first}/endpoint/${room.endpointId}/resend`;
	expect((await room.api("POST", path)).status).toBe(202);
	const all = await arrived(room, 5, 9);
	expect(idsOf(all)).toEqual([first, others[0], first, others[1], others[2]]);
	const gaps = all.slice(1).map(({ at }, i) => at - (all[i]?.at ?? 0));
	expect(Math.min(...gaps)).toBeGreaterThanOrEqual(149);
}, 15_000);

test("turning order on and off loses nothing", async () => {
	const room = await newRoom("?delay_ms=20");
	const some = await postMany(room, 10);
	await room.api("PATCH", room.path, { ordered: true });
	const more = [await postOne(room), await postOne(room), await postOne(room)];
	await room.api("PATCH", room.path, { ordered: false });
	const last = await postMany(room, 10);
	const all = await drive(
		room,
		() => arrivals(room),
		(seen) => seen.length >= 23,
	);
	expect(idsOf(all).sort()).toEqual([...some, ...more, ...last].sort());
});

test("a message that was recovered while its offer was on its way is sent once", async () => {
	const room = await newRoom("", ORDERED);
	const items = newItems(1);
	await room.lane.recover(items, null);
	await failed(room, 1);
	await room.lane.offer(items, termsOf(await routeOf(room.endpointId)));
	await sleep(100);
	expect(await attemptsOf(room)).toHaveLength(1);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
});

test("a lane that waits for a missing message looks for it rarely", async () => {
	const room = await newRoom("", ORDERED);
	const [a, b] = newItems(2);
	if (a === undefined || b === undefined) throw new Error("no items");
	const route = await routeOf(room.endpointId);
	await room.lane.offer([b], termsOf(route, { missingFrom: seqOf(a.messageId) }));
	await sleep(50);
	expect(await countWork(room, 2000)).toBeLessThanOrEqual(6);
});
