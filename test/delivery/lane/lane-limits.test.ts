// The lane when things go wrong around it: calls that never came, a full table, too much at once.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { dispatch } from "../../../src/delivery/sending/dispatch.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	CONTENT,
	moveClock,
	newMessage,
	newRoom,
	toAccepted,
	tools,
	toReport,
} from "../../support/delivery.ts";

const HOUR_MS = 3_600_000;

afterEach(() => {
	vi.useRealTimers();
});

test("what was stopped goes on although nobody told the lane that its endpoint is enabled", async () => {
	const room = await newRoom("?status=500,200");
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, grants, CONTENT);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	await room.api("PATCH", room.path, { disabled: true });
	moveClock(HOUR_MS);
	// As when the Worker dies between its write and its call to the lane.
	await env.DB.prepare("UPDATE endpoints SET disabled = 0 WHERE id = ?")
		.bind(room.endpointId)
		.run();
	await runDurableObjectAlarm(room.laneStub);
	moveClock(HOUR_MS);
	await runDurableObjectAlarm(room.laneStub);
	await until(room.target.seen, (all) => all.length === 2);
});

test("senders get a bounded number of deliveries of one lane at the same time", async () => {
	const room = await newRoom("?delay=200");
	const items = Array.from({ length: 150 }, () => newMessage());
	await Promise.all(items.map((message) => room.store.accept(message)));
	await evictDurableObject(room.laneStub);
	moveClock(HOUR_MS);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(room.laneStub);
	expect((await room.target.seen()).length).toBeLessThanOrEqual(64);
	const arrived = async () => {
		// Real alarms do not follow the clock that was moved.
		await runDurableObjectAlarm(room.laneStub);
		return new Set((await room.target.seen()).map(({ headers }) => headers["webhook-id"])).size;
	};
	await until(arrived, (count) => count === items.length);
});

test("an attempt that cannot be stored is not taken as done", async () => {
	const room = await newRoom();
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	const [grant] = grants;
	if (grant === undefined) throw new Error("nothing is granted");
	const report = toReport(grant.task, 200);
	// The table refuses it, as a full one would.
	const outcome = { ...report.outcome, status: null as unknown as number };
	await room.lane.report([{ ...report, outcome }]);
	const { open } = await room.lane.state();
	expect(open).toEqual([grant.task.messageId]);
});
