// When a lane expects what waits: behind a failing message of an ordered endpoint, and while it was asked to wait.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { type MessageId, seqOf } from "../../../src/core/ids.ts";
import type { Standing } from "../../../src/core/standing.ts";
import {
	type DeliveryRow,
	deliverySql,
	toDeliveryRow,
} from "../../../src/delivery/lane/deliveries.sql.ts";
import type { StandingTerms } from "../../../src/platform/lane-client.ts";
import { until } from "../../support/api.ts";
import {
	FREE,
	moveClock,
	newRoom,
	newTask,
	type Room,
	rowsOf,
	toReport,
} from "../../support/delivery.ts";
import { arrived, postOne } from "../../support/engine.ts";

const ORDERED: StandingTerms = { ordered: true, throttleRate: null };

afterEach(() => {
	vi.useRealTimers();
});

async function standing(room: Room, id: string, terms = ORDERED): Promise<Standing> {
	// safe because it is the id of a message
	const [told] = await room.lane.standings([id as MessageId], terms);
	if (told === undefined) throw new Error("the lane told nothing");
	return told;
}

const reaches = (room: Room, id: string, state: Standing["state"]) =>
	until(
		() => standing(room, id),
		(told) => told.state === state,
	);

test("behind a failing message: not before its next attempt, also after a restart", async () => {
	const room = await newRoom("?status=500", { ordered: true });
	const [first, second, third] = [await postOne(room), await postOne(room), await postOne(room)];
	const { nextAt } = await reaches(room, first, "failing");
	const [row] = await rowsOf(room.laneStub, "deliveries");
	expect(nextAt).toBe(row?.due_at);
	const expected = { state: "waiting", blocked: true, nextAt };
	expect(await standing(room, second)).toMatchObject({ ...expected, behind: 1 });
	await evictDurableObject(room.laneStub);
	expect(await standing(room, third)).toMatchObject({ ...expected, behind: 2 });
	const limited = await standing(room, third, { ...ORDERED, throttleRate: 1 });
	expect(limited.nextAt).toBeGreaterThan((nextAt ?? 0) + 1_900);
});

test("behind a retry under way there is no time; behind a first attempt it may be any moment", async () => {
	const room = await newRoom("?status=500&delay_ms=400", { ordered: true });
	const [first, second] = [await postOne(room), await postOne(room)];
	await reaches(room, first, "sending");
	const soon = await standing(room, second);
	expect(soon).toMatchObject({ state: "waiting", behind: 1, blocked: false });
	expect(soon.nextAt).toBeLessThan(Date.now() + 1_000);
	const { nextAt } = await reaches(room, first, "failing");
	moveClock((nextAt ?? 0) - Date.now());
	await runDurableObjectAlarm(room.laneStub);
	await arrived(room, 2);
	expect(await standing(room, first)).toMatchObject({ state: "sending" });
	const waiting = { state: "waiting", behind: 1, blocked: true, nextAt: null };
	expect(await standing(room, second)).toMatchObject(waiting);
});

test("in order, what is before a message are those that are owed, and bulk work before bulk work", async () => {
	const room = await newRoom("", { ordered: true });
	await room.api("POST", `${room.path}/pause`);
	const kinds: Partial<DeliveryRow>[] = [
		{ bulk: 1, one_shot: 0 },
		{},
		{ bulk: 1, one_shot: 1 },
		{},
		{ bulk: 1, one_shot: 1 },
	];
	const tasks = kinds.map(() => newTask());
	const counts = await runInDurableObject(room.laneStub, (_lane, { storage }) => {
		const deliveries = deliverySql(storage.sql);
		const rows = tasks.map((task, i) => ({ ...toDeliveryRow(task, Date.now()), ...kinds[i] }));
		for (const row of rows) deliveries.put(row);
		return rows.map((row) => deliveries.countBelow(row));
	});
	expect(counts).toEqual([0, 1, 3, 2, 4]);
	const behind = await Promise.all(tasks.map(({ messageId }) => standing(room, messageId)));
	expect(behind.map((told) => told.behind)).toEqual(counts);
});

test("a retry that is due while the endpoint wants to be left alone is expected after that", async () => {
	const room = await newRoom();
	const [early, asking] = [newTask(), newTask()];
	await room.lane.overview();
	await room.lane.report([toReport(early, 500)]);
	expect((await standing(room, early.messageId, FREE)).nextAt).toBeLessThan(Date.now() + 10_000);
	const report = toReport(asking, 503);
	const outcome = {
		...report.outcome,
		responseHeaders: [["retry-after", "600"]] as [string, string][],
	};
	await room.lane.report([{ ...report, outcome }]);
	const { pausedUntil } = await room.lane.overview();
	const told = await standing(room, early.messageId, FREE);
	expect(told).toMatchObject({ state: "failing", nextAt: pausedUntil });
	const listed = await room.lane.listMessages({
		...{ limit: 10, iterator: null, statuses: null, channel: null, tag: null },
		...{ eventTypes: null, after: null, before: null },
	});
	const found = listed.messages.find(({ seq }) => seq === seqOf(early.messageId));
	expect(found).toMatchObject({ status: "sending", nextAt: pausedUntil });
});
