// D1 through drizzle. Writes end in one `db.batch`, which is one transaction.
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as schema from "./schema.ts";

export type Db = ReturnType<typeof createDb>;

export function createDb(d1: D1Database) {
	return drizzle(d1, { schema });
}

/** A statement that a verb collects for its single write. */
export type Statement = Parameters<Db["batch"]>[0][number];

/** Runs statements as one transaction. */
export async function writeAll(db: Db, statements: Statement[]): Promise<void> {
	const [first, ...rest] = statements;
	if (first !== undefined) await db.batch([first, ...rest]);
}

/** True when a write failed because a value must be unique. */
export function isUniqueViolation(error: unknown): boolean {
	return hasCause(error, /UNIQUE constraint failed/i);
}

/**
 * True when nothing was written because a row is no longer as it was read. The statements that change
 * rows set `updated_at` to NULL then, which the table refuses, and with it everything of their batch.
 */
export function isStale(error: unknown): boolean {
	return hasCause(error, /NOT NULL constraint failed: \w+\.updated_at\b/i);
}

/** The same for an endpoint whose application was deleted before it was written. */
export function isOrphan(error: unknown): boolean {
	return hasCause(error, /NOT NULL constraint failed: endpoints\.application_id\b/i);
}

function hasCause(error: unknown, pattern: RegExp): boolean {
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
		if (pattern.test(cause.message)) return true;
	}
	return false;
}

/** Throws when the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
	await db.run(sql`SELECT 1`);
}
