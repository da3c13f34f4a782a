// A hand-over that comes late, finds nobody, or has nothing to do.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { seqOf } from "../../../src/core/ids.ts";
import { dispatch } from "../../../src/delivery/sending/dispatch.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	CONTENT,
	FREE,
	moveClock,
	newMessage,
	newRoom,
	newTask,
	PATIENCE_MS,
	type Room,
	routeOf,
	rowsOf,
	settle,
	toAccepted,
	tools,
	workAlarmOf,
} from "../../support/delivery.ts";

afterEach(() => {
	vi.useRealTimers();
});

function arrived({ target }: Room, count: number) {
	return until(target.seen, (all) => all.length >= count);
}

/** The last of as many endpoints as get a message through the queue, which does nothing here. */
async function newLater(query = "") {
	const room = await newRoom();
	await Promise.all(Array.from({ length: 24 }, () => room.addEndpoint("", {})));
	const last = { ...room, ...(await room.addEndpoint(query, {})) };
	const accepted = toAccepted(await room.store.accept(newMessage()));
	expect(accepted.later).toEqual([last.endpointId]);
	await dispatch(tools, accepted.grants, CONTENT);
	return { room: last, ...accepted };
}

test("patience counts from a late hand-over, not from the accept", async () => {
	const { room, record } = await newLater();
	moveClock(PATIENCE_MS - 1000);
	expect(await room.store.handOver(record.id, [room.endpointId])).toHaveLength(1);
	await evictDurableObject(room.laneStub);
	moveClock(2000);
	await runDurableObjectAlarm(room.storeStub);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
	moveClock(PATIENCE_MS);
	await runDurableObjectAlarm(room.storeStub);
	expect(await rowsOf(room.laneStub, "deliveries")).toHaveLength(1);
});

test("a hand-over that comes twice offers once, also when the lane forgot the first", async () => {
	const { room, record } = await newLater();
	const handOver = () => room.store.handOver(record.id, [room.endpointId]);
	const grants = await handOver();
	expect(grants).toHaveLength(1);
	expect(await handOver()).toEqual([]);
	await evictDurableObject(room.laneStub);
	expect(await handOver()).toEqual([]);
	await dispatch(tools, grants, CONTENT);
	moveClock(PATIENCE_MS + 1);
	await settle(room);
	expect(await handOver()).toEqual([]);
	expect(await room.target.seen()).toHaveLength(1);
});

test("a hand-over after the store's restart offers what nobody answered for", async () => {
	const { room, record } = await newLater();
	await evictDurableObject(room.storeStub);
	expect(await room.store.handOver(record.id, [room.endpointId])).toHaveLength(1);
});

test.each<[string, (room: Room, id: string) => Promise<{ body: unknown }>]>([
	["all that waits", ({ api, path }) => api("POST", `${path}/cancel`)],
	[
		"one message",
		({ api, applicationId, endpointId }, id) =>
			api("POST", `/app/${applicationId}/msg/${id}/endpoint/${endpointId}/cancel`),
	],
])("cancelling %s reaches what is accepted and not yet handed over", async (_name, cancel) => {
	const { room, record } = await newLater();
	expect((await cancel(room, record.id)).body).toEqual({ cancelled: 1 });
	expect((await cancel(room, record.id)).body).toEqual({ cancelled: 0 });
	expect(await room.store.handOver(record.id, [room.endpointId])).toEqual([]);
	moveClock(PATIENCE_MS + 1);
	await settle(room);
	expect(await room.lane.standings([record.id], FREE)).toMatchObject([{ state: "cancelled" }]);
	expect(await room.target.seen()).toEqual([]);
});

test("what is offered for the first time while it is cancelled is not sent", async () => {
	const room = await newRoom();
	const { messageId, ...item } = newTask();
	await room.lane.cancel({ before: Date.now() + 1000 }, [seqOf(messageId)]);
	const terms = {
		isFirst: true,
		route: await routeOf(room.endpointId),
		isQuiet: true,
		missingFrom: null,
	};
	expect((await room.lane.offer([{ messageId, ...item }], terms)).granted).toEqual([null]);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
});

test("a failed attempt's retry survives the death of both objects", async () => {
	const room = await newRoom("?status=500,200");
	const { record, grants } = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, grants, CONTENT);
	await attemptsOf(room);
	await evictDurableObject(room.storeStub);
	await evictDurableObject(room.laneStub);
	moveClock(6_500);
	await runDurableObjectAlarm(room.laneStub);
	const attempts = await until(
		() => attemptsOf(room),
		(all) => all.length === 2,
	);
	expect(attempts).toMatchObject([
		{ messageId: record.id, number: 2, status: "success" },
		{ messageId: record.id, number: 1, status: "fail" },
	]);
});

test("nothing is armed when nothing is open", async () => {
	const room = await newRoom();
	const alarms = async () => [await workAlarmOf(room.storeStub), await workAlarmOf(room.laneStub)];
	expect(await alarms()).toEqual([null, null]);
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	expect(await alarms()).toEqual([expect.any(Number), null]);
	await dispatch(tools, grants, CONTENT);
	await settle(room);
	expect(await alarms()).toEqual([null, null]);
});

test("a message that no endpoint wants arms nothing", async () => {
	const room = await newRoom("", { channels: ["x"] });
	expect(toAccepted(await room.store.accept(newMessage())).grants).toEqual([]);
	expect(await workAlarmOf(room.storeStub)).toBeNull();
});

test("what is owed to a deleted endpoint is forgotten", async () => {
	const room = await newRoom();
	await room.store.accept(newMessage());
	await evictDurableObject(room.laneStub);
	await room.api("DELETE", room.path);
	moveClock(PATIENCE_MS + 1);
	await settle(room);
	expect(await workAlarmOf(room.storeStub)).toBeNull();
	expect(await room.target.seen()).toEqual([]);
});

test("what is owed to a disabled endpoint waits for it", async () => {
	const room = await newRoom();
	await room.store.accept(newMessage());
	await evictDurableObject(room.laneStub);
	await room.api("PATCH", room.path, { disabled: true });
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(room.laneStub);
	expect(await room.target.seen()).toEqual([]);
	await room.api("PATCH", room.path, { disabled: false });
	await runDurableObjectAlarm(room.laneStub);
	await arrived(room, 1);
});
