// Offers to one lane: together when they can be, and again after a reset.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { Outbox } from "../../src/delivery/outbox.ts";
import { until } from "../support/api.ts";
import { newRoom, newTask, tools } from "../support/delivery.ts";

afterEach(() => {
	vi.useRealTimers();
});

async function newOutbox() {
	const room = await newRoom();
	return { room, outbox: new Outbox(() => tools.lanes.of(room.endpointId), Date.now) };
}

test("hundreds of offers at once are all granted, and the lane holds each", async () => {
	const { room, outbox } = await newOutbox();
	const tasks = Array.from({ length: 450 }, () => newTask());
	const answers = await Promise.all(tasks.map((task) => outbox.offer(task)));
	expect(answers.every(({ granted }) => granted)).toBe(true);
	const { epoch, open } = await room.lane.state();
	expect(new Set(answers.map((answer) => answer.epoch))).toEqual(new Set([epoch]));
	expect(open).toEqual(expect.arrayContaining(tasks.map(({ messageId }) => messageId)));
	await until(async () => outbox.isIdle, Boolean);
});

test("a lane that was reset is found again by the same offer", async () => {
	const { room, outbox } = await newOutbox();
	expect((await outbox.offer(newTask())).granted).toBe(true);
	const aborted = runInDurableObject(room.laneStub, (_lane, state) => state.abort("a test"));
	await expect(aborted).rejects.toThrow();
	expect((await outbox.offer(newTask())).granted).toBe(true);
});

test("an offer that fails rejects its callers, and the next one goes on", async () => {
	const { outbox } = await newOutbox();
	// A task that cannot be cloned cannot be offered.
	const broken = { ...newTask(), tags: [Symbol("x") as unknown as string] };
	await expect(outbox.offer(broken)).rejects.toThrow();
	expect((await outbox.offer(newTask())).granted).toBe(true);
});
