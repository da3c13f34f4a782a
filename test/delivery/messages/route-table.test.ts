// The copy of an application's routes: one query for all who ask at once, and never one from before a change.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type ApplicationId, newId } from "../../../src/core/ids.ts";
import { KnownChanges } from "../../../src/delivery/messages/known-changes.ts";
import { RouteTable } from "../../../src/delivery/messages/route-table.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { createDb } from "../../../src/store/db.ts";
import { newRoom, type Room } from "../../support/delivery.ts";

/** A table inside an object, because what was changed is kept in its storage. */
async function inObject(work: (parts: ReturnType<typeof newTable>) => Promise<void>) {
	const room = await newRoom();
	await runInDurableObject(room.storeStub, (_, { storage }) => work(newTable(room, storage)));
}

function newTable(room: Room, storage: DurableObjectStorage) {
	const clock = { now: 0 };
	const table = new RouteTable(createDb(env.DB), () => clock.now, new KnownChanges(storage));
	const setUrl = (url: string) =>
		env.DB.prepare("UPDATE endpoints SET url = ? WHERE id = ?").bind(url, room.endpointId).run();
	const readUrl = async () => (await table.read(room.applicationId))?.routes[0]?.url;
	return { room, clock, table, setUrl, readUrl };
}

test("callers at the same time share one answer", () =>
	inObject(async ({ room, table }) => {
		const answers = await Promise.all([1, 2, 3].map(() => table.read(room.applicationId)));
		expect(answers[0]?.routes).toHaveLength(1);
		expect(answers[1]).toBe(answers[0]);
		expect(answers[2]).toBe(answers[0]);
	}));

test("a copy lives for 30 s", () =>
	inObject(async ({ clock, setUrl, readUrl, room }) => {
		expect(await readUrl()).toBe(room.target.url);
		await setUrl("https://example.com/2");
		clock.now = 29_999;
		expect(await readUrl()).toBe(room.target.url);
		clock.now = 30_000;
		expect(await readUrl()).toBe("https://example.com/2");
	}));

test("a query that was under way when a change came is asked again", () =>
	inObject(async ({ table, setUrl, readUrl }) => {
		const early = readUrl();
		const change = setUrl("https://example.com/2");
		table.invalidate();
		expect(await early).toBe("https://example.com/2");
		await change;
		expect(await readUrl()).toBe("https://example.com/2");
	}));

test("an unknown application has no routes, and is looked for each time", () =>
	inObject(async ({ table }) => {
		const unknown: ApplicationId = newId("app", Date.now(), randomBytes(16));
		expect(await table.read(unknown)).toBeNull();
	}));
