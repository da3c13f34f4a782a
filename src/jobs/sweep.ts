// What the cron trigger does: forgets what has run out, publishes events left over, begins lost tasks.
import type { Lanes } from "../platform/lane-client.ts";
import { publishLeftEvents } from "../services/operational-events.ts";
import { resumeTasks, type TaskTools } from "../services/organisation-tasks.ts";
import { restartTasks } from "../services/tasks.ts";
import { deleteExpiredTokens } from "../store/application-tokens.ts";
import { deleteDeadLettersBefore } from "../store/dead-letters.ts";
import { deleteExpired } from "../store/idempotency.ts";

const DEAD_LETTERS_LIFE_MS = 30 * 86_400_000;

export async function sweep(tools: TaskTools & { lanes: Lanes }, now: number): Promise<void> {
	// Before those of lanes, after which nobody knows any more how long each task was left alone.
	await resumeTasks(tools.db, tools.fanout, now);
	await Promise.all([
		deleteExpired(tools.db, now),
		deleteExpiredTokens(tools.db, now),
		deleteDeadLettersBefore(tools.db, now - DEAD_LETTERS_LIFE_MS),
		publishLeftEvents(tools, now),
		restartTasks(tools.db, tools.lanes, now),
	]);
}
