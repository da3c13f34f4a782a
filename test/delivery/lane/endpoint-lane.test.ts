// The lane: retries by the schedule, what a change of the endpoint does to them, and reports that come twice.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
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
	newTask,
	type Room,
	rowsOf,
	toAccepted,
	tools,
	toReport,
	workAlarmOf,
} from "../../support/delivery.ts";

const SCHEDULE = tools.config.retryScheduleSeconds;
const HOUR_MS = 3_600_000;

afterEach(() => {
	vi.useRealTimers();
});

async function send(room: Room) {
	const { record, grants } = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, grants, CONTENT);
	return record.id;
}

/** Moves the clock to when something is due, runs the alarm, and waits for the attempt that it makes. */
async function runNextAttempt(room: Room): Promise<void> {
	const before = (await attemptsOf(room)).length;
	const [waiting] = await deliveries(room);
	moveClock(Math.max(0, Number(waiting?.due_at) - Date.now()));
	await runDurableObjectAlarm(room.laneStub);
	await until(
		() => attemptsOf(room),
		(all) => all.length > before,
	);
}

const deliveries = (room: Room) => rowsOf(room.laneStub, "deliveries");

test("500, 500, 200 makes three attempts with the numbers 1 to 3 and one webhook-id", async () => {
	const room = await newRoom("?status=500,500,200");
	const id = await send(room);
	await runNextAttempt(room);
	await runNextAttempt(room);
	const attempts = await attemptsOf(room);
	expect(attempts.map(({ number, status }) => [number, status])).toEqual([
		[3, "success"],
		[2, "fail"],
		[1, "fail"],
	]);
	const [third, second, first] = attempts;
	expect([third?.nextAt, second?.nextAt, first?.nextAt]).toEqual([
		null,
		expect.any(Number),
		expect.any(Number),
	]);
	const seen = await room.target.seen();
	expect(seen.map(({ headers }) => headers["webhook-id"])).toEqual([id, id, id]);
	expect(await deliveries(room)).toEqual([]);
});

test("retries end with the schedule, and nothing waits any more", async () => {
	const room = await newRoom("?status=503");
	await send(room);
	for (const _delay of SCHEDULE) await runNextAttempt(room);
	const attempts = await attemptsOf(room);
	expect(attempts).toHaveLength(SCHEDULE.length + 1);
	expect(attempts[0]).toMatchObject({ number: SCHEDULE.length + 1, nextAt: null, status: "fail" });
	expect(attempts.slice(1).every(({ nextAt }) => nextAt !== null)).toBe(true);
	expect(await deliveries(room)).toEqual([]);
	moveClock(LEASE_MS);
	await runDurableObjectAlarm(room.laneStub);
	expect(await workAlarmOf(room.laneStub)).toBeNull();
});

test("a disabled endpoint stops what waits, and goes on with it when it is enabled", async () => {
	const room = await newRoom("?status=500,200");
	await send(room);
	await attemptsOf(room);
	await room.api("PATCH", room.path, { disabled: true });
	expect(await deliveries(room)).toMatchObject([{ number: 2 }]);
	moveClock(24 * HOUR_MS);
	await runDurableObjectAlarm(room.laneStub);
	// Only a slow look whether it is enabled again is left.
	expect(Number(await workAlarmOf(room.laneStub))).toBeGreaterThan(Date.now() + HOUR_MS / 12);
	expect(await room.target.seen()).toHaveLength(1);
	await room.api("PATCH", room.path, { disabled: false });
	await runNextAttempt(room);
	expect((await attemptsOf(room))[0]).toMatchObject({ number: 2, status: "success" });
});

test("a failure that is reported while the endpoint is disabled waits for it", async () => {
	const room = await newRoom();
	await room.api("PATCH", room.path, { disabled: true });
	await room.lane.report([toReport(newTask(), 500)]);
	await attemptsOf(room);
	moveClock(HOUR_MS);
	await runDurableObjectAlarm(room.laneStub);
	expect(await deliveries(room)).toMatchObject([{ number: 2, leased: 0 }]);
	expect(await room.target.seen()).toEqual([]);
	// Only a slow look whether it is enabled again is left.
	expect(Number(await workAlarmOf(room.laneStub))).toBeGreaterThan(Date.now() + HOUR_MS / 12);
});

test("a deleted endpoint forgets what waits, and its attempts can still be read", async () => {
	const room = await newRoom("?status=500");
	await send(room);
	await attemptsOf(room);
	await room.api("DELETE", room.path);
	expect(await deliveries(room)).toEqual([]);
	moveClock(HOUR_MS);
	await runDurableObjectAlarm(room.laneStub);
	expect(await workAlarmOf(room.laneStub)).toBeNull();
	expect(await room.target.seen()).toHaveLength(1);
	expect(await attemptsOf(room)).toHaveLength(1);
});

test("an alarm that runs twice at once sends once", async () => {
	const room = await newRoom("?status=500,200");
	await send(room);
	await attemptsOf(room);
	moveClock(HOUR_MS);
	await runInDurableObject(room.laneStub, (lane) => Promise.all([lane.alarm(), lane.alarm()]));
	await runDurableObjectAlarm(room.laneStub);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 2,
	);
	expect(await room.target.seen()).toHaveLength(2);
});

test("a sender that dies with a retry loses nothing: the lane sends again when its lease is over", async () => {
	const room = await newRoom();
	const { record, grants } = toAccepted(await room.store.accept(newMessage()));
	await room.lane.report(grants.map(({ task }) => toReport(task, 500)));
	await attemptsOf(room);
	// The retry is leased, and its sender's report is lost.
	await runInDurableObject(room.laneStub, (_lane, { storage }) => {
		storage.sql.exec("UPDATE deliveries SET leased = 1, due_at = ?", Date.now() + LEASE_MS);
	});
	moveClock(LEASE_MS - 1000);
	await runDurableObjectAlarm(room.laneStub);
	expect(await room.target.seen()).toEqual([]);
	moveClock(1001);
	await runDurableObjectAlarm(room.laneStub);
	const [seen] = await until(room.target.seen, (all) => all.length === 1);
	expect(seen.headers["webhook-id"]).toBe(record.id);
});

test("a report is in the list at once, and still there after a restart", async () => {
	const room = await newRoom();
	const task = newTask();
	await room.lane.report([toReport(task, 200)]);
	const listed = await attemptsOf(room);
	expect(listed).toMatchObject([{ messageId: task.messageId, number: 1, status: "success" }]);
	expect(await room.lane.findAttempt(listed[0]?.id ?? "")).toEqual(listed[0]);
	await evictDurableObject(room.laneStub);
	expect(await attemptsOf(room)).toEqual(listed);
});

test.each([
	["a second failure after a success", [200, 500], null],
	["a success after a failure", [500, 200], null],
	["two successes", [200, 200], null],
	["two failures", [500, 500], 2],
])("%s of one attempt", async (_name, statuses, waitingNumber) => {
	const room = await newRoom();
	const task = newTask();
	for (const status of statuses) await room.lane.report([toReport(task, status)]);
	expect(await attemptsOf(room)).toHaveLength(2);
	const waiting = (await deliveries(room)).map(({ number }) => number);
	expect(waiting).toEqual(waitingNumber === null ? [] : [waitingNumber]);
});
