// Offers to one lane: together when they can be, in order, and with the newest route.

import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { Outbox } from "../../src/delivery/outbox.ts";
import { until } from "../support/api.ts";
import {
	attemptsOf,
	moveClock,
	newMessage,
	newRoom,
	newTask,
	toAccepted,
	toReport,
} from "../support/delivery.ts";

afterEach(() => {
	vi.useRealTimers();
});

async function newOutbox() {
	const room = await newRoom();
	const [grant] = toAccepted(await room.store.accept(newMessage())).grants;
	if (grant === undefined) throw new Error("nothing is granted");
	return { room, route: grant.route, outbox: new Outbox(room.lane) };
}

test("hundreds of offers at once are all granted, and the lane holds each", async () => {
	const { room, route, outbox } = await newOutbox();
	const tasks = Array.from({ length: 450 }, () => newTask());
	const answers = await Promise.all(tasks.map((task) => outbox.offer(route, task)));
	expect(answers.every(({ granted }) => granted)).toBe(true);
	const { epoch, open } = await room.lane.state();
	expect(new Set(answers.map((answer) => answer.epoch))).toEqual(new Set([epoch]));
	expect(open).toEqual(expect.arrayContaining(tasks.map(({ messageId }) => messageId)));
	await until(async () => outbox.isIdle, Boolean);
});

test("what waits behind an offer brings its own route, which the lane then retries by", async () => {
	const { room, route, outbox } = await newOutbox();
	const moved = await room.addEndpoint("", {});
	const task = newTask();
	await Promise.all([
		outbox.offer(route, newTask()),
		outbox.offer(route, newTask()),
		outbox.offer({ ...route, url: moved.target.url }, task),
	]);
	await room.lane.report([toReport(task, 500)]);
	await attemptsOf(room);
	moveClock(6_500);
	await runDurableObjectAlarm(room.laneStub);
	const [, retried] = await until(
		async () => (await attemptsOf(room)).toReversed(),
		(all) => all.length === 2,
	);
	expect(retried?.url).toBe(moved.target.url);
});

test("an offer that fails rejects its callers, and the next one goes on", async () => {
	const { route, outbox } = await newOutbox();
	// A task that cannot be cloned cannot be offered.
	const broken = { ...newTask(), tags: [Symbol("x") as unknown as string] };
	await expect(outbox.offer(route, broken)).rejects.toThrow();
	expect((await outbox.offer(route, newTask())).granted).toBe(true);
});
