// When an endpoint that only fails is disabled.

/** Why an endpoint was disabled automatically: it only failed, it answered 410, or it asked for it. */
export type DisabledReason = "failing" | "gone" | "asked";

/** `failingSince` is when the first of nothing but failures began (epoch milliseconds); null when healthy. */
export type Health = { failingSince: number | null };

/** Longer than any usual time between two tries of one message. */
const RETRY_GAP_MS = 12 * 3_600_000;

/**
 * Health after an attempt, and whether the endpoint is to be disabled because of it.
 * @param lastAttemptAt when the attempt before this one was made; null when there was none
 *
 * A failure so long after the one before that nothing was tried in between begins anew: two sporadic failures
 * say nothing about the time between them.
 */
export function nextHealth(
	health: Health,
	attempt: { at: number; isSuccess: boolean; lastAttemptAt: number | null },
	disableAfterMs: number,
): { health: Health; isFailing: boolean } {
	if (attempt.isSuccess) return { health: { failingSince: null }, isFailing: false };
	const { failingSince } = health;
	const isSporadic =
		attempt.lastAttemptAt === null ||
		attempt.at - attempt.lastAttemptAt > Math.max(disableAfterMs, RETRY_GAP_MS);
	if (failingSince === null || isSporadic) {
		return { health: { failingSince: attempt.at }, isFailing: false };
	}
	return { health, isFailing: attempt.at - failingSince >= disableAfterMs };
}
