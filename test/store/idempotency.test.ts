import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb, writeAll } from "../../src/store/db.ts";
import { claim, finish, release } from "../../src/store/idempotency.ts";

const db = createDb(env.DB);
const ANSWER = { status: 201, body: '{"id":1}' };

async function newClaim() {
	const now = Date.now();
	const input = {
		hash: crypto.randomUUID(),
		owner: crypto.randomUUID(),
		now,
		lockedUntil: now + 1_000,
		expiresAt: now + 60_000,
	};
	expect(await claim(db, input)).toEqual({ kind: "claimed" });
	return input;
}

test("a key that is given back can be claimed by another", async () => {
	const first = await newClaim();
	expect(await claim(db, { ...first, owner: "other" })).toEqual({ kind: "busy" });
	await release(db, first.hash, first.owner);
	expect(await claim(db, { ...first, owner: "other" })).toEqual({ kind: "claimed" });
});

test("a stored answer survives giving the key back, as when the reply to the commit was lost", async () => {
	const first = await newClaim();
	await writeAll(db, [finish(db, first.hash, first.owner, ANSWER)]);
	await release(db, first.hash, first.owner);
	const again = await claim(db, { ...first, owner: "other" });
	expect(again).toEqual({ kind: "answered", answer: ANSWER });
});

test("who lost the claim can neither finish nor give it back", async () => {
	const first = await newClaim();
	const later = { ...first, owner: "other", now: first.lockedUntil };
	expect(await claim(db, { ...later, lockedUntil: later.now + 1_000 })).toEqual({
		kind: "claimed",
	});
	await expect(writeAll(db, [finish(db, first.hash, first.owner, ANSWER)])).rejects.toThrow();
	await release(db, first.hash, first.owner);
	expect(await claim(db, { ...later, owner: "third" })).toEqual({ kind: "busy" });
});
