// The hourly sweep forgets idempotency decisions that have run out, and no others.
import { createExecutionContext, createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import worker from "../../src/index.ts";
import { createDb } from "../../src/store/db.ts";
import { claim } from "../../src/store/idempotency.ts";

const NOW = 1_000_000;

function take(hash: string, expiresAt: number) {
	const lockedUntil = NOW + 30_000;
	return claim(createDb(env.DB), { hash, owner: hash, now: 0, lockedUntil, expiresAt });
}

async function leftOf(hashes: string[]): Promise<unknown[]> {
	const { results } = await env.DB.prepare("SELECT hash FROM idempotency").all();
	return results.map(({ hash }) => hash).filter((hash) => hashes.includes(String(hash)));
}

test("what has run out is forgotten, what has not stays", async () => {
	const [old, due, live] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
	await take(old, NOW - 1);
	await take(due, NOW);
	await take(live, NOW + 1);
	const controller = createScheduledController({ scheduledTime: NOW });
	await worker.scheduled(controller, env, createExecutionContext());
	expect(await leftOf([old, due, live])).toEqual([live]);
});
