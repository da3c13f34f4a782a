// Where a message goes: whom it is kept from, whom alone it is for, and how bulk tasks find it later.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { type MessageId, seqOf } from "../../../src/core/ids.ts";
import type { NewMessage, ScanQuery } from "../../../src/platform/message-store-client.ts";
import { moveClock, newMessage, newRoom, type Room, toAccepted } from "../../support/delivery.ts";

const WEEK_MS = 7 * 86_400_000;

afterEach(() => {
	vi.useRealTimers();
});

const accept = async ({ store }: Room, fields: Partial<NewMessage> = {}) =>
	toAccepted(await store.accept(newMessage(fields)));

function scan(room: Room, fields: Partial<ScanQuery> = {}) {
	return room.store.scan({
		...{ endpointId: room.endpointId, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 100 },
		...{ channel: null, tag: null, eventTypes: null },
		...fields,
	});
}

test("a message is kept from a disabled endpoint that wants it, visibly", async () => {
	const room = await newRoom("", { disabled: true });
	const other = await room.addEndpoint("", { disabled: true, channels: ["other"] });
	const enabled = await room.addEndpoint("", {});
	const { record, grants } = await accept(room, { tags: ["t"], eventId: "e1" });
	expect(grants.map(({ route }) => route.endpointId)).toEqual([enabled.endpointId]);
	await room.api("PATCH", room.path, { disabled: false });
	await evictDurableObject(room.storeStub);
	const item = { messageId: record.id, eventType: "user.created", channels: null, tags: ["t"] };
	const destinations = {
		item,
		endpointIds: [enabled.endpointId],
		skippedIds: [room.endpointId],
	};
	expect(await room.store.findDestinations(record.id)).toEqual(destinations);
	expect(await room.store.findDestinations("e1")).toEqual(destinations);
	const found = async (endpointId: Room["endpointId"]) =>
		(await scan(room, { endpointId })).messages;
	expect(await found(room.endpointId)).toEqual([
		{ item, wasSent: false, wasSkipped: true, isOpen: false },
	]);
	expect(await found(enabled.endpointId)).toEqual([
		{ item, wasSent: true, wasSkipped: false, isOpen: true },
	]);
	expect(await found(other.endpointId)).toEqual([
		{ item, wasSent: false, wasSkipped: false, isOpen: false },
	]);
});

test("a message for one endpoint goes there alone, whatever it asks for", async () => {
	const room = await newRoom();
	const other = await room.addEndpoint("", { channels: ["x"] });
	const { record, grants } = await accept(room, { onlyEndpointId: other.endpointId });
	expect(grants.map(({ route }) => route.endpointId)).toEqual([other.endpointId]);
	expect(await room.store.findDestinations(record.id)).toMatchObject({
		endpointIds: [other.endpointId],
		skippedIds: [],
	});
	await room.api("PATCH", other.path, { disabled: true });
	const kept = await accept(room, { onlyEndpointId: other.endpointId });
	expect(kept.grants).toEqual([]);
	expect(await room.store.findDestinations(kept.record.id)).toMatchObject({
		endpointIds: [],
		skippedIds: [other.endpointId],
	});
});

test("a scan looks at no more than its limit in a call, and finds each message once, oldest first", async () => {
	const room = await newRoom("", { channels: ["other"] });
	const ids: MessageId[] = [];
	for (let i = 0; i < 25; i++) {
		ids.push((await accept(room, { tags: i % 5 === 0 ? ["five"] : null })).record.id);
		// Several tables, and a restart between them.
		if (i % 10 === 9) moveClock(WEEK_MS);
		if (i === 12) await evictDurableObject(room.storeStub);
	}
	const walk = async (fields: Partial<ScanQuery>) => {
		const found: MessageId[] = [];
		let calls = 0;
		for (let from: number | null = fields.from ?? 0; from !== null; calls++) {
			const piece: Awaited<ReturnType<typeof scan>> = await scan(room, { ...fields, from });
			expect(piece.messages.length).toBeLessThanOrEqual(fields.limit ?? 100);
			found.push(...piece.messages.map(({ item }) => item.messageId));
			from = piece.next;
		}
		return { found, calls };
	};
	expect(await walk({ limit: 7 })).toEqual({ found: ids, calls: 4 });
	expect((await walk({ limit: 5 })).found).toEqual(ids);
	expect(await walk({ limit: 10, tag: "five" })).toEqual({
		found: ids.filter((_, i) => i % 5 === 0),
		calls: 3,
	});
	const [from, to] = [ids[3], ids[15]].map((id) => (id === undefined ? 0 : seqOf(id)));
	expect((await walk({ from, to, limit: 4 })).found).toEqual(ids.slice(3, 15));
});

test.each<[string, Partial<ScanQuery>, number[]]>([
	["nothing in particular", {}, [0, 1, 2, 3]],
	["one event type", { eventTypes: ["a"] }, [0, 2]],
	["several", { eventTypes: ["a", "b"] }, [0, 1, 2, 3]],
	["none", { eventTypes: [] }, []],
	["a channel", { channel: "x" }, [1, 2]],
	["a tag", { tag: "t" }, [2, 3]],
	["all of them", { eventTypes: ["a"], channel: "x", tag: "t" }, [2]],
	["what no message has", { channel: "t" }, []],
])("a scan for %s finds what has it", async (_name, query, expected) => {
	const room = await newRoom();
	const fields = [
		{ eventType: "a" },
		{ eventType: "b", channels: ["x", "y"] },
		{ eventType: "a", channels: ["x"], tags: ["s", "t"] },
		{ eventType: "b", tags: ["t"] },
	];
	const ids: MessageId[] = [];
	for (const each of fields) ids.push((await accept(room, each)).record.id);
	const { messages, next } = await scan(room, query);
	expect(messages.map(({ item }) => ids.indexOf(item.messageId))).toEqual(expected);
	expect(next).toBeNull();
});

test("a scan leaves out what can no longer be sent", async () => {
	const room = await newRoom();
	const payloadExpiresAt = Date.now() + 3_600_000;
	const short = await accept(room, { payloadExpiresAt });
	const expunged = await accept(room);
	const long = await accept(room);
	await room.store.expunge([expunged.record.id]);
	const ids = async () => (await scan(room)).messages.map(({ item }) => item.messageId);
	expect(await ids()).toEqual([short.record.id, long.record.id]);
	moveClock(3_600_000);
	expect(await ids()).toEqual([long.record.id]);
	moveClock(13 * WEEK_MS);
	expect(await ids()).toEqual([]);
});
