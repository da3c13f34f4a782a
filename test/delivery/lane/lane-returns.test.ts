// What senders give back: it waits where it was, is no attempt, and is neither lost nor sent twice.
import { afterEach, expect, test, vi } from "vitest";
import type { AttemptReport, GivenBack, Grant } from "../../../src/core/delivery.ts";
import { seqOf } from "../../../src/core/ids.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	newMessage,
	newRoom,
	type Room,
	routeOf,
	rowsOf,
	toAccepted,
	toReport,
} from "../../support/delivery.ts";
import {
	arrivals,
	arrived,
	idsOf,
	kill,
	newItems,
	postMany,
	setLimit,
	termsOf,
} from "../../support/engine.ts";

afterEach(() => {
	vi.useRealTimers();
});

const toGivenBack = ({ task, startAt, route }: Grant, ms = 0): GivenBack => ({
	task,
	startAt,
	version: route.version,
	until: Date.now() + ms,
});

/** A room whose first messages this test has leave for, and sends or not. */
async function granted(count: number): Promise<{ room: Room; grants: Grant[] }> {
	const room = await newRoom();
	const grants: Grant[] = [];
	for (let i = 0; i < count; i++) {
		grants.push(...toAccepted(await room.store.accept(newMessage())).grants);
	}
	expect(grants).toHaveLength(count);
	return { room, grants };
}

function toRefusal({ task, startAt, route }: Grant, seconds: number): AttemptReport {
	const { outcome } = toReport(task, 429, startAt);
	const responseHeaders: [string, string][] = [["retry-after", String(seconds)]];
	return { task, startAt, url: route.url, outcome: { ...outcome, responseHeaders } };
}

test("what was granted and given back waits in its order, and goes out as its first attempt", async () => {
	const { room, grants } = await granted(3);
	// In any order, as senders come to it.
	await room.lane.report(
		[],
		grants.toReversed().map((grant) => toGivenBack(grant)),
	);
	const all = await arrived(room, 3);
	expect(idsOf(all).toSorted()).toEqual(grants.map(({ task }) => task.messageId).toSorted());
	const attempts = await until(
		() => attemptsOf(room),
		(some) => some.length >= 3,
	);
	expect(attempts.map(({ number, trigger, status }) => ({ number, trigger, status }))).toEqual(
		Array(3).fill({ number: 1, trigger: "scheduled", status: "success" }),
	);
});

test("while the endpoint wants to be left alone it waits, before what is newer", async () => {
	const { room, grants } = await granted(3);
	const [refused, ...others] = grants;
	if (refused === undefined) throw new Error("nothing was granted");
	await room.lane.report([toRefusal(refused, 60)]);
	const newer = toAccepted(await room.store.accept(newMessage()));
	expect(newer.grants).toEqual([]);
	await room.lane.report(
		[],
		others.toReversed().map((grant) => toGivenBack(grant, 60_000)),
	);
	const rows = await rowsOf(room.laneStub, "deliveries");
	const waiting = rows
		.filter(({ number }) => number === 1)
		.sort(
			(a, b) =>
				Number(a.due_at) - Number(b.due_at) || Number(a.message_seq) - Number(b.message_seq),
		);
	expect(waiting.map(({ message_id, leased }) => ({ message_id, leased }))).toEqual(
		[...others.map(({ task }) => task.messageId), waiting[2]?.message_id].map((message_id) => ({
			message_id,
			leased: 0,
		})),
	);
	expect(waiting).toHaveLength(3);
	expect(await attemptsOf(room)).toHaveLength(1);
	expect(await arrivals(room)).toEqual([]);
});

test("a lane that hears of it before the outcome gives nothing away meanwhile", async () => {
	const { room, grants } = await granted(2);
	await room.lane.report(
		[],
		grants.map((grant) => toGivenBack(grant, 700)),
	);
	expect((await room.lane.overview()).pausedUntil).not.toBeNull();
	expect(await arrived(room, 2)).toHaveLength(2);
});

test("a sender alone can hold up a lane for some seconds only", async () => {
	const { room, grants } = await granted(1);
	await room.lane.report(
		[],
		grants.map((grant) => toGivenBack(grant, 3_600_000)),
	);
	expect((await room.lane.overview()).pausedUntil).toBeLessThanOrEqual(Date.now() + 10_000);
});

test("what an older version of the endpoint asked for holds up nothing", async () => {
	const { room, grants } = await granted(1);
	await setLimit(room, 50);
	await room.lane.report(
		[],
		grants.map((grant) => toGivenBack(grant, 60_000)),
	);
	expect((await room.lane.overview()).pausedUntil).toBeNull();
	expect(await arrived(room, 1)).toHaveLength(1);
});

test("what is given back twice, or after its outcome, changes nothing", async () => {
	const { room, grants } = await granted(2);
	const [first, second] = grants;
	if (first === undefined || second === undefined) throw new Error("nothing was granted");
	await room.lane.report([toReport(first.task, 200, first.startAt)], [toGivenBack(first)]);
	await room.lane.report([], [toGivenBack(second), toGivenBack(second)]);
	await arrived(room, 1);
	await room.lane.report([], [toGivenBack(second)]);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 2,
	);
	expect(idsOf(await arrivals(room))).toEqual([second.task.messageId]);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
});

test("a lane that restarted meanwhile takes it back", async () => {
	const { room: before, grants } = await granted(2);
	const room = await kill(before);
	await room.lane.report(
		[],
		grants.map((grant) => toGivenBack(grant)),
	);
	expect(idsOf(await arrived(room, 2)).toSorted()).toEqual(
		grants.map(({ task }) => task.messageId).toSorted(),
	);
});

test("a refusal stops what senders hold, and all of it comes after the wait, once and in order", async () => {
	const room = await newRoom("?status=429,200&retry_after=2", { throttleRate: 40 });
	const ids = await postMany(room, 12);
	const all = await arrived(room, 13, 9);
	expect([...new Set(idsOf(all))].toSorted()).toEqual(ids);
	const attempts = await until(
		() => attemptsOf(room),
		(some) => some.length >= 13,
	);
	expect(attempts.filter(({ number }) => number > 1)).toHaveLength(1);
});

test("nothing is taken back that no lane gave away", async () => {
	const room = await newRoom();
	const route = await routeOf(room.endpointId);
	const items = newItems(1);
	await room.lane.offer(items, termsOf({ ...route, paused: true, version: route.version + 1 }));
	const [item] = items;
	if (item === undefined) throw new Error("there is no message");
	const task = { ...item, number: 2, trigger: "scheduled" } as const;
	await room.lane.report([], [{ task, startAt: Date.now(), version: 1, until: 0 }]);
	const rows = await rowsOf(room.laneStub, "deliveries");
	expect(rows.map(({ message_seq, number }) => ({ message_seq, number }))).toEqual([
		{ message_seq: seqOf(item.messageId), number: 1 },
	]);
});
