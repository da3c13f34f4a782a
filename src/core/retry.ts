// When a failed delivery is tried again.

/** Share by which a delay may be shorter or longer, so that failures of one moment spread out. */
const JITTER = 0.2;

/**
 * Epoch milliseconds of the next try, or null when the schedule is used up.
 * @param scheduleSeconds delays after the 1st, 2nd, … failed attempt
 * @param failedAttempts attempts made so far, all failed; at least 1
 * @param endedAt end of the last attempt, epoch milliseconds
 * @param random in [0, 1)
 */
export function nextRetryAt(
	scheduleSeconds: readonly number[],
	failedAttempts: number,
	endedAt: number,
	random: number,
): number | null {
	const delaySeconds = scheduleSeconds[failedAttempts - 1];
	if (delaySeconds === undefined) return null;
	const factor = 1 - JITTER + 2 * JITTER * random;
	return endedAt + Math.round(delaySeconds * 1000 * factor);
}
