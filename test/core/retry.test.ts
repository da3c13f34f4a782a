// When a failed delivery is tried again: the schedule, its end, and the spread.

import fc from "fast-check";
import { expect, test } from "vitest";
import { nextRetryAt } from "../../src/core/retry.ts";

const SCHEDULE = [5, 300, 1800, 7200, 18000, 36000, 36000];
const ENDED_AT = Date.UTC(2026, 0, 2);
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test.each(SCHEDULE.map((seconds, i) => [i + 1, seconds]))(
	"after failure %d the delay is %d s on average",
	(failures, seconds) => {
		expect(nextRetryAt(SCHEDULE, failures, ENDED_AT, 0.5)).toBe(ENDED_AT + seconds * 1000);
	},
);

test("a delay is at most a fifth shorter or longer than planned", () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 7 }), share, (failures, random) => {
			const plannedMs = (SCHEDULE[failures - 1] ?? 0) * 1000;
			const delayMs = (nextRetryAt(SCHEDULE, failures, ENDED_AT, random) ?? 0) - ENDED_AT;
			expect(delayMs).toBeGreaterThanOrEqual(0.8 * plannedMs);
			expect(delayMs).toBeLessThanOrEqual(1.2 * plannedMs);
		}),
	);
});

test("the spread reaches both of its ends", () => {
	expect(nextRetryAt([10], 1, 0, 0)).toBe(8_000);
	expect(nextRetryAt([10], 1, 0, 1 - Number.EPSILON)).toBe(12_000);
});

test.each([
	["one more failure than delays", SCHEDULE, 8],
	["many more", SCHEDULE, 100],
	["an empty schedule", [], 1],
])("nothing follows after %s", (_name, schedule, failures) => {
	expect(nextRetryAt(schedule, failures, ENDED_AT, 0.5)).toBeNull();
});

test("a delay of 0 s is a retry at once, not the end", () => {
	expect(nextRetryAt([0], 1, ENDED_AT, 0.9)).toBe(ENDED_AT);
});

test("a retry is due at a whole millisecond", () => {
	fc.assert(
		fc.property(fc.nat(1e6), share, (seconds, random) => {
			expect(Number.isInteger(nextRetryAt([seconds], 1, ENDED_AT, random))).toBe(true);
		}),
	);
});

test("a thousand failures of one moment spread over the whole range", () => {
	const at = Array.from({ length: 1000 }, (_, i) => nextRetryAt([100], 1, 0, i / 1000) ?? 0);
	expect(new Set(at).size).toBe(1000);
	expect([Math.min(...at), Math.max(...at)]).toEqual([80_000, 119_960]);
});
