// A lane's operational events: kept with what they tell of, published once, and kept on when that fails.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Route } from "../../../src/core/delivery.ts";
import { type ApplicationId, newId } from "../../../src/core/ids.ts";
import { toMessageData } from "../../../src/core/operational-event.ts";
import { EventBox } from "../../../src/delivery/lane/event-box.ts";
import { randomBytes, systemClock } from "../../../src/platform/clock.ts";
import type { PublishTools } from "../../../src/platform/event-publisher.ts";
import type { NewMessage } from "../../../src/platform/message-store-client.ts";
import { createDb } from "../../../src/store/db.ts";
import { findRoute } from "../../../src/store/routes.ts";
import { newApp, newTarget } from "../../support/api.ts";
import { laneOf, tools } from "../../support/delivery.ts";
import { listen, newListener } from "../../support/operational.ts";

const id = <P extends "app" | "ep" | "atmpt">(prefix: P) =>
	newId(prefix, Date.now(), randomBytes(16));

const route: Route = {
	...{ endpointId: id("ep"), endpointUid: null, applicationId: id("app"), applicationUid: null },
	...{ version: 1, url: "https://example.com/", disabled: false, paused: false, ordered: false },
	...{ throttleRate: null, maxInFlight: null, eventTypes: null, channels: null },
	...{ operationalApplicationId: id("app"), secrets: "", headers: null },
};
const silent = { ...route, operationalApplicationId: null };

/** Runs `work` with a box in a lane's storage, and a way to make another one there, as after a restart. */
function inLane<T>(
	of: PublishTools,
	work: (box: EventBox, restart: () => EventBox, storage: DurableObjectStorage) => Promise<T>,
): Promise<T> {
	return runInDurableObject(laneOf(id("ep")).laneStub, (_lane, { storage }) => {
		const make = () => new EventBox(storage.sql, of, systemClock, randomBytes);
		return work(make(), make, storage);
	});
}

/** Takes what is published, unless `failing` says otherwise of the call. */
function newTools(failing: (call: number) => boolean = () => false) {
	const accepted: { applicationId: ApplicationId; message: NewMessage }[] = [];
	let calls = 0;
	const of = (applicationId: ApplicationId) => ({
		async accept(message: NewMessage) {
			if (failing(++calls)) throw new Error("away");
			accepted.push({ applicationId, message });
			return { kind: "duplicate" };
		},
		find: async () => ({ eventId: "order-1" }),
	});
	// safe because a box calls nothing else
	const fake = {
		stores: { of },
		senders: { deliverAll: async () => {} },
	} as unknown as PublishTools;
	return { fake, accepted };
}

test("an event is kept across a restart, published once, and forgotten", async () => {
	const { fake, accepted } = newTools();
	await inLane(fake, async (box, restart) => {
		expect(box.isOpen).toBe(false);
		box.add(route, "endpoint.disabled", { a: 1 });
		expect(box.isOpen).toBe(true);
		const next = restart();
		expect(next.isOpen).toBe(true);
		await Promise.all([next.flush(), next.flush()]);
		expect(next.isOpen).toBe(false);
		await next.flush();
		expect(restart().isOpen).toBe(false);
	});
	expect(accepted).toMatchObject([
		{
			applicationId: route.operationalApplicationId,
			message: {
				eventType: "endpoint.disabled",
				eventId: expect.stringMatching(/^opevt_[0-9A-Za-z]{27}$/),
				payload: '{"type":"endpoint.disabled","data":{"a":1}}',
				requestKey: null,
				schemaCheck: null,
			},
		},
	]);
});

test("nothing is kept when nobody listens, and nothing of a transaction that is undone", async () => {
	const { fake, accepted } = newTools();
	await inLane(fake, async (box, _restart, storage) => {
		box.add(silent, "endpoint.disabled", {});
		expect(box.isOpen).toBe(false);
		const undone = () =>
			storage.transactionSync(() => {
				box.add(route, "endpoint.disabled", {});
				throw new Error("undone");
			});
		expect(undone).toThrow("undone");
		expect(box.isOpen).toBe(false);
		await box.flush();
	});
	expect(accepted).toEqual([]);
});

test("what cannot be published stays, under the same id, and no flush throws", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	let isAway = true;
	const { fake, accepted } = newTools((call) => isAway || call % 2 === 0);
	await inLane(fake, async (box) => {
		for (let n = 0; n < 25; n++) box.add(route, "endpoint.disabled", { n });
		await box.flush();
		expect(box.isOpen).toBe(true);
		expect(accepted).toEqual([]);
		isAway = false;
		for (let flushes = 0; box.isOpen && flushes < 20; flushes++) await box.flush();
		expect(box.isOpen).toBe(false);
	});
	expect(new Set(accepted.map(({ message }) => message.eventId)).size).toBe(25);
	const numbers = accepted.map(({ message }) => JSON.parse(message.payload).data.n);
	expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, n) => n));
	expect(logged).toHaveBeenCalled();
	logged.mockRestore();
});

test("many are published in one flush, also those that come meanwhile", async () => {
	const { fake, accepted } = newTools();
	await inLane(fake, async (box) => {
		for (let n = 0; n < 25; n++) box.add(route, "endpoint.disabled", { n });
		const flushing = box.flush();
		box.add(route, "endpoint.disabled", { n: 25 });
		await flushing;
		expect(box.isOpen).toBe(false);
	});
	expect(accepted).toHaveLength(26);
});

test("an event about a message arrives signed, with the sender's own id of the message", async () => {
	const { api, heard } = await newListener({ eventTypes: ["message.attempt.exhausted"] });
	const second = await listen(api, { eventTypes: ["message.attempt.exhausted"] });
	const app = `/app/${await newApp(api, { uid: "acme" })}`;
	const { body: endpoint } = await api("POST", `${app}/endpoint`, { url: newTarget().url });
	const message = { eventType: "invoice.paid", eventId: "order-7", payload: {} };
	const { body: sent } = await api("POST", `${app}/msg`, message);
	const found = await findRoute(createDb(env.DB), endpoint.id);
	if (found === null) throw new Error("no route");
	expect(found.operationalApplicationId).toMatch(/^app_/);
	const attempt = { id: id("atmpt"), status: 500, startedAt: 1_700_000_000_000 };
	const item = { messageId: sent.id, eventType: "invoice.paid" };
	await inLane(tools, async (box) => {
		box.add(found, "message.attempt.exhausted", toMessageData(found, item, attempt));
		await box.flush();
		expect(box.isOpen).toBe(false);
	});
	const expected = {
		type: "message.attempt.exhausted",
		data: {
			...{ appId: found.applicationId, appUid: "acme", endpointId: endpoint.id, endpointUid: null },
			...{ msgId: sent.id, msgEventId: "order-7", msgEventType: "invoice.paid" },
			lastAttempt: {
				...{ id: attempt.id, responseStatusCode: 500, timestamp: "2023-11-14T22:13:20.000Z" },
			},
		},
	};
	expect(await heard(1)).toEqual([expected]);
	expect(await second.heard(1)).toEqual([expected]);
});
