// The hourly sweep forgets idempotency decisions that have run out, and publishes events that were left over.
import {
	createExecutionContext,
	createScheduledController,
	waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { type ApplicationId, newId } from "../../src/core/ids.ts";
import worker from "../../src/index.ts";
import { sweep } from "../../src/jobs/sweep.ts";
import { publishEvent } from "../../src/platform/event-publisher.ts";
import { createDb, writeAll } from "../../src/store/db.ts";
import { claim } from "../../src/store/idempotency.ts";
import { insertEvent } from "../../src/store/operational-events.ts";
import { deadLetters } from "../../src/store/schema.ts";
import { tools } from "../support/delivery.ts";
import { newListener, storedEvents } from "../support/operational.ts";

const NOW = 1_000_000;

function take(hash: string, expiresAt: number) {
	const lockedUntil = NOW + 30_000;
	return claim(createDb(env.DB), { hash, owner: hash, now: 0, lockedUntil, expiresAt });
}

async function leftOf(hashes: string[]): Promise<unknown[]> {
	const { results } = await env.DB.prepare("SELECT hash FROM idempotency").all();
	return results.map(({ hash }) => hash).filter((hash) => hashes.includes(String(hash)));
}

async function sweepAt(now: number): Promise<void> {
	const ctx = createExecutionContext();
	await worker.scheduled(createScheduledController({ scheduledTime: now }), env, ctx);
	await waitOnExecutionContext(ctx);
}

test("what has run out is forgotten, what has not stays", async () => {
	const [old, due, live] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
	await take(old, NOW - 1);
	await take(due, NOW);
	await take(live, NOW + 1);
	await sweepAt(NOW);
	expect(await leftOf([old, due, live])).toEqual([live]);
});

/** A listener, and events written at these times whose writers were ended. */
async function newLeft(...times: number[]) {
	const listener = await newListener();
	const found = await env.DB.prepare("SELECT application_id FROM endpoints WHERE id = ?1")
		.bind(listener.own.id)
		.first<{ application_id: ApplicationId }>();
	if (found === null) throw new Error("no endpoint");
	const events = times.map((createdAt, n) => ({
		id: newId("opevt", createdAt, crypto.getRandomValues(new Uint8Array(16))),
		applicationId: found.application_id,
		type: "endpoint.updated",
		payload: JSON.stringify({ type: "endpoint.updated", data: { n } }),
		createdAt,
	}));
	await writeAll(
		createDb(env.DB),
		events.map((event) => insertEvent(createDb(env.DB), event)),
	);
	return { ...listener, events };
}

test("events that were left over are published once, younger ones are left to their writers", async () => {
	const now = Date.now();
	const { own, heard } = await newLeft(now - 60_000, now - 3_600_000, now - 59_000);
	await Promise.all([sweepAt(now), sweepAt(now)]);
	const told = await heard(2);
	expect(told.map(({ data }) => data.n).sort()).toEqual([0, 1]);
	expect(await storedEvents(own.id)).toHaveLength(1);
	await sweepAt(now + 1_000);
	expect((await heard(3)).map(({ data }) => data.n).sort()).toEqual([0, 1, 2]);
	expect(await storedEvents(own.id)).toEqual([]);
});

test("an event that was published and not forgotten is not told again", async () => {
	const now = Date.now();
	const { own, events, heard } = await newLeft(now - 60_000);
	for (const event of events) await publishEvent(tools, event);
	await heard(1);
	await sweepAt(now);
	expect(await storedEvents(own.id)).toEqual([]);
	await heard(1);
});

test("a step that fails keeps none of the others from running, and is logged", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	const old = crypto.randomUUID();
	await take(old, NOW - 1);
	const { own } = await newLeft(NOW);
	const refuse = () => {
		throw new Error("no dead letters");
	};
	// The database as it is, but for one table.
	const db = new Proxy(createDb(env.DB), {
		get(target, name) {
			if (name !== "delete") return Reflect.get(target, name);
			return (table: typeof deadLetters) =>
				table === deadLetters ? { where: refuse } : target.delete(table);
		},
	});
	await sweep({ ...tools, db }, Date.now());
	expect(await leftOf([old])).toEqual([]);
	expect(await storedEvents(own.id)).toEqual([]);
	const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
	expect(lines).toMatchObject([
		{ event: "sweep_failed", step: "old_dead_letters", message: "no dead letters" },
	]);
	logged.mockRestore();
});
