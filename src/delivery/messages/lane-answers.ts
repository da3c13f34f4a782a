// How long lanes are waited for.
import { within } from "../../core/deadline.ts";
import { systemTimer } from "../../platform/clock.ts";

/** While a sender waits for his answer. A lane that takes longer keeps him no longer: the alarm sees to its messages. */
const SENDER_WAITS_MS_MAX = 1_000;
/** While nobody waits: but one lane that does not answer must not hold up the others. */
const NOBODY_WAITS_MS_MAX = 10_000;

export const answerForSender = <T>(answer: Promise<T>): Promise<T> =>
	within(answer, SENDER_WAITS_MS_MAX, "a lane's answer", systemTimer);

export const answerInTime = <T>(answer: Promise<T>): Promise<T> =>
	within(answer, NOBODY_WAITS_MS_MAX, "a lane's answer", systemTimer);
