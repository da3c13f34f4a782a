// What the cron trigger does: forgets idempotency decisions that have run out.
import type { Db } from "../store/db.ts";
import { deleteExpired } from "../store/idempotency.ts";

export async function sweep(db: Db, now: number): Promise<void> {
	await deleteExpired(db, now);
}
