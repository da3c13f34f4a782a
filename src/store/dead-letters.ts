// Dead letters in D1: what the fan-out queue gave up.
import { lt } from "drizzle-orm";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { inPages } from "./pages.ts";
import { deadLetters } from "./schema.ts";

export type DeadLetter = typeof deadLetters.$inferSelect;

/** A letter that comes twice is kept once. */
export function insertDeadLetter(db: Db, letter: DeadLetter) {
	return db.insert(deadLetters).values(letter).onConflictDoNothing();
}

export function listDeadLetters(db: Db, plan: PageRead): Promise<DeadLetter[]> {
	const { beyond, order } = inPages(deadLetters.id, plan);
	return db.select().from(deadLetters).where(beyond).orderBy(order).limit(plan.take);
}

export function deleteDeadLettersBefore(db: Db, time: number) {
	return db.delete(deadLetters).where(lt(deadLetters.createdAt, time));
}
