// Who may do an idempotent POST, and what its answer was. The primary key decides; KV only repeats.
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "./db.ts";
import { idempotency } from "./schema.ts";

export type StoredAnswer = { status: number; body: string };

type Claim = { kind: "claimed" } | { kind: "answered"; answer: StoredAnswer } | { kind: "busy" };

type ClaimInput = {
	hash: string;
	/** Random, so that a claim that ran out cannot be finished by who lost it. */
	owner: string;
	now: number;
	lockedUntil: number;
	expiresAt: number;
};

/** Takes the key unless somebody has it. An expired record or claim is taken over. */
export async function claim(db: Db, input: ClaimInput): Promise<Claim> {
	const [won] = await db
		.insert(idempotency)
		.values({ ...input, status: null, body: null })
		.onConflictDoUpdate({
			target: idempotency.hash,
			set: {
				owner: input.owner,
				lockedUntil: input.lockedUntil,
				expiresAt: input.expiresAt,
				status: null,
				body: null,
			},
			setWhere: sql`${idempotency.expiresAt} <= ${input.now}
				OR (${idempotency.status} IS NULL AND ${idempotency.lockedUntil} <= ${input.now})`,
		})
		.returning({ owner: idempotency.owner });
	if (won !== undefined) return { kind: "claimed" };
	const [row] = await db.select().from(idempotency).where(eq(idempotency.hash, input.hash));
	if (row?.status != null) {
		return { kind: "answered", answer: { status: row.status, body: row.body ?? "" } };
	}
	return { kind: "busy" };
}

/**
 * The statement that stores the answer, for the same transaction as the effect. When the claim is no
 * longer ours, the owner becomes NULL, which the table refuses: then nothing of the transaction happens.
 */
export function finish(db: Db, hash: string, owner: string, answer: StoredAnswer) {
	const stillOurs = sql`CASE WHEN ${idempotency.owner} = ${owner} THEN ${owner} ELSE NULL END`;
	return db
		.update(idempotency)
		.set({ ...answer, owner: stillOurs })
		.where(eq(idempotency.hash, hash));
}

/**
 * Gives the key back after a failure. A stored answer stays: the transaction may have been committed
 * although the database's reply to it was lost.
 */
export async function release(db: Db, hash: string, owner: string): Promise<void> {
	const isOurs = and(eq(idempotency.hash, hash), eq(idempotency.owner, owner));
	await db.delete(idempotency).where(and(isOurs, isNull(idempotency.status)));
}

export async function deleteExpired(db: Db, now: number): Promise<void> {
	await db.delete(idempotency).where(lte(idempotency.expiresAt, now));
}
