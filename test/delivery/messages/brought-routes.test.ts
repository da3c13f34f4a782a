// Routes that come with a message spare a query, and never win against a change that was told.
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { CHANGES_MAX } from "../../../src/core/route-changes.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { sha256Hex } from "../../../src/platform/digest.ts";
import type { RoutesRead } from "../../../src/platform/message-store-client.ts";
import { findKeyAndApplication } from "../../../src/store/api-keys.ts";
import { findRoutes } from "../../../src/store/routes.ts";
import type { Reply } from "../../support/api.ts";
import { countDatabaseCalls } from "../../support/database-calls.ts";
import {
	moveClock,
	newMessage,
	newRoom,
	type Room,
	toAccepted,
	tools,
} from "../../support/delivery.ts";
import { OWN } from "../../support/operational.ts";

const NEW_URL = "https://example.com/new";

afterEach(() => {
	vi.useRealTimers();
});

/** What the Worker reads of the application with a key that it does not know. */
async function bring({ api, applicationId }: Room, ageMs = 0): Promise<RoutesRead> {
	const hash = await sha256Hex(api.key);
	const known = await findKeyAndApplication(tools.db, hash, applicationId, Date.now());
	const found = known?.application?.found;
	if (found == null) throw new Error("no routes were read");
	return { found, ageMs };
}

/** Where a message goes. */
async function sendTo({ store }: Room, brought?: RoutesRead) {
	const { grants } = toAccepted(await store.accept(newMessage(), undefined, brought));
	return grants.map(({ route }) => route);
}

/** A change that nobody tells the store of. */
const setUrl = ({ endpointId }: Room, url: string) =>
	env.DB.prepare("UPDATE endpoints SET url = ? WHERE id = ?").bind(url, endpointId).run();

test("they are those that the store reads itself, whoever listens to the endpoints' events", async () => {
	const room = await newRoom("", { headers: { "x-a": "1" }, throttleRate: 5, channels: ["a"] });
	await room.addEndpoint("", { uid: "second" });
	const deleted = await room.addEndpoint("", {});
	await room.api("DELETE", deleted.path);
	const { found } = await bring(room);
	expect(found.routes).toHaveLength(2);
	expect(found).toEqual(await findRoutes(tools.db, room.applicationId));
	await room.api("POST", OWN, { url: room.target.url });
	const heard = await bring(room);
	expect(heard.found).toEqual(await findRoutes(tools.db, room.applicationId));
	expect(heard.found.routes[0]?.operationalApplicationId).toMatch(/^app_/);
});

test("a store that knows nothing takes them, keeps them, and asks nothing", async () => {
	const room = await newRoom();
	const brought = await bring(room);
	await evictDurableObject(room.storeStub);
	const calls = await countDatabaseCalls(async () => {
		expect(await sendTo(room, brought)).toHaveLength(1);
		expect(await sendTo(room)).toHaveLength(1);
	});
	expect(calls).toBe(0);
});

const changes: [string, (room: Room) => Promise<Reply>, (urls: string[]) => void][] = [
	[
		"a new endpoint",
		({ api, applicationId }) => api("POST", `/app/${applicationId}/endpoint`, { url: NEW_URL }),
		(urls) => expect(urls).toEqual([expect.any(String), NEW_URL]),
	],
	[
		"another address",
		({ api, path }) => api("PATCH", path, { url: NEW_URL }),
		(urls) => expect(urls).toEqual([NEW_URL]),
	],
	[
		"another filter",
		({ api, path }) => api("PATCH", path, { channels: ["other"] }),
		(urls) => expect(urls).toEqual([]),
	],
	["its end", ({ api, path }) => api("DELETE", path), (urls) => expect(urls).toEqual([])],
];

test.each(
	changes.flatMap(([name, make, expectUrls]) => [
		[`a store that was told of ${name}`, false, make, expectUrls] as const,
		[`a store that lost its memory since it was told of ${name}`, true, make, expectUrls] as const,
	]),
)("%s goes by it, though older routes are brought", async (_name, isLost, make, expectUrls) => {
	const room = await newRoom();
	const older = await bring(room);
	expect((await make(room)).status).toBeLessThan(300);
	if (isLost) await evictDurableObject(room.storeStub);
	for (const brought of [older, undefined]) {
		const accepted = await room.store.accept(newMessage(), undefined, brought);
		const { record, grants } = toAccepted(accepted);
		expectUrls(grants.map(({ route }) => route.url));
		// Not only the lane of a deleted endpoint says no: the message was never for it.
		const found = await room.store.findDestinations(record.id);
		expect(found?.endpointIds).toHaveLength(grants.length);
	}
});

test.each([
	["a secret", (room: Room) => room.api("POST", `${room.path}/secret/rotate`, {}), "secrets"],
	[
		"headers",
		(room: Room) => room.api("PATCH", `${room.path}/headers`, { headers: { a: "b" } }),
		"headers",
	],
	[
		"the application's limit",
		(room: Room) => room.api("PATCH", `/app/${room.applicationId}`, { throttleRate: 7 }),
		"throttleRate",
	],
	[
		"the application's uid",
		(room: Room) => room.api("PATCH", `/app/${room.applicationId}`, { uid: crypto.randomUUID() }),
		"applicationUid",
	],
] as const)(
	"%s that changed since they were read is that of the next message",
	async (_name, make, field) => {
		const room = await newRoom();
		const older = await bring(room);
		expect((await make(room)).status).toBeLessThan(300);
		await evictDurableObject(room.storeStub);
		const [sent] = await sendTo(room, older);
		const newer = await findRoutes(tools.db, room.applicationId);
		expect(sent?.[field]).toEqual(newer?.routes[0]?.[field]);
		expect(sent?.[field]).not.toEqual(older.found.routes[0]?.[field]);
	},
);

test("an application that was deleted since they were read takes no message", async () => {
	for (const isLost of [false, true]) {
		const room = await newRoom();
		const older = await bring(room);
		expect((await room.api("DELETE", `/app/${room.applicationId}`)).status).toBe(204);
		if (isLost) await evictDurableObject(room.storeStub);
		const accepted = await room.store.accept(newMessage(), undefined, older);
		expect(accepted).toEqual({ kind: "no_application" });
	}
});

test("those that were read after a change are taken, however the store was told of it", async () => {
	const room = await newRoom();
	await room.api("PATCH", room.path, { url: NEW_URL });
	const between = await bring(room);
	await room.addEndpoint("", {});
	const newest = await bring(room);
	await evictDurableObject(room.storeStub);
	const calls = await countDatabaseCalls(async () => {
		expect(await sendTo(room, newest)).toHaveLength(2);
		// What the store has is as good: older ones change nothing.
		expect(await sendTo(room, between)).toHaveLength(2);
	});
	expect(calls).toBe(0);
});

test("after a change that nobody described the store reads itself, also when it lost its memory", async () => {
	for (const isLost of [false, true]) {
		const room = await newRoom();
		const older = await bring(room);
		await setUrl(room, NEW_URL);
		await room.store.invalidate();
		if (isLost) await evictDurableObject(room.storeStub);
		expect((await sendTo(room, older))[0]?.url).toBe(NEW_URL);
		moveClock(30_000);
		// It has read since: nothing is unknown any more.
		const newer = await bring(room);
		expect(await countDatabaseCalls(() => sendTo(room, newer))).toBe(0);
		vi.useRealTimers();
	}
});

test("they live for 30 s after they were read, and not after they came", async () => {
	const room = await newRoom();
	const brought = await bring(room, 4_000);
	await setUrl(room, NEW_URL);
	const url = async () => (await sendTo(room))[0]?.url;
	expect((await sendTo(room, brought))[0]?.url).toBe(room.target.url);
	moveClock(25_500);
	expect(await url()).toBe(room.target.url);
	moveClock(500);
	expect(await url()).toBe(NEW_URL);
});

test("those that were long on their way are not taken", async () => {
	const room = await newRoom();
	const brought = await bring(room, 10_001);
	await setUrl(room, NEW_URL);
	expect((await sendTo(room, brought))[0]?.url).toBe(NEW_URL);
});

test("what the store keeps of changes is one value, and does not grow without end", async () => {
	const room = await newRoom();
	for (let i = 0; i < CHANGES_MAX + 5; i++) {
		const endpointId = newId("ep", Date.now(), randomBytes(16));
		await room.store.invalidate({ endpointId, updatedAt: i });
	}
	await runInDurableObject(room.storeStub, (_, { storage }) => {
		const values = [...storage.kv.list()];
		expect(values).toHaveLength(1);
		expect(values[0]?.[1]).toHaveLength(CHANGES_MAX);
	});
});
