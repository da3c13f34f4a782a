// When an endpoint counts as failing: only after nothing but failure for the whole time.

import fc from "fast-check";
import { expect, test } from "vitest";
import { type Health, nextHealth } from "../../src/core/health.ts";

/** The times below are in thousandths of the period, here of a day. */
const PERIOD_MS = 86_400_000;
const UNIT_MS = PERIOD_MS / 1000;

type Attempt = { at: number; isSuccess: boolean };

/** Health after each attempt, in order. */
function judge(attempts: readonly Attempt[]) {
	let health: Health = { failingSince: null };
	let lastAttemptAt: number | null = null;
	return attempts.map((attempt) => {
		const judged = nextHealth(health, { ...attempt, lastAttemptAt }, PERIOD_MS);
		health = judged.health;
		lastAttemptAt = attempt.at;
		return judged;
	});
}

const fail = (at: number): Attempt => ({ at: at * UNIT_MS, isSuccess: false });
const success = (at: number): Attempt => ({ at: at * UNIT_MS, isSuccess: true });

test.each<[string, Attempt[], boolean, number | null]>([
	["one failure", [fail(0)], false, 0],
	["failures for less than the time", [fail(0), fail(500), fail(999)], false, 0],
	["failures for the whole time", [fail(0), fail(500), fail(1000)], true, 0],
	["still failures after it", [fail(0), fail(1000), fail(1900)], true, 0],
	["a success in between", [fail(0), success(500), fail(600), fail(1500)], false, 600],
	["a success at the end", [fail(0), fail(900), success(1000)], false, null],
	["two failures far apart", [fail(0), fail(1001)], false, 1001],
	["a failure once a period and more", [fail(0), fail(1500), fail(3000), fail(4500)], false, 4500],
	["the same, then often", [fail(0), fail(1500), fail(2000), fail(2500)], true, 1500],
	["an attempt that began earlier but ended later", [fail(900), fail(0)], false, 900],
])("%s", (_name, attempts, isFailing, failingSince) => {
	const since = failingSince === null ? null : failingSince * UNIT_MS;
	expect(judge(attempts).at(-1)).toEqual({ health: { failingSince: since }, isFailing });
});

test("a period that is shorter than the time between two retries still counts from the first", () => {
	const attempt = { at: 6 * 3_600_000, isSuccess: false, lastAttemptAt: 0 };
	const judged = nextHealth({ failingSince: 0 }, attempt, 60_000);
	expect(judged).toEqual({ health: { failingSince: 0 }, isFailing: true });
});

const history = fc.array(
	fc.record({ gapMs: fc.integer({ min: 1, max: 1.5 * PERIOD_MS }), isSuccess: fc.boolean() }),
	{ minLength: 1, maxLength: 40 },
);

test("failing means: nothing but failures, never long apart, for at least the time", () => {
	fc.assert(
		fc.property(history, (steps) => {
			let at = 0;
			const attempts = steps.map(({ gapMs, isSuccess }) => {
				at += gapMs;
				return { at, isSuccess };
			});
			judge(attempts).forEach(({ isFailing, health }, i) => {
				const newest = attempts[i]?.at ?? 0;
				let first: number | null = null;
				for (let j = i; j >= 0; j--) {
					const one = attempts[j];
					if (one === undefined || one.isSuccess) break;
					if (first !== null && first - one.at > PERIOD_MS) break;
					first = one.at;
				}
				expect(health.failingSince).toBe(first);
				expect(isFailing).toBe(first !== null && newest - first >= PERIOD_MS);
			});
		}),
	);
});
