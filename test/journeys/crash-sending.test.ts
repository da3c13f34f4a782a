// SIGKILL while a lane sends by its rules: a backlog at its limit, and strictly in order.
import { expect, test } from "vitest";
import { CrashKind, PATIENT, ROUND_MS_MAX, ROUNDS } from "../support/crash.ts";
import { mostWithin } from "../support/crash-account.ts";
import type { CrashRound } from "../support/crash-round.ts";
import { watchLag } from "../support/crash-tools.ts";

const LIMIT = 20;

test.concurrent("A throttled backlog arrives as a whole, and never faster than its limit", {
	retry: 0,
	timeout: ROUNDS * ROUND_MS_MAX,
}, async () => {
	const kind = new CrashKind("throttled", LIMIT, PATIENT);
	await kind.rounds(async (round) => {
		await round.create([{ uid: "slow", throttleRate: LIMIT }]);
		const lag = watchLag();
		const posting = round.post(100);
		await round.moment(100, 4_500);
		await round.crash();
		await posting;
		const account = await round.settle(() => ({ successes: 1, failures: 0 }));
		await assertLimit(round, lag());
		return account;
	});
});

/** By when attempts began, and by when they arrived, as exactly as this machine keeps time now. */
async function assertLimit(round: CrashRound, lagMs: number): Promise<void> {
	const recorded = await round.recorded();
	const began = recorded.map(({ at }) => at);
	const arrived = round.arrivals.map(({ at }) => at);
	const ways = recorded.flatMap(({ messageId, at }) =>
		round.arrivals.flatMap((arrival) => {
			const ms = arrival.at - at;
			return arrival.messageId === messageId && ms > -5 && ms < 1_000 ? [ms] : [];
		}),
	);
	const jitterMs = Math.max(lagMs, Math.max(...ways) - Math.min(...ways));
	round.note({
		...{ lagMs: Math.round(lagMs), jitterMs: Math.round(jitterMs) },
		...{ began: mostWithin(began, 1_000), arrived: mostWithin(arrived, 1_000) },
	});
	for (const times of [began, arrived]) {
		expect(mostWithin(times, 1_000 - jitterMs)).toBeLessThanOrEqual(1.05 * LIMIT + 1);
	}
}

/** The order of what never succeeds, and of what succeeds at the third time. */
const EXHAUSTED = 50;
const STUMBLING = 25;

test.concurrent("An ordered endpoint gets its messages in order, around one that fails", {
	retry: 0,
	timeout: ROUNDS * ROUND_MS_MAX,
}, async () => {
	const kind = new CrashKind("ordered", 1, "1,1");
	const exhausted = new Set<string>();
	kind.receiver.plan = ({ payload, messageId }, times) => {
		if (payload.n === EXHAUSTED) exhausted.add(messageId);
		const isFailing = payload.n === EXHAUSTED || (payload.n === STUMBLING && times < 3);
		return { delayMs: 10, status: isFailing ? 500 : 200 };
	};
	await kind.rounds(async (round) => {
		await round.create([{ uid: "line", ordered: true }]);
		const posting = round.post(150, (n) => ({ n }), { pauseMs: 20 });
		await round.moment(100, 6_000);
		await round.crash();
		await posting;
		const account = await round.settle((id) =>
			exhausted.has(id) ? { successes: 0, failures: 3 } : { successes: 1, failures: 2 },
		);
		const ids = round.arrivals.map(({ messageId }) => messageId);
		const turns = ids.filter((id, i) => id !== ids[i - 1]);
		expect(turns).toEqual([...new Set(ids)].sort());
		return account;
	});
});
