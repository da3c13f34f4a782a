// A paused endpoint: its messages wait, its retries too, and all go in order when it is resumed.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "../../support/api.ts";
import {
	alarmOf,
	attemptsOf,
	moveClock,
	newRoom,
	type Room,
	rowsOf,
} from "../../support/delivery.ts";
import {
	arrivals,
	arrived,
	countWork,
	idsOf,
	postMany,
	postOne,
	sleep,
} from "../../support/engine.ts";

afterEach(() => {
	vi.useRealTimers();
});

const pause = (room: Room) => room.api("POST", `${room.path}/pause`);
const resume = (room: Room) => room.api("POST", `${room.path}/resume`);

test("while it is paused messages gather, and resuming sends them in order", async () => {
	const room = await newRoom("", { maxInFlight: 1 });
	await pause(room);
	const ids = [...(await postMany(room, 10)), ...(await postMany(room, 10))];
	await sleep(200);
	expect(await arrivals(room)).toEqual([]);
	expect(await rowsOf(room.laneStub, "deliveries")).toHaveLength(20);
	await resume(room);
	expect(idsOf(await arrived(room, 20))).toEqual(ids);
	expect(await arrivals(room)).toHaveLength(20);
});

test.each([429, 503])(
	"resuming what nobody paused ends what the endpoint asked for with a %d, within a second",
	async (status) => {
		const room = await newRoom(`?status=${status},200&retry_after=600`);
		const first = await postOne(room);
		await until(
			() => attemptsOf(room),
			(all) => all.length === 1,
		);
		const ids = await postMany(room, 3);
		await sleep(200);
		expect(await arrivals(room)).toHaveLength(1);
		const before = (await room.api("GET", room.path)).body;
		const startedAt = Date.now();
		expect(await resume(room)).toMatchObject({ status: 200, body: { id: before.id } });
		const all = await arrived(room, 4, 2);
		expect((all.at(-1)?.at ?? 0) - startedAt).toBeLessThan(1_000);
		expect(idsOf(all).slice(1).toSorted()).toEqual(ids);
		expect(await room.lane.overview()).toMatchObject({ pausedUntil: null, currentRate: null });
		// What got that answer keeps its own time.
		const rows = await rowsOf(room.laneStub, "deliveries");
		expect(rows).toMatchObject([{ message_id: first }]);
		expect(Number(rows[0]?.due_at)).toBeGreaterThan(Date.now() + 500_000);
	},
);

test("resuming writes nothing where there is nothing to end", async () => {
	const room = await newRoom("?status=503&retry_after=600");
	await postOne(room);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	const { body: before } = await room.api("GET", room.path);
	const { body: first } = await resume(room);
	expect(Date.parse(first.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
	expect((await resume(room)).body).toEqual(first);
	expect((await room.api("GET", room.path)).body).toEqual(first);
});

test("nothing is retried while it is paused, also after a restart; then it is, once", async () => {
	const room = await newRoom("?status=500,200");
	await postOne(room);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	await pause(room);
	moveClock(3_600_000);
	await runDurableObjectAlarm(room.laneStub);
	await evictDurableObject(room.laneStub);
	await runDurableObjectAlarm(room.laneStub);
	await sleep(200);
	expect(await arrivals(room)).toHaveLength(1);
	await resume(room);
	await arrived(room, 2);
	expect((await attemptsOf(room)).map(({ number }) => number)).toContain(1);
	await sleep(100);
	expect(await arrivals(room)).toHaveLength(2);
});

test("what is under way when it is paused ends, and its retry waits", async () => {
	const room = await newRoom("?status=500&delay_ms=200");
	await postOne(room);
	await arrived(room, 1);
	await pause(room);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	expect(await rowsOf(room.laneStub, "deliveries")).toMatchObject([{ number: 2, leased: 0 }]);
});

test("a backlog that is sent stops when it is paused", async () => {
	const room = await newRoom("", { throttleRate: 20 });
	const ids = await postMany(room, 40);
	await arrived(room, 5);
	await pause(room);
	await sleep(200);
	const { length } = await arrivals(room);
	await sleep(400);
	expect(await arrivals(room)).toHaveLength(length);
	await resume(room);
	expect(idsOf(await arrived(room, 40)).sort()).toEqual(ids);
});

test("a paused lane with a backlog does nothing, and looks again much later", async () => {
	const room = await newRoom("", { throttleRate: 20 });
	await pause(room);
	await postMany(room, 10);
	await sleep(100);
	expect(await countWork(room, 1000)).toBe(0);
	await runDurableObjectAlarm(room.laneStub);
	expect(Number(await alarmOf(room.laneStub))).toBeGreaterThan(Date.now() + 300_000);
});

test("a disabled lane with a backlog does nothing either", async () => {
	const room = await newRoom("", { throttleRate: 20 });
	await pause(room);
	await postMany(room, 10);
	await room.api("PATCH", room.path, { disabled: true });
	await sleep(100);
	expect(await countWork(room, 1000)).toBe(0);
	await runDurableObjectAlarm(room.laneStub);
	expect(Number(await alarmOf(room.laneStub))).toBeGreaterThan(Date.now() + 300_000);
});
