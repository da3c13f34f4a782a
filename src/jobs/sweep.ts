// What the cron trigger does: forgets what has run out, publishes what is left over, looks after tasks and domains.
import type { CustomHostnames } from "../platform/custom-hostnames.ts";
import type { Lanes } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";
import { checkDomains } from "../services/domain-checks.ts";
import { publishLeftEvents } from "../services/operational-events.ts";
import { resumeTasks, type TaskTools } from "../services/organisation-tasks.ts";
import { restartTasks } from "../services/tasks.ts";
import { deleteExpiredTokens } from "../store/application-tokens.ts";
import { deleteDeadLettersBefore } from "../store/dead-letters.ts";
import { deleteExpired } from "../store/idempotency.ts";

const DEAD_LETTERS_LIFE_MS = 30 * 86_400_000;

type SweepTools = TaskTools & { lanes: Lanes; customHostnames: CustomHostnames | null };

export async function sweep(tools: SweepTools, now: number): Promise<void> {
	// Before those of lanes, after which nobody knows any more how long each task was left alone.
	await resumeTasks(tools.db, tools.fanout, now);
	await settleAll({
		expired_decisions: () => deleteExpired(tools.db, now),
		expired_tokens: () => deleteExpiredTokens(tools.db, now),
		old_dead_letters: () => deleteDeadLettersBefore(tools.db, now - DEAD_LETTERS_LIFE_MS),
		left_events: () => publishLeftEvents(tools, now),
		domains: () => checkDomains(tools.db, tools.customHostnames, now),
		lost_tasks: () => restartTasks(tools.db, tools.lanes, now),
	});
}

/** One step that fails must not keep the others from running; the next sweep tries it again. */
async function settleAll(steps: Record<string, () => PromiseLike<unknown>>): Promise<void> {
	await Promise.all(
		Object.entries(steps).map(async ([step, run]) => {
			try {
				await run();
			} catch (error) {
				logError("sweep_failed", error, { step });
			}
		}),
	);
}
