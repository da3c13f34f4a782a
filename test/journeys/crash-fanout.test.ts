// SIGKILL while messages go to a thousand endpoints: the queue's memory is lost, they are not.
import { test } from "vitest";
import { CrashKind, IS_BRIEF, PATIENT, ROUND_MS_MAX, ROUNDS } from "../support/crash.ts";

const ENDPOINTS = IS_BRIEF ? 250 : 1_000;
const MESSAGES = 3;
/** Less than one of them takes, so that they meet. */
const PAUSE_MS = 500;
/** So much at once takes a busy machine a while. */
const TIMEOUT_MS = 10_000;
/** From an acceptance on: the first of its chunks are handed over meanwhile, most of them are not. */
const IN_QUEUE_MS = 300;

test("A large fan-out arrives at every endpoint", {
	retry: 0,
	timeout: ROUNDS * ROUND_MS_MAX,
}, async () => {
	const kind = new CrashKind("fanout", 2 * ENDPOINTS, PATIENT, TIMEOUT_MS);
	await kind.rounds(async (round) => {
		await round.create(Array.from({ length: ENDPOINTS }, (_, at) => ({ uid: `wide-${at}` })));
		const posting = round.post(MESSAGES, (n) => ({ n }), { writers: 1, pauseMs: PAUSE_MS });
		const isInQueue = round.number % 2 === 0;
		if (isInQueue) await round.acceptance(MESSAGES, IN_QUEUE_MS);
		else await round.share(0.02, 0.9, ENDPOINTS * MESSAGES);
		await round.crash();
		await posting;
		return round.settle(() => ({ successes: 1, failures: 0 }));
	});
});
