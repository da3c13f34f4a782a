// Accepting: one effect for one key, ids in order, routes from a copy, and what a message costs in rows.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newId, toId } from "../../../src/core/ids.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import type { NewMessage } from "../../../src/platform/message-store-client.ts";
import {
	moveClock,
	newMessage,
	newRoom,
	rowsOf,
	storeOf,
	toAccepted,
} from "../../support/delivery.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

afterEach(() => {
	vi.useRealTimers();
});

function withKey(made: boolean, digest: string = crypto.randomUUID()): Partial<NewMessage> {
	return { requestKey: { digest, made } };
}

const keys = [
	["made up by a client", true],
	["that the caller chose", false],
] as const;

test.each(keys)("100 accepts at once with one key %s make one message", async (_name, made) => {
	const { store, storeStub } = await newRoom();
	const message = newMessage(withKey(made));
	const answers = await Promise.all(Array.from({ length: 100 }, () => store.accept(message)));
	expect(answers.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
	expect(answers.filter(({ kind }) => kind === "replayed")).toHaveLength(99);
	const ids = answers.map((answer) => ("record" in answer ? answer.record.id : null));
	expect(new Set(ids).size).toBe(1);
	expect(await rowsOf(storeStub, "messages")).toHaveLength(1);
});

test.each(keys)("a key %s repeats the first record, also after a restart", async (_name, made) => {
	const { store, storeStub } = await newRoom();
	const key = withKey(made);
	const first = toAccepted(await store.accept(newMessage({ ...key, withContent: false })));
	await evictDurableObject(storeStub);
	const again = await store.accept(newMessage({ ...key, payload: '{"other":2}' }));
	expect(again).toEqual({ kind: "replayed", record: first.record, withContent: false });
	expect(await rowsOf(storeStub, "messages")).toHaveLength(1);
});

test.each([
	["made up by a client", true, 5 * MINUTE_MS],
	["that the caller chose", false, 12 * HOUR_MS],
])("a key %s is free again when its time is over", async (_name, made, lifeMs) => {
	const { store } = await newRoom();
	const message = newMessage(withKey(made));
	const first = toAccepted(await store.accept(message));
	moveClock(lifeMs - 1000);
	expect((await store.accept(message)).kind).toBe("replayed");
	moveClock(2000);
	expect(toAccepted(await store.accept(message)).record.id).not.toBe(first.record.id);
	expect((await store.accept(message)).kind).toBe("replayed");
});

test("messages with different keys, or with none, are different messages", async () => {
	const { store, storeStub } = await newRoom();
	const fields = [withKey(true), withKey(true), withKey(false), withKey(false), {}, {}];
	await Promise.all(fields.map((each) => store.accept(newMessage(each))));
	expect(await rowsOf(storeStub, "messages")).toHaveLength(6);
});

test("of 100 accepts at once with one eventId one wins and the others are duplicates", async () => {
	const { store, storeStub } = await newRoom();
	const message = newMessage({ eventId: "e1" });
	const answers = await Promise.all(Array.from({ length: 100 }, () => store.accept(message)));
	expect(answers.map(({ kind }) => kind).sort()).toEqual([
		"accepted",
		...Array.from({ length: 99 }, () => "duplicate"),
	]);
	await evictDurableObject(storeStub);
	expect(await store.accept(message)).toEqual({ kind: "duplicate" });
	expect(await rowsOf(storeStub, "messages")).toHaveLength(1);
});

test.each(keys)("a retry with a key %s is no duplicate of its own eventId", async (_name, made) => {
	const { store, storeStub } = await newRoom();
	const message = newMessage({ ...withKey(made), eventId: "e1" });
	await store.accept(message);
	await evictDurableObject(storeStub);
	expect((await store.accept(message)).kind).toBe("replayed");
});

test("ids ascend in the order of acceptance, also over a restart and when the clock goes back", async () => {
	const { store, storeStub } = await newRoom();
	const ids: string[] = [];
	const acceptSome = async () => {
		const some = Array.from({ length: 20 }, () => store.accept(newMessage()));
		ids.push(...(await Promise.all(some)).map((answer) => toAccepted(answer).record.id));
	};
	await acceptSome();
	moveClock(-HOUR_MS);
	await acceptSome();
	await evictDurableObject(storeStub);
	await acceptSome();
	expect(ids).toEqual([...ids].sort());
	expect(new Set(ids).size).toBe(60);
});

test("routes are read once, again after a change, and again after 30 s", async () => {
	const { store, endpointId } = await newRoom();
	const grants = async () => toAccepted(await store.accept(newMessage())).grants.length;
	const setDisabled = (disabled: number) =>
		env.DB.prepare("UPDATE endpoints SET disabled = ? WHERE id = ?")
			.bind(disabled, endpointId)
			.run();
	expect(await grants()).toBe(1);
	await setDisabled(1);
	expect(await grants()).toBe(1);
	await store.invalidate();
	expect(await grants()).toBe(0);
	await setDisabled(0);
	moveClock(29_000);
	expect(await grants()).toBe(0);
	moveClock(1000);
	expect(await grants()).toBe(1);
});

test("a write on an endpoint reaches the next message", async () => {
	const { api, path, store } = await newRoom();
	const grants = async () => toAccepted(await store.accept(newMessage())).grants;
	expect(await grants()).toHaveLength(1);
	await api("PATCH", path, { disabled: true });
	expect(await grants()).toHaveLength(0);
	await api("PATCH", path, { disabled: false, url: "https://example.com/new" });
	expect((await grants()).map(({ route }) => route.url)).toEqual(["https://example.com/new"]);
	await api("DELETE", path);
	expect(await grants()).toHaveLength(0);
});

test("a message goes to the endpoints that want it, which are kept with it", async () => {
	const room = await newRoom("", { channels: ["x"] });
	const other = await room.addEndpoint("", { channels: ["y"] });
	const all = await room.addEndpoint("", {});
	const accepted = toAccepted(await room.store.accept(newMessage({ channels: ["y", "z"] })));
	const endpointIds = [other.endpointId, all.endpointId].sort();
	expect(accepted.grants.map(({ route }) => route.endpointId).sort()).toEqual(endpointIds);
	const found = await room.store.findDestinations(accepted.record.id);
	expect(found?.endpointIds.toSorted()).toEqual(endpointIds);
});

test("an application that never was, or is gone, takes no message", async () => {
	const unknown = storeOf(newId("app", Date.now(), randomBytes(16)));
	expect(await unknown.store.accept(newMessage())).toEqual({ kind: "no_application" });
	expect(await rowsOf(unknown.storeStub, "messages")).toEqual([]);
	const { api, applicationId, store } = await newRoom();
	await store.accept(newMessage());
	await api("DELETE", `/app/${applicationId}`);
	expect(await store.accept(newMessage())).toEqual({ kind: "no_application" });
});

test.each([
	["with a key made up by a client", withKey(true), 1],
	["without a key", {}, 1],
	["with a chosen key", withKey(false), 2],
	["with a chosen key and an eventId", { ...withKey(false), eventId: "e" }, 3],
])("a message %s is written to so many rows", async (_name, fields, rows) => {
	const { store: client, storeStub } = await newRoom();
	// The first message makes the tables.
	await client.accept(newMessage());
	const written = await runInDurableObject(storeStub, async (store, state) => {
		const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
		const { sql } = state.storage;
		const exec = sql.exec.bind(sql);
		sql.exec = ((...call: Parameters<typeof exec>) => {
			const cursor = exec(...call);
			cursors.push(cursor);
			return cursor;
		}) as typeof sql.exec; // safe because it answers what the real one answers
		await store.accept(newMessage(fields));
		return cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
	});
	expect(written).toBe(rows);
});

test("a message is found by its id and its eventId, and not by an id that only shares its number", async () => {
	const { store, storeStub } = await newRoom();
	const { record } = toAccepted(await store.accept(newMessage({ eventId: "e1", tags: ["t"] })));
	expect(await store.find(record.id, true)).toEqual(record);
	expect(await store.find("e1", false)).toEqual({ ...record, payload: null });
	expect(await store.find("e2", true)).toBeNull();
	const rows = await rowsOf(storeStub, "messages");
	const sibling = toId("msg", Number(rows[0]?.seq), new Uint8Array(16));
	expect(await store.find(sibling, true)).toBeNull();
	expect(await store.findDestinations(sibling)).toBeNull();
	expect(await store.contents([sibling, record.id])).toEqual([
		null,
		{ body: '{"n":1.0}', contentType: "application/json" },
	]);
});
