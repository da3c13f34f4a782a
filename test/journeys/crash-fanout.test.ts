// SIGKILL while messages go to 200 endpoints: the queue's memory is lost, they are not.
import { test } from "vitest";
import { CrashKind, ROUND_MS_MAX, ROUNDS } from "../support/crash.ts";

const ENDPOINTS = 200;
const MESSAGES = 10;
/** So much at once takes a busy machine a while. */
const TIMEOUT_MS = 5_000;

test("A large fan-out arrives at every endpoint", {
	retry: 0,
	timeout: ROUNDS * ROUND_MS_MAX,
}, async () => {
	const kind = new CrashKind("fanout", ENDPOINTS * MESSAGES, "1,1", TIMEOUT_MS);
	await kind.rounds(async (round) => {
		await round.create(Array.from({ length: ENDPOINTS }, (_, at) => ({ uid: `wide-${at}` })));
		const posting = round.post(MESSAGES);
		await round.share(0.02, 0.9, ENDPOINTS * MESSAGES);
		await round.crash();
		await posting;
		return round.settle(() => ({ successes: 1, failures: 0 }));
	});
});
