// How many attempts of an endpoint are under way at once, and what frees their room.
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { dispatch } from "../../../src/delivery/sending/dispatch.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	CONTENT,
	LEASE_MS,
	moveClock,
	newMessage,
	newRoom,
	type Room,
	routeOf,
	rowsOf,
	toAccepted,
	tools,
	toReport,
} from "../../support/delivery.ts";
import {
	arrivals,
	arrived,
	drive,
	idsOf,
	kill,
	newItems,
	postMany,
	sleep,
	termsOf,
} from "../../support/engine.ts";

const DELAY_MS = 150;

afterEach(() => {
	vi.useRealTimers();
});

/** The most requests that the receiver had at once, when it answered each after DELAY_MS. */
async function mostAtOnce(room: Room): Promise<number> {
	const times = (await arrivals(room)).map(({ at }) => at);
	return Math.max(
		...times.map((at) => times.filter((t) => t <= at && t > at - DELAY_MS + 5).length),
	);
}

test.each([1, 3, 10])(
	"with a maximum of %d never more are at the receiver",
	async (maxInFlight) => {
		const room = await newRoom(`?delay_ms=${DELAY_MS}`, { maxInFlight });
		const count = maxInFlight * 4;
		const ids = await postMany(room, count);
		const all = await arrived(room, count);
		expect(idsOf(all).sort()).toEqual(ids);
		expect(await mostAtOnce(room)).toBe(maxInFlight);
	},
);

test("without a setting it is 64", async () => {
	const room = await newRoom(`?delay_ms=${DELAY_MS}`);
	await postMany(room, 200);
	await arrived(room, 200);
	expect(await mostAtOnce(room)).toBeLessThanOrEqual(64);
	expect(await mostAtOnce(room)).toBeGreaterThan(40);
});

test("a maximum that is raised or lowered holds for what is queued", async () => {
	const room = await newRoom(`?delay_ms=${DELAY_MS}`, { maxInFlight: 1 });
	await postMany(room, 30);
	await arrived(room, 2);
	await room.api("PATCH", room.path, { maxInFlight: 10 });
	await arrived(room, 30);
	expect(await mostAtOnce(room)).toBeLessThanOrEqual(10);
	expect(await mostAtOnce(room)).toBeGreaterThan(5);
});

test("a lease that runs out frees its room", async () => {
	const room = await newRoom("", { maxInFlight: 1 });
	const terms = termsOf(await routeOf(room.endpointId));
	const [first, second, third] = newItems(3);
	if (first === undefined || second === undefined || third === undefined) throw new Error();
	expect((await room.lane.offer([first, second], terms)).granted).toEqual([
		expect.any(Object),
		null,
	]);
	moveClock(LEASE_MS - 100);
	await runDurableObjectAlarm(room.laneStub);
	expect(await rowsOf(room.laneStub, "deliveries")).toMatchObject([{ leased: 0 }]);
	moveClock(101);
	await room.lane.offer([third], terms);
	const attempts = await drive(
		room,
		() => attemptsOf(room),
		(all) => all.length === 3,
	);
	// Nobody stored their messages: each was tried once, and none is left.
	expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(3);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
});

test("a lane that dies with leases sends none of them again before their end", async () => {
	const before = await newRoom("?delay_ms=600", { maxInFlight: 2 });
	const ids = await postMany(before, 6);
	await arrived(before, 4);
	const room = await kill(before);
	await runDurableObjectAlarm(room.laneStub);
	await sleep(200);
	const held = (await rowsOf(room.laneStub, "deliveries")).filter(({ leased }) => leased === 1);
	expect(held.length).toBeLessThanOrEqual(2);
	const all = await drive(
		room,
		() => arrivals(room),
		(some) => some.length >= 6,
	);
	await sleep(700);
	expect(idsOf(all).sort()).toEqual(ids);
	expect(await arrivals(room)).toHaveLength(6);
});

test("what was leased by a lane that died still counts as under way", async () => {
	const before = await newRoom("?delay_ms=600", { maxInFlight: 2 });
	await postMany(before, 6);
	await arrived(before, 4);
	const room = await kill(before);
	await runDurableObjectAlarm(room.laneStub);
	expect((await room.lane.overview()).inFlight).toBeLessThanOrEqual(2);
	const times = (await arrivals(room)).map(({ at }) => at);
	expect(times.filter((at) => at > Date.now() - 500).length).toBeLessThanOrEqual(2);
});

test("an attempt that ends after its lease leaves the room of others alone", async () => {
	const room = await newRoom("", { maxInFlight: 1 });
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	moveClock(LEASE_MS + 100);
	await drive(
		room,
		() => arrivals(room),
		(all) => all.length === 1,
	);
	await room.lane.report(grants.map(({ task }) => toReport(task, 200)));
	const next = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, next.grants, CONTENT);
	await arrived(room, 2);
	await until(
		() => rowsOf(room.laneStub, "deliveries"),
		(rows) => rows.length === 0,
	);
});
