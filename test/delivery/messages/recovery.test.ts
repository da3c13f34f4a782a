// A message that was accepted reaches its lane and its receiver, whoever dies on the way.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
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
	PATIENCE_MS,
	type Room,
	rowsOf,
	settle,
	toAccepted,
	tools,
} from "../../support/delivery.ts";

afterEach(() => {
	vi.useRealTimers();
});

function arrived({ target }: Room, count: number) {
	return until(target.seen, (all) => all.length >= count);
}

const deaths: [string, (room: Room) => Promise<unknown>][] = [
	["the lane", ({ laneStub }) => evictDurableObject(laneStub)],
	[
		"the store and the lane",
		async ({ storeStub, laneStub }) => {
			await evictDurableObject(storeStub);
			await evictDurableObject(laneStub);
		},
	],
];

test.each(deaths)(
	"a message whose sender and %s died is sent once patience is over",
	async (_name, die) => {
		const room = await newRoom();
		const { record } = toAccepted(await room.store.accept(newMessage()));
		await die(room);
		moveClock(PATIENCE_MS - 1000);
		await runDurableObjectAlarm(room.storeStub);
		expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
		moveClock(1001);
		await runDurableObjectAlarm(room.storeStub);
		expect(await rowsOf(room.laneStub, "deliveries")).toHaveLength(1);
		await runDurableObjectAlarm(room.laneStub);
		const [seen] = await arrived(room, 1);
		expect(seen.headers["webhook-id"]).toBe(record.id);
		expect(seen.body).toBe(CONTENT.body);
	},
);

test.each<[string, (room: Room) => Promise<unknown>]>([
	["died", async () => {}],
	["and the store died", ({ storeStub }) => evictDurableObject(storeStub)],
])("a message whose sender %s is sent by the lane that leased it", async (_name, die) => {
	const room = await newRoom();
	const { record } = toAccepted(await room.store.accept(newMessage()));
	await die(room);
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(room.laneStub);
	expect(await attemptsOf(room)).toEqual([]);
	moveClock(LEASE_MS - PATIENCE_MS);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(room.laneStub);
	const [attempt] = await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	expect(attempt).toMatchObject({ messageId: record.id, number: 1, status: "success" });
	expect(await room.target.seen()).toHaveLength(1);
});

test("an attempt still under way is not sent twice when the lane was evicted meanwhile", async () => {
	const room = await newRoom("?delay=400");
	const { record, grants } = toAccepted(await room.store.accept(newMessage()));
	const sending = dispatch(tools, grants, CONTENT);
	await evictDurableObject(room.laneStub);
	moveClock(PATIENCE_MS - 1000);
	await runDurableObjectAlarm(room.storeStub);
	expect(await runDurableObjectAlarm(room.laneStub)).toBe(false);
	await sending;
	expect(await attemptsOf(room)).toMatchObject([{ messageId: record.id, status: "success" }]);
	moveClock(LEASE_MS);
	await settle(room);
	expect(await room.target.seen()).toHaveLength(1);
});

test("a message that is settled is not offered again, even after both objects restarted", async () => {
	const room = await newRoom();
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, grants, CONTENT);
	await runDurableObjectAlarm(room.storeStub);
	await evictDurableObject(room.storeStub);
	await evictDurableObject(room.laneStub);
	// The next message looks back from here.
	const next = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, next.grants, CONTENT);
	await evictDurableObject(room.storeStub);
	moveClock(LEASE_MS);
	await settle(room);
	expect(await room.target.seen()).toHaveLength(2);
	expect(await attemptsOf(room)).toHaveLength(2);
});

test("of many messages that all lost their sender, each arrives, once", async () => {
	const room = await newRoom();
	const accepted = await Promise.all(
		Array.from({ length: 40 }, () => room.store.accept(newMessage())),
	);
	const ids = accepted.map((answer) => toAccepted(answer).record.id);
	await evictDurableObject(room.storeStub);
	await evictDurableObject(room.laneStub);
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(room.laneStub);
	const seen = await arrived(room, 40);
	expect(seen.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(ids);
});

test("a message that came while an older one is open after a restart does not hide it", async () => {
	const room = await newRoom();
	const first = toAccepted(await room.store.accept(newMessage()));
	await evictDurableObject(room.storeStub);
	const second = toAccepted(await room.store.accept(newMessage()));
	await evictDurableObject(room.storeStub);
	await evictDurableObject(room.laneStub);
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(room.laneStub);
	const seen = await arrived(room, 2);
	expect(seen.map(({ headers }) => headers["webhook-id"]).sort()).toEqual([
		first.record.id,
		second.record.id,
	]);
});
