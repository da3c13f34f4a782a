// What people ask for beside the schedule: attempts in between, several in a row, and of what is under way.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	moveClock,
	newRoom,
	type Room,
	rowsOf,
	tools,
} from "../../support/delivery.ts";
import { arrivals, arrived, postMany, postOne, sleep } from "../../support/engine.ts";

const HOUR_MS = 3_600_000;
const SCHEDULE = tools.config.retryScheduleSeconds;

afterEach(() => {
	vi.useRealTimers();
});

/** Attempts, oldest first, as [number, trigger]. */
async function attempts(room: Room, count: number): Promise<[number, string][]> {
	const all = await until(
		() => attemptsOf(room),
		(some) => some.length >= count,
	);
	return all.map(({ number, trigger }): [number, string] => [number, trigger]).reverse();
}

const resend = ({ api, applicationId, endpointId }: Room, id: string) =>
	api("POST", `/app/${applicationId}/msg/${id}/endpoint/${endpointId}/resend`);

async function pass(room: Room, ms: number): Promise<void> {
	moveClock(ms);
	await runDurableObjectAlarm(room.laneStub);
	await sleep(100);
}

const rows = (room: Room) => rowsOf(room.laneStub, "deliveries");

test("a resend takes the place of the retry that waits, and advances the schedule", async () => {
	const room = await newRoom("?status=500,500,200");
	const id = await postOne(room);
	await attempts(room, 1);
	await resend(room, id);
	await attempts(room, 2);
	const [next] = await rows(room);
	const waitMs = Number(next?.due_at) - Date.now();
	expect(waitMs).toBeGreaterThan(0.8 * Number(SCHEDULE[1]) * 1000 - 5000);
	// Nothing happens when the first retry would have been due.
	await pass(room, 10_000);
	expect(await arrivals(room)).toHaveLength(2);
	await pass(room, HOUR_MS);
	expect(await attempts(room, 3)).toEqual([
		[1, "scheduled"],
		[2, "manual"],
		[3, "scheduled"],
	]);
	expect(await rows(room)).toEqual([]);
});

test("a resend that succeeds ends the retries", async () => {
	const room = await newRoom("?status=500,200");
	const id = await postOne(room);
	await attempts(room, 1);
	await resend(room, id);
	await attempts(room, 2);
	await pass(room, 24 * HOUR_MS);
	expect(await arrivals(room)).toHaveLength(2);
	expect(await rows(room)).toEqual([]);
});

test("two resends in a row make two attempts, whatever became of the first", async () => {
	const room = await newRoom("?status=500,500,500,200&delay_ms=100");
	const id = await postOne(room);
	await attempts(room, 1);
	await Promise.all([resend(room, id), resend(room, id)]);
	expect(await attempts(room, 3)).toEqual([
		[1, "scheduled"],
		[2, "manual"],
		[3, "manual"],
	]);
	expect(await rows(room)).toMatchObject([{ number: 4, trigger_type: "scheduled" }]);
});

test("a resend of what is under way is made after it, also when that succeeds", async () => {
	const room = await newRoom("?delay_ms=200");
	const id = await postOne(room);
	await arrived(room, 1);
	await resend(room, id);
	await resend(room, id);
	const all = await arrived(room, 3);
	expect((all[1]?.at ?? 0) - (all[0]?.at ?? 0)).toBeGreaterThanOrEqual(199);
	expect(await attempts(room, 3)).toEqual([
		[1, "scheduled"],
		[2, "manual"],
		[3, "manual"],
	]);
	await sleep(100);
	expect(await rows(room)).toEqual([]);
});

test("a failed resend of what was delivered is not retried", async () => {
	const room = await newRoom("?status=200,500");
	const id = await postOne(room);
	await attempts(room, 1);
	await resend(room, id);
	await attempts(room, 2);
	expect(await rows(room)).toEqual([]);
});

test("a resend of what is exhausted is one attempt, numbered on", async () => {
	const room = await newRoom("?status=500");
	const id = await postOne(room);
	await attempts(room, 1);
	for (let i = 0; i < SCHEDULE.length; i++) {
		await pass(room, 13 * HOUR_MS);
		await attempts(room, i + 2);
	}
	expect(await rows(room)).toEqual([]);
	await resend(room, id);
	const all = await attempts(room, SCHEDULE.length + 2);
	expect(all.at(-1)).toEqual([SCHEDULE.length + 2, "manual"]);
	expect(await rows(room)).toEqual([]);
});

test("a resend survives a restart before it was made", async () => {
	const room = await newRoom("?status=500,200");
	const id = await postOne(room);
	await attempts(room, 1);
	await room.api("POST", `${room.path}/pause`);
	await resend(room, id);
	await resend(room, id);
	await evictDurableObject(room.laneStub);
	await room.api("POST", `${room.path}/resume`);
	expect(await attempts(room, 3)).toEqual([
		[1, "scheduled"],
		[2, "manual"],
		[3, "manual"],
	]);
});

test("what is resent waits for its turn in a throttled queue, and is not sent twice", async () => {
	const room = await newRoom("", { throttleRate: 20 });
	const ids = await postMany(room, 20);
	const last = ids.at(-1) ?? "";
	await resend(room, last);
	await arrived(room, 20);
	await sleep(300);
	const seen = (await arrivals(room)).filter(({ id }) => id === last);
	expect(seen.length).toBeLessThanOrEqual(2);
	expect(await rows(room)).toEqual([]);
});

test("a resend that a person asks for is not queued behind a bulk replay", async () => {
	const room = await newRoom("", { throttleRate: 10 });
	const ids = await postMany(room, 10);
	await arrived(room, 10);
	await attempts(room, 10);
	const last = ids.at(-1) ?? "";
	const since = new Date(Date.now() - HOUR_MS).toISOString();
	await room.api("POST", `${room.path}/bulk-replay`, { since });
	await until(
		() => rows(room),
		(some) => some.some(({ message_id, bulk }) => message_id === last && bulk === 1),
	);
	await resend(room, last);
	const seen = await arrived(room, 15);
	expect(seen.slice(10).map(({ id }) => id)).toContain(last);
	await room.lane.cancel({ before: Date.now() + 1000 });
});

test("cancelling and then resending sends", async () => {
	const room = await newRoom();
	await room.api("POST", `${room.path}/pause`);
	const id = await postOne(room);
	await room.api("POST", `${room.path}/cancel`);
	await room.api("POST", `${room.path}/resume`);
	await sleep(100);
	expect(await arrivals(room)).toEqual([]);
	await resend(room, id);
	await arrived(room, 1);
});
