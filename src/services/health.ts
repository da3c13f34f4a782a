// Whether the parts that every request needs answer.
import { logError } from "../platform/log.ts";
import { type Db, pingDatabase } from "../store/db.ts";

export type Health = Record<"database" | "queue" | "cache", { status: "ok" | "error" }>;

export async function checkHealth(parts: {
	db: Db;
	answers: { get(name: string): Promise<string | null> };
	fanout: { check(): Promise<void> };
}): Promise<Health> {
	const [database, queue, cache] = await Promise.all([
		probe("database", () => pingDatabase(parts.db)),
		probe("queue", () => parts.fanout.check()),
		probe("cache", () => parts.answers.get("health")),
	]);
	return { database, queue, cache };
}

async function probe(
	name: string,
	check: () => Promise<unknown>,
): Promise<{ status: "ok" | "error" }> {
	try {
		await check();
		return { status: "ok" };
	} catch (error) {
		logError("health_check_failed", error, { part: name });
		return { status: "error" };
	}
}
