// A lane's queue from outside: cancelling what waits and nothing else, and leases that end.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "../../support/api.ts";
import {
	alarmOf,
	attemptsOf,
	FREE,
	LEASE_MS,
	moveClock,
	newRoom,
	type Room,
	routeOf,
	rowsOf,
	settle,
	toReport,
} from "../../support/delivery.ts";
import { newItems, seqsOf, sleep, termsOf } from "../../support/engine.ts";

const DAY_MS = 86_400_000;

afterEach(() => {
	vi.useRealTimers();
});

const waiting = async (room: Room) =>
	(await rowsOf(room.laneStub, "deliveries")).map(({ message_seq }) => message_seq);

/** A paused lane in which so many messages wait, oldest first. */
async function newWaiting(count: number) {
	const room = await newRoom();
	await room.api("POST", `${room.path}/pause`);
	const items = newItems(count);
	await room.lane.offer(items, termsOf(await routeOf(room.endpointId)));
	expect(await waiting(room)).toEqual(seqsOf(items));
	return { room, items };
}

test("one message is cancelled once, and the others wait on", async () => {
	const { room, items } = await newWaiting(3);
	const messageId = items[1]?.messageId ?? "msg_";
	expect(await room.lane.cancel({ messageId })).toBe(1);
	expect(await room.lane.cancel({ messageId })).toBe(0);
	expect(await waiting(room)).toEqual([seqsOf(items)[0], seqsOf(items)[2]]);
	const states = (
		await room.lane.standings(
			items.map((item) => item.messageId),
			FREE,
		)
	).map(({ state }) => state);
	expect(states).toEqual(["waiting", "cancelled", "waiting"]);
});

test("all before a time are cancelled, also retries, and what comes later is not", async () => {
	const { room, items } = await newWaiting(2);
	const [failing] = newItems(1);
	if (failing === undefined) throw new Error("no item");
	await room.lane.report([toReport({ ...failing, number: 1, trigger: "scheduled" }, 500)]);
	await attemptsOf(room);
	const before = Date.now() + 5;
	await sleep(10);
	const later = newItems(1);
	await room.lane.offer(later, termsOf(await routeOf(room.endpointId)));
	expect(await room.lane.cancel({ before })).toBe(items.length + 1);
	expect(await waiting(room)).toEqual(seqsOf(later));
	expect(await room.lane.cancel({ before })).toBe(0);
});

test("what is under way is not cancelled, whoever has it", async () => {
	const room = await newRoom();
	const items = newItems(2);
	await room.lane.offer(items, termsOf(await routeOf(room.endpointId)));
	await room.lane.recover(items.slice(0, 1), null);
	expect(await room.lane.cancel({ before: Date.now() + 1000 })).toBe(0);
	const { open } = await room.lane.state();
	expect([open, await waiting(room)]).toEqual([[items[1]?.messageId], seqsOf(items.slice(0, 1))]);
});

test("a cancelled message is not brought back by offers, recoveries or a restart", async () => {
	const { room, items } = await newWaiting(2);
	await room.lane.cancel({ before: Date.now() + 1000 });
	await evictDurableObject(room.laneStub);
	await room.lane.recover(items, null);
	const again = termsOf(await routeOf(room.endpointId), { isFirst: false });
	expect((await room.lane.offer(items, again)).granted).toEqual([null, null]);
	expect(await waiting(room)).toEqual([]);
});

test("cancelled messages are forgotten after their retention, also by a lane that never sent anything", async () => {
	const { room } = await newWaiting(3);
	expect(await room.lane.cancel({ before: Date.now() + 1000 })).toBe(3);
	const kept = () =>
		runInDurableObject(room.laneStub, (_lane, { storage }) =>
			storage.sql.exec("SELECT count(*) AS n FROM cancelled").one(),
		);
	moveClock(89 * DAY_MS);
	await runDurableObjectAlarm(room.laneStub);
	expect(await kept()).toEqual({ n: 3 });
	moveClock(8 * DAY_MS);
	expect(await alarmOf(room.laneStub)).toBeLessThanOrEqual(Date.now());
	await runDurableObjectAlarm(room.laneStub);
	expect(await kept()).toEqual({ n: 0 });
	await settle(room);
	expect(await alarmOf(room.laneStub)).toBeNull();
});

test("what a lane was offered and nobody reports waits again when its lease is over", async () => {
	const room = await newRoom();
	const items = newItems(5);
	await room.lane.offer(items, termsOf(await routeOf(room.endpointId)));
	await room.api("POST", `${room.path}/pause`);
	moveClock(LEASE_MS - 1000);
	expect((await room.lane.state()).open).toHaveLength(5);
	moveClock(1500);
	expect((await room.lane.state()).open).toEqual([]);
	expect(await waiting(room)).toEqual(seqsOf(items));
	expect((await room.lane.overview()).inFlight).toBe(0);
});

test("what is recovered keeps its lease, and is sent once when that is over", async () => {
	const room = await newRoom();
	const items = newItems(3);
	await room.lane.offer(items, termsOf(await routeOf(room.endpointId)));
	await room.lane.recover(items, null);
	await runDurableObjectAlarm(room.laneStub);
	await sleep(50);
	expect(await attemptsOf(room)).toEqual([]);
	moveClock(LEASE_MS + 1000);
	await runDurableObjectAlarm(room.laneStub);
	await runDurableObjectAlarm(room.laneStub);
	await until(
		() => attemptsOf(room),
		(all) => all.length >= 3,
	);
	await sleep(100);
	expect(await attemptsOf(room)).toHaveLength(3);
});

test("an endpoint that is gone takes nothing, and keeps nothing", async () => {
	const { room } = await newWaiting(3);
	const route = await routeOf(room.endpointId);
	await room.api("DELETE", room.path);
	expect(await waiting(room)).toEqual([]);
	expect((await room.lane.offer(newItems(2), termsOf(route))).granted).toEqual([null, null]);
	expect(await waiting(room)).toEqual([]);
});
