// Dead letters in D1: what the fan-out queue gave up.
import { asc, desc, gt, lt } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { deadLetters } from "./schema.ts";

export type DeadLetter = typeof deadLetters.$inferSelect;

/** A letter that comes twice is kept once. */
export function insertDeadLetter(db: Db, letter: DeadLetter) {
	return db.insert(deadLetters).values(letter).onConflictDoNothing();
}

export function listDeadLetters(db: Db, plan: PageRead): Promise<DeadLetter[]> {
	const down = plan.direction === "descending";
	const key = plan.key as Id<"dead"> | null; // safe because it is only compared
	return db
		.select()
		.from(deadLetters)
		.where(key === null ? undefined : (down ? lt : gt)(deadLetters.id, key))
		.orderBy((down ? desc : asc)(deadLetters.id))
		.limit(plan.take);
}

export function deleteDeadLettersBefore(db: Db, time: number) {
	return db.delete(deadLetters).where(lt(deadLetters.createdAt, time));
}
