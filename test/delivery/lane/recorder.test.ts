// What follows from reports: numbers, late ones, double ones, ones of messages that are cancelled or moved on.
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { DeliveryTask } from "../../../src/core/delivery.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	FREE,
	LEASE_MS,
	moveClock,
	newRoom,
	newTask,
	type Room,
	routeOf,
	rowsOf,
	toReport,
} from "../../support/delivery.ts";
import { newItems, sleep, termsOf } from "../../support/engine.ts";

afterEach(() => {
	vi.useRealTimers();
});

const rows = (room: Room) => rowsOf(room.laneStub, "deliveries");

/** By whoever has the message now, if anybody does. */
async function report(room: Room, task: DeliveryTask, ...statuses: number[]): Promise<void> {
	for (const status of statuses) {
		const [row] = await rows(room);
		const startAt = row?.leased === 1 ? Number(row.due_at) - LEASE_MS : Date.now();
		await room.lane.report([toReport(task, status, startAt)]);
		await attemptsOf(room);
	}
}

/** A lane that gave leave for one message; its sender says nothing. */
async function newGranted() {
	const room = await newRoom();
	const [item] = newItems(1);
	if (item === undefined) throw new Error("no item");
	const terms = termsOf(await routeOf(room.endpointId));
	expect((await room.lane.offer([item], terms)).granted).toEqual([expect.any(Object)]);
	const task: DeliveryTask = { ...item, number: 1, trigger: "scheduled" };
	/** The lease runs out, and the message waits for its turn again. */
	const giveUp = async () => {
		await room.api("POST", `${room.path}/pause`);
		moveClock(LEASE_MS + 1000);
		await room.lane.state();
		expect(await rows(room)).toMatchObject([{ number: 1, leased: 0 }]);
	};
	return { room, item, task, giveUp };
}

test("attempts are numbered from one, without gaps, whoever asks for them", async () => {
	const { room, task } = await newGranted();
	await room.api("POST", `${room.path}/pause`);
	for (let number = 1; number <= 4; number++) {
		await report(room, { ...task, number }, 500);
		expect(await rows(room)).toMatchObject([{ number: number + 1 }]);
		// As if it were under way.
		await leaseAll(room);
	}
	expect((await attemptsOf(room)).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
});

async function leaseAll(room: Room): Promise<void> {
	await runInDurableObject(room.laneStub, (_lane, { storage }) => {
		storage.sql.exec("UPDATE deliveries SET leased = 1, due_at = ?", Date.now() + LEASE_MS);
	});
}

test.each<[string, number[], number | null]>([
	["a late success ends what waits", [200], null],
	["a late failure leaves what waits as it is", [500], 1],
	["a late failure after a late success changes nothing", [200, 500], null],
	["a late success after a late failure ends it", [500, 200], null],
])("%s", async (_name, statuses, waiting) => {
	const { room, task, giveUp } = await newGranted();
	await giveUp();
	await report(room, task, ...statuses);
	expect((await rows(room)).map(({ number }) => number)).toEqual(waiting === null ? [] : [waiting]);
	expect(await attemptsOf(room)).toHaveLength(statuses.length);
});

test.each<[string, number[], object[]]>([
	["failure and failure: one retry", [500, 500], [{ number: 2, leased: 0 }]],
	["failure and success: none", [500, 200], []],
	["success and failure: none", [200, 500], []],
	["success and success: none", [200, 200], []],
])("an attempt that is reported twice: %s", async (_name, statuses, waiting) => {
	const { room, task, giveUp } = await newGranted();
	await giveUp();
	await leaseAll(room);
	await report(room, task, ...statuses);
	expect(await rows(room)).toMatchObject(waiting);
	expect(await rows(room)).toHaveLength(waiting.length);
});

test.each<[string, number, object[]]>([
	["failure leaves it to the other", 500, [{ number: 1, leased: 1 }]],
	["success is enough", 200, []],
])(
	"of two senders of one attempt the first was given up, and its %s",
	async (_name, status, waiting) => {
		const { room, task, giveUp } = await newGranted();
		const startAt = Date.now();
		await giveUp();
		await leaseAll(room);
		await room.lane.report([toReport(task, status, startAt)]);
		expect(await attemptsOf(room)).toHaveLength(1);
		expect(await rows(room)).toMatchObject(waiting);
		expect(await rows(room)).toHaveLength(waiting.length);
		await report(room, task, 500);
		expect((await rows(room)).map(({ number }) => number)).toEqual(waiting.map(() => 2));
	},
);

test("a late success does not end what somebody asked for once more", async () => {
	const { room, item, task, giveUp } = await newGranted();
	const startAt = Date.now();
	await giveUp();
	await leaseAll(room);
	await room.lane.resend(item);
	await room.lane.report([toReport(task, 200, startAt)]);
	await report(room, task, 200);
	expect(await rows(room)).toMatchObject([{ number: 2, trigger_type: "manual", leased: 0 }]);
});

test("a late report of the first attempt does not count while the second is under way", async () => {
	const { room, task, giveUp } = await newGranted();
	await giveUp();
	await leaseAll(room);
	await report(room, task, 500);
	await leaseAll(room);
	await report(room, task, 500);
	expect(await rows(room)).toMatchObject([{ number: 2, leased: 1 }]);
	await report(room, { ...task, number: 2 }, 500);
	expect(await rows(room)).toMatchObject([{ number: 3, leased: 0 }]);
});

test("a late failure does not bring back a message that was cancelled", async () => {
	const { room, item, task, giveUp } = await newGranted();
	await giveUp();
	expect(await room.lane.cancel({ messageId: item.messageId })).toBe(1);
	await report(room, task, 500);
	expect(await rows(room)).toEqual([]);
	const [standing] = await room.lane.standings([item.messageId], FREE);
	expect(standing?.state).toBe("cancelled");
});

test("a message that was moved up by a resend is not moved back by a late failure", async () => {
	const { room, item, task, giveUp } = await newGranted();
	await giveUp();
	await room.lane.resend(item);
	await report(room, task, 500);
	expect(await rows(room)).toMatchObject([{ trigger_type: "manual", leased: 0 }]);
});

test("a message that was offered twice is queued once, and sent once", async () => {
	const { room, item } = await newGranted();
	const again = termsOf(await routeOf(room.endpointId), { isFirst: false });
	expect((await room.lane.offer([item], again)).granted).toEqual([null]);
	await room.lane.recover([item], null);
	await room.lane.recover([item], null);
	expect(await rows(room)).toMatchObject([{ number: 1, leased: 1 }]);
	moveClock(LEASE_MS + 1000);
	await runDurableObjectAlarm(room.laneStub);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	await sleep(100);
	expect(await attemptsOf(room)).toHaveLength(1);
});

test("an attempt of a message without a payload ends it, and says nothing of the endpoint", async () => {
	const room = await newRoom();
	const task = newTask();
	const told = toReport(task, 0);
	await room.lane.report([
		{ ...told, outcome: { ...told.outcome, failure: "payload_missing", status: 0 } },
	]);
	await attemptsOf(room);
	expect(await rows(room)).toEqual([]);
	expect((await room.lane.overview()).failingSince).toBeNull();
});
