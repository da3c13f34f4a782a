// How many attempts of a lane succeeded and failed, by when they began.
import type { AttemptCount } from "../../platform/lane-client.ts";

/** Sequence numbers and times in epoch milliseconds: from (inclusive), to (exclusive). */
type CountSpan = { from: number; to: number; fromMs: number; toMs: number; bucketMs: number };

/** In order of time; a bucket may have attempts in several tables. */
export function countAttempts(
	sql: SqlStorage,
	tables: readonly string[],
	{ from, to, fromMs, toMs, bucketMs }: CountSpan,
): AttemptCount[] {
	const counts = new Map<number, AttemptCount>();
	for (const table of tables) {
		const found = sql.exec<AttemptCount>(
			`SELECT started_at - started_at % ?1 AS at, sum(failure IS NULL) AS success,
				sum(failure IS NOT NULL) AS fail
			FROM ${table}
			WHERE seq >= ?2 AND seq < ?3 AND started_at >= ?4 AND started_at < ?5 GROUP BY 1`,
			bucketMs,
			from,
			to,
			fromMs,
			toMs,
		);
		for (const { at, success, fail } of found) {
			const sum = counts.get(at) ?? { at, success: 0, fail: 0 };
			counts.set(at, { at, success: sum.success + success, fail: sum.fail + fail });
		}
	}
	return [...counts.values()].sort((a, b) => a.at - b.at);
}
