// What watching costs the object: nothing while nobody does, no rows while somebody does, and it may sleep.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { MessageRecord } from "../../../src/core/delivery.ts";
import { newId } from "../../../src/core/ids.ts";
import { SILENT_BYTES_MAX, Tails } from "../../../src/delivery/messages/tails.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { sha256Hex } from "../../../src/platform/digest.ts";
import { toTailRequest } from "../../../src/platform/tail-request.ts";
import { until } from "../../support/api.ts";
import {
	alarmOf,
	moveClock,
	newMessage,
	newRoom,
	toAccepted,
	tools,
} from "../../support/delivery.ts";
import { openTail } from "../../support/tails.ts";
import { newToken } from "../../support/tokens.ts";

const HOUR_MS = 3_600_000;
const SESSION_MS = 7 * 24 * HOUR_MS;

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

async function newWatched() {
	const room = await newRoom();
	const token = await newToken(room.api, room.applicationId);
	const app = `/app/${room.applicationId}`;
	const accept = async () => toAccepted(await room.store.accept(newMessage())).record.id;
	return { ...room, app, token, accept };
}

/** Rows that all objects of this isolate write while something runs. */
async function rowsWritten(stub: DurableObjectStub, work: () => Promise<unknown>): Promise<number> {
	const cursors: { rowsWritten: number }[] = [];
	await runInDurableObject(stub, (_, { storage }) => {
		const sql = Object.getPrototypeOf(storage.sql);
		const { exec } = sql;
		vi.spyOn(sql, "exec").mockImplementation(function (this: unknown, ...args: unknown[]) {
			const cursor = exec.apply(this, args);
			cursors.push(cursor);
			return cursor;
		});
	});
	await work();
	vi.restoreAllMocks();
	return cursors.reduce((sum, cursor) => sum + cursor.rowsWritten, 0);
}

test("watching writes no rows, and a message that is watched no more than any other", async () => {
	const { app, token, accept, storeStub } = await newWatched();
	await accept();
	const plain = await rowsWritten(storeStub, accept);
	expect(plain).toBeGreaterThan(0);
	let tail: Awaited<ReturnType<typeof openTail>> | null = null;
	const opening = await rowsWritten(storeStub, async () => {
		tail = await openTail(app, token.key);
	});
	expect(opening).toBe(0);
	const watched = await rowsWritten(storeStub, async () => {
		const id = await accept();
		expect(await tail?.ids(1)).toEqual([id]);
	});
	expect(watched).toBe(plain);
});

test("while nobody watches, a message does not even ask who does", async () => {
	const { app, token, accept, storeStub } = await newWatched();
	const spy = await runInDurableObject(storeStub, (_, state) =>
		vi.spyOn(Object.getPrototypeOf(state), "getWebSockets"),
	);
	await accept();
	expect(spy).not.toHaveBeenCalled();
	const tail = await openTail(app, token.key);
	spy.mockClear();
	await accept();
	expect(spy).toHaveBeenCalled();
	tail.socket.close();
	await tail.code();
	await accept();
	spy.mockClear();
	await accept();
	expect(spy).not.toHaveBeenCalled();
});

test("an object that slept goes on showing, and a session that ended meanwhile is shown out", async () => {
	const { app, token, accept, storeStub } = await newWatched();
	const tail = await openTail(app, token.key, "?eventTypes=user.created");
	const first = await accept();
	await tail.ids(1);
	await evictDurableObject(storeStub);
	expect(tail.closed).toBeNull();
	const second = await accept();
	expect(await tail.ids(2)).toEqual([first, second]);
	await evictDurableObject(storeStub);
	await token("POST", "/auth/logout");
	expect(await tail.code()).toBe(4401);
});

test("the alarm is set for the end of the session, and for nothing else", async () => {
	const { app, token, storeStub } = await newWatched();
	expect(await alarmOf(storeStub)).toBeNull();
	const endsAt = Date.now() + SESSION_MS;
	const tail = await openTail(app, token.key);
	const at = await until(
		() => alarmOf(storeStub),
		(time) => time !== null && time > Date.now() + HOUR_MS,
	);
	expect(Math.abs((at ?? 0) - endsAt)).toBeLessThan(60_000);
	moveClock(SESSION_MS + 2_000);
	await runDurableObjectAlarm(storeStub);
	expect(await tail.code()).toBe(4401);
	await runDurableObjectAlarm(storeStub);
	expect(await alarmOf(storeStub)).toBeNull();
});

test("a session that is closed before its end leaves no alarm behind after it", async () => {
	const { app, token, storeStub } = await newWatched();
	const tail = await openTail(app, token.key);
	tail.socket.close();
	await tail.code();
	moveClock(SESSION_MS + 2_000);
	await runDurableObjectAlarm(storeStub);
	await runDurableObjectAlarm(storeStub);
	expect(await alarmOf(storeStub)).toBeNull();
});

test("an API key is looked up every hour, so that one that was revoked stops watching", async () => {
	const { app, api, storeStub } = await newWatched();
	const tail = await openTail(app, api.key);
	await expect.poll(() => alarmOf(storeStub)).toBeLessThanOrEqual(Date.now() + HOUR_MS + 1_000);
	moveClock(HOUR_MS + 1_000);
	await runDurableObjectAlarm(storeStub);
	expect(tail.closed).toBeNull();
	const revoke = env.DB.prepare("UPDATE api_keys SET revoked_at = ?1 WHERE hash = ?2");
	await revoke.bind(Date.now(), await sha256Hex(api.key)).run();
	moveClock(HOUR_MS + 1_000);
	await runDurableObjectAlarm(storeStub);
	expect(await tail.code()).toBe(4401);
});

test("while messages come, a key that was revoked is noticed sooner", async () => {
	const { app, api, accept } = await newWatched();
	const tail = await openTail(app, api.key);
	await accept();
	await tail.ids(1);
	const revoke = env.DB.prepare("UPDATE api_keys SET revoked_at = ?1 WHERE hash = ?2");
	await revoke.bind(Date.now(), await sha256Hex(api.key)).run();
	moveClock(31_000);
	await accept();
	expect(await tail.code()).toBe(4401);
});

/** Tails in an object of their own, with a clock of the test's. */
async function onBench(run: (bench: Bench) => Promise<void>): Promise<void> {
	const stub = env.MESSAGE_STORE.getByName(newId("app", Date.now(), randomBytes(16)));
	await runInDurableObject(stub, async (_, ctx) => {
		const clock = { now: Date.now() };
		const tails = new Tails({
			...{ ctx, applicationId: "app_1", db: tools.db, clock: () => clock.now },
			arm: () => undefined,
		});
		await run({ tails, clock, ctx });
	});
}

type Bench = { tails: Tails; clock: { now: number }; ctx: DurableObjectState };

const record = (): MessageRecord => ({
	...{ id: newId("msg", Date.now(), randomBytes(16)), eventType: "a", eventId: "x".repeat(30_000) },
	...{ channels: null, tags: null, createdAt: Date.now(), payload: null, schemaCheck: null },
});

test("what nobody reads is not kept without an end", async () => {
	await onBench(async ({ tails, clock, ctx }) => {
		const filter = { eventTypes: null, channel: null, tag: null };
		const opened = tails.open(toTailRequest({ hash: "h", filter }, true));
		expect(opened.status).toBe(101);
		const sent: number[] = [];
		const [socket] = ctx.getWebSockets();
		if (socket === undefined) throw new Error("there is no socket");
		const { send } = socket;
		const close = vi.spyOn(socket, "close");
		vi.spyOn(socket, "send").mockImplementation((text) => {
			sent.push(String(text).length * 2);
			send.call(socket, text);
		});
		for (let i = 0; i < 100 && close.mock.calls.length === 0; i++) {
			clock.now += 100;
			tails.tell(record());
		}
		expect(close).toHaveBeenCalledWith(4408, expect.stringContaining("ping"));
		expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SILENT_BYTES_MAX);
	});
});

test("whatever goes wrong with a socket, the message is accepted", async () => {
	const { app, token, accept, storeStub } = await newWatched();
	const tail = await openTail(app, token.key);
	const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
	await runInDurableObject(storeStub, (_, state) => {
		for (const socket of state.getWebSockets()) socket.serializeAttachment({ id: "1" });
	});
	expect(await accept()).toMatch(/^msg_/);
	expect(log).toHaveBeenCalledWith(expect.stringContaining("tail_failed"));
	tail.socket.close();
});
