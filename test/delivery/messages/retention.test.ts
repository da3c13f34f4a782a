// What is kept for how long: exact for readers, and gone from the disk soon after.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { MessageId } from "../../../src/core/ids.ts";
import { DAY_MS } from "../../../src/delivery/partitions.ts";
import { dispatch } from "../../../src/delivery/sending/dispatch.ts";
import type { NewMessage } from "../../../src/platform/message-store-client.ts";
import { until } from "../../support/api.ts";
import {
	alarmOf,
	attemptsOf,
	CONTENT,
	moveClock,
	newMessage,
	newRoom,
	type Room,
	rowsOf,
	settle,
	tablesOf,
	toAccepted,
	tools,
	toReport,
} from "../../support/delivery.ts";

/** The default of RETENTION_DAYS, and the span of a table for it. */
const KEEP_MS = 90 * DAY_MS;
const SPAN_MS = 7 * DAY_MS;
const HOUR_MS = 3_600_000;
const EXPIRED = '{"expired":true}';

afterEach(() => {
	vi.useRealTimers();
});

const accept = async ({ store }: Room, fields: Partial<NewMessage> = {}) =>
	toAccepted(await store.accept(newMessage(fields)));

const listed = async ({ store }: Room) => {
	const filters = { channel: null, tag: null, eventTypes: null, after: null, before: null };
	const page = await store.list({ limit: 50, iterator: null, withContent: true, ...filters });
	return page.data.map(({ id, payload }) => [id, payload]);
};

async function delivered(room: Room, fields: Partial<NewMessage> = {}) {
	const accepted = await accept(room, fields);
	await room.lane.report(accepted.grants.map(({ task }) => toReport(task, 200)));
	await settle(room);
	return accepted.record;
}

/** Moves the clock to a moment, and lets the object's alarm run there. */
async function runAlarmAt(stub: DurableObjectStub, at: number): Promise<void> {
	moveClock(at - Date.now());
	await runDurableObjectAlarm(stub);
}

test("a message and its attempts are seen until their retention is over, to the moment", async () => {
	const room = await newRoom();
	const record = await delivered(room, { eventId: "e1", requestKey: { digest: "k", made: false } });
	const [attempt] = await attemptsOf(room);
	if (attempt === undefined) throw new Error("no attempt");
	const isSeen = async () => [
		(await room.store.find(record.id, true)) !== null,
		(await room.store.find("e1", false)) !== null,
		(await room.store.findDestinations(record.id)) !== null,
		(await room.store.contents([record.id]))[0] !== null,
		(await listed(room)).length === 1,
	];
	moveClock(record.createdAt + KEEP_MS - Date.now());
	expect(await isSeen()).toEqual([true, true, true, true, true]);
	expect(await attemptsOf(room)).toHaveLength(1);
	moveClock(4);
	expect(await isSeen()).toEqual([false, false, false, false, false]);
	moveClock(HOUR_MS);
	expect(await attemptsOf(room)).toEqual([]);
	expect(await room.lane.findAttempt(attempt.id)).toBeNull();
	expect(await rowsOf(room.storeStub, "messages")).toHaveLength(1);
	expect((await room.store.accept(newMessage({ eventId: "e1" }))).kind).toBe("accepted");
});

test("an idle application's only alarm drops the table when all in it is too old", async () => {
	const room = await newRoom();
	const record = await delivered(room);
	const [table] = await tablesOf(room.storeStub, "messages");
	const at = (await alarmOf(room.storeStub)) ?? 0;
	expect(at).toBeGreaterThan(record.createdAt + KEEP_MS);
	expect(at).toBeLessThanOrEqual(record.createdAt + KEEP_MS + SPAN_MS);
	await evictDurableObject(room.storeStub);
	await runAlarmAt(room.storeStub, at - 1000);
	expect(await tablesOf(room.storeStub, "messages")).toEqual([table]);
	expect(await alarmOf(room.storeStub)).toBeGreaterThanOrEqual(at);
	await runAlarmAt(room.storeStub, at);
	expect(await tablesOf(room.storeStub, "messages")).toEqual([]);
	expect(await alarmOf(room.storeStub)).toBeNull();
	expect(await listed(room)).toEqual([]);
	const next = await accept(room);
	expect(await listed(room)).toEqual([[next.record.id, CONTENT.body]]);
});

test("an alarm from a time with a longer retention is moved up", async () => {
	const room = await newRoom("", { channels: ["other"] });
	await accept(room);
	const at = await alarmOf(room.storeStub);
	await runInDurableObject(room.storeStub, (_object, { storage }) =>
		storage.setAlarm(Date.now() + 2 * KEEP_MS),
	);
	await evictDurableObject(room.storeStub);
	await listed(room);
	expect(await alarmOf(room.storeStub)).toBe(at);
});

test("a lane drops its attempts in the same way", async () => {
	const room = await newRoom();
	await delivered(room);
	const at = (await alarmOf(room.laneStub)) ?? 0;
	expect(at - Date.now()).toBeGreaterThan(KEEP_MS - HOUR_MS);
	await evictDurableObject(room.laneStub);
	await runAlarmAt(room.laneStub, at);
	expect(await tablesOf(room.laneStub, "attempts")).toEqual([]);
	expect(await attemptsOf(room)).toEqual([]);
});

test("a message that goes nowhere has an alarm for its retention, and none besides", async () => {
	const room = await newRoom("", { channels: ["other"] });
	await accept(room);
	const at = await alarmOf(room.storeStub);
	expect((at ?? 0) - Date.now()).toBeGreaterThan(KEEP_MS - HOUR_MS);
	await accept(room);
	await evictDurableObject(room.storeStub);
	await accept(room);
	expect(await alarmOf(room.storeStub)).toBe(at);
});

test("pages go on over the borders of tables, in both directions", async () => {
	const room = await newRoom("", { channels: ["other"] });
	const ids: string[] = [];
	for (let week = 0; week < 4; week++) {
		for (let i = 0; i < 3; i++) ids.unshift((await accept(room)).record.id);
		if (week === 2) await evictDurableObject(room.storeStub);
		moveClock(SPAN_MS);
	}
	expect((await tablesOf(room.storeStub, "messages")).length).toBe(4);
	const filters = { channel: null, tag: null, eventTypes: null, after: null, before: null };
	const query = { limit: 5, withContent: false, ...filters };
	const seen: string[] = [];
	let iterator: string | null = null;
	for (;;) {
		const page: Awaited<ReturnType<Room["store"]["list"]>> = await room.store.list({
			...query,
			iterator,
		});
		seen.push(...page.data.map(({ id }) => id));
		if (page.done) {
			const back = await room.store.list({ ...query, iterator: page.prevIterator });
			expect(back.data.map(({ id }) => id)).toEqual(ids.slice(5, 10));
			break;
		}
		iterator = page.iterator;
	}
	expect(seen).toEqual(ids);
});

/** Rows that one page reads, as the platform counts them. */
async function rowsReadBy(
	room: Room,
	call: (room: Room) => Promise<unknown>,
	of: "storeStub" | "laneStub",
) {
	const counted = await runInDurableObject(room[of], (_object, { storage: { sql } }) => {
		const cursors: { rowsRead: number }[] = [];
		const exec = sql.exec.bind(sql);
		sql.exec = ((...args: Parameters<typeof exec>) => {
			const cursor = exec(...args);
			cursors.push(cursor);
			return cursor;
		}) as typeof sql.exec; // safe because it answers what the real one answers
		return {
			cursors,
			restore: () => {
				sql.exec = exec;
			},
		};
	});
	await call(room);
	counted.restore();
	return counted.cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
}

test("a page reads the same number of rows however much is stored", async () => {
	const room = await newRoom("", {});
	const filters = { channel: null, tag: null, eventTypes: null, after: null, before: null };
	const messages = ({ store }: Room) =>
		store.list({ limit: 10, iterator: null, withContent: false, ...filters });
	const attempts = (of: Room) => attemptsOf(of, { limit: 10 });
	const fill = async (count: number) => {
		const accepted = await Promise.all(Array.from({ length: count }, () => accept(room)));
		const grants = accepted.flatMap((each) => each.grants);
		await room.lane.report(grants.map(({ task }) => toReport(task, 200)));
		await room.lane.state();
	};
	await fill(20);
	moveClock(SPAN_MS);
	await fill(20);
	const few = [
		await rowsReadBy(room, messages, "storeStub"),
		await rowsReadBy(room, attempts, "laneStub"),
	];
	for (let week = 0; week < 4; week++) {
		moveClock(SPAN_MS);
		await fill(100);
	}
	const many = [
		await rowsReadBy(room, messages, "storeStub"),
		await rowsReadBy(room, attempts, "laneStub"),
	];
	expect(few[0]).toBeGreaterThan(10);
	expect(few[0]).toBeLessThan(20);
	expect(many).toEqual(few);
});

test("a payload with a life of its own is gone at its time, its message stays, and its table goes", async () => {
	const room = await newRoom();
	const payloadExpiresAt = Date.now() + 2 * HOUR_MS;
	const record = await delivered(room, { payloadExpiresAt, eventId: "short" });
	const other = await delivered(room);
	expect(record.payload).toBe(CONTENT.body);
	const [row] = await rowsOf(room.storeStub, "messages");
	expect(row).toMatchObject({ payload: "", payload_expires_at: payloadExpiresAt });
	await evictDurableObject(room.storeStub);

	moveClock(payloadExpiresAt - 1 - Date.now());
	expect(await room.store.contents([record.id])).toEqual([CONTENT]);
	expect(await listed(room)).toEqual([
		[other.id, CONTENT.body],
		[record.id, CONTENT.body],
	]);
	moveClock(1);
	expect(await room.store.contents([record.id, other.id])).toEqual([null, CONTENT]);
	expect(await room.store.find("short", true)).toEqual({ ...record, payload: EXPIRED });
	expect(await room.store.find("short", false)).toEqual({ ...record, payload: null });
	expect(await listed(room)).toEqual([
		[other.id, CONTENT.body],
		[record.id, EXPIRED],
	]);

	const at = (await alarmOf(room.storeStub)) ?? 0;
	expect(at - payloadExpiresAt).toBeLessThanOrEqual(DAY_MS);
	await runAlarmAt(room.storeStub, at);
	expect(await tablesOf(room.storeStub, "payloads")).toEqual([]);
	expect(await rowsOf(room.storeStub, "messages")).toHaveLength(2);
	expect(await listed(room)).toHaveLength(2);
});

test("a payload that is to be kept longer than its message costs nothing more, and ends with it", async () => {
	const room = await newRoom();
	await accept(room, { payloadExpiresAt: Date.now() + KEEP_MS + DAY_MS });
	expect(await tablesOf(room.storeStub, "payloads")).toEqual([]);
	expect(await rowsOf(room.storeStub, "messages")).toMatchObject([{ payload: CONTENT.body }]);
});

test("a raw payload is forgotten with its payload", async () => {
	const room = await newRoom();
	const payloadExpiresAt = Date.now() + HOUR_MS;
	const raw = { body: "<a/>", contentType: "text/xml" };
	const { record } = await accept(room, { ...raw, payloadExpiresAt });
	const plain = await accept(room, raw);
	expect(await room.store.contents([record.id])).toEqual([raw]);
	moveClock(HOUR_MS);
	expect(await room.store.contents([record.id])).toEqual([null]);
	expect(await room.store.expunge([plain.record.id])).toEqual([true]);
	expect(JSON.stringify(await rowsOf(room.storeStub, "messages"))).not.toContain("<a/>");
});

test("a retry that waits is not sent any more when its payload is expunged", async () => {
	const room = await newRoom("?status=500,200");
	const { record, grants } = await accept(room);
	await dispatch(tools, grants, CONTENT);
	await until(
		() => attemptsOf(room),
		(all) => all.length === 1,
	);
	await room.store.expunge([record.id]);
	moveClock(10_000);
	await runDurableObjectAlarm(room.laneStub);
	const attempts = await until(
		() => attemptsOf(room),
		(all) => all.length === 2,
	);
	expect(attempts[0]).toMatchObject({
		number: 2,
		status: "fail",
		nextAt: null,
		outcome: { status: 0, response: "the payload is no longer stored" },
	});
	expect(await room.target.seen()).toHaveLength(1);
	await settle(room);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
});

test("what is expunged is gone on every way to it, also after a restart", async () => {
	const room = await newRoom();
	const life = { payloadExpiresAt: Date.now() + HOUR_MS };
	const ids: MessageId[] = [];
	for (const fields of [{ eventId: "e1" }, { eventId: "e2", ...life }, {}]) {
		ids.push((await delivered(room, fields)).id);
	}
	const [first, second, third] = ids;
	if (first === undefined || third === undefined) throw new Error("no message");
	expect(await room.store.expunge(["e1", String(second), "nothing", "e1"])).toEqual([
		true,
		true,
		false,
		true,
	]);
	await evictDurableObject(room.storeStub);
	expect(await room.store.contents(ids)).toEqual([null, null, CONTENT]);
	expect((await listed(room)).map(([, payload]) => payload)).toEqual([
		CONTENT.body,
		EXPIRED,
		EXPIRED,
	]);
	expect((await room.store.find(first, true))?.payload).toBe(EXPIRED);
	const scanned = await room.store.scan({
		...{ endpointId: room.endpointId, from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10 },
		...{ channel: null, tag: null, eventTypes: null },
	});
	expect(scanned.messages.map(({ item }) => item.messageId)).toEqual([third]);
	expect(await rowsOf(room.storeStub, "payloads")).toEqual([]);
	expect(await room.store.accept(newMessage({ eventId: "e1" }))).toEqual({ kind: "duplicate" });
});
