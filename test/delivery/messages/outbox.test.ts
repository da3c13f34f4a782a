// Offers to one lane: together when they can be, and again after a reset.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { Outbox } from "../../../src/delivery/messages/outbox.ts";
import { until } from "../../support/api.ts";
import { newRoom, newTask, routeOf, rowsOf, tools } from "../../support/delivery.ts";

/** Attempts under way at the same time, without a setting of the endpoint. */
const IN_FLIGHT_MAX = 64;

afterEach(() => {
	vi.useRealTimers();
});

async function newOutbox() {
	const room = await newRoom();
	const terms = { route: await routeOf(room.endpointId), isQuiet: true, missingFrom: null };
	/** How many in each call that was answered. */
	const offered: number[] = [];
	const outbox = new Outbox({
		lane: () => tools.lanes.of(room.endpointId),
		clock: Date.now,
		terms: () => terms,
		answered: (items) => void offered.push(items.length),
	});
	return { room, outbox, offered };
}

test("of hundreds of offers at once some are granted and the others wait: the lane holds each", async () => {
	const { room, outbox } = await newOutbox();
	const tasks = Array.from({ length: 450 }, () => newTask());
	const answers = await Promise.all(tasks.map((task) => outbox.offer(task)));
	const { epoch, open } = await room.lane.state();
	expect(answers.filter(({ leave }) => leave !== null)).toHaveLength(IN_FLIGHT_MAX);
	expect(new Set(answers.map((answer) => answer.epoch))).toEqual(new Set([epoch]));
	const waiting = await rowsOf(room.laneStub, "deliveries");
	const held = [...open, ...waiting.map((row) => row.message_id)];
	expect(new Set(held)).toEqual(new Set(tasks.map(({ messageId }) => messageId)));
	await until(async () => outbox.isIdle, Boolean);
});

test("a lane that was reset is found again by the same offer", async () => {
	const { room, outbox } = await newOutbox();
	expect((await outbox.offer(newTask())).leave).not.toBeNull();
	const aborted = runInDurableObject(room.laneStub, (_lane, state) => state.abort("a test"));
	await expect(aborted).rejects.toThrow();
	expect((await outbox.offer(newTask())).leave).not.toBeNull();
});

test("an offer that fails rejects its callers, and the next one goes on", async () => {
	const { outbox } = await newOutbox();
	// A task that cannot be cloned cannot be offered.
	const broken = { ...newTask(), tags: [Symbol("x") as unknown as string] };
	await expect(outbox.offer(broken)).rejects.toThrow();
	expect((await outbox.offer(newTask())).leave).not.toBeNull();
});

test("offers of the same moment are one call, those that come meanwhile the next", async () => {
	const { room, outbox, offered } = await newOutbox();
	const offer = () => outbox.offer(newTask());
	await Promise.all([offer(), offer(), offer()]);
	expect(offered).toEqual([3]);
	const first = offer();
	await Promise.resolve();
	await Promise.all([first, offer(), offer()]);
	expect(offered).toEqual([3, 1, 2]);
	expect((await room.lane.state()).open).toHaveLength(6);
});
