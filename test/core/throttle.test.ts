// When deliveries may start: the spacing for any way of looking, and the slower rate that an endpoint asks for.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
	countStart,
	effectiveRate,
	nextStartAt,
	planStarts,
	RESTING,
	rateOf,
	type Slowdown,
	slowDown,
	speedUp,
} from "../../src/core/throttle.ts";

const NEVER = Number.NEGATIVE_INFINITY;
const AHEAD_MS = 100;
const T0 = Date.UTC(2026, 0, 2);

const rate = fc.oneof(fc.constantFrom(1, 2, 10, 100, 1000), fc.integer({ min: 1, max: 1000 }));

/** The most starts in any second, of times in order. */
function fullestSecond(times: readonly number[]): number {
	let first = 0;
	let most = 0;
	times.forEach((at, i) => {
		while (at - (times[first] ?? 0) >= 1000) first++;
		most = Math.max(most, i - first + 1);
	});
	return most;
}

/** Starts of a queue that is never empty, when it is looked at after each of these gaps. */
function drain(limit: number, gapsMs: readonly number[], max = Number.POSITIVE_INFINITY) {
	const starts: number[] = [];
	let lastAt = NEVER;
	let now = T0;
	for (const gap of gapsMs) {
		for (const start of planStarts(lastAt, limit, now, now + AHEAD_MS, max)) {
			starts.push(start.startAt);
			lastAt = start.lastAt;
		}
		now += gap;
	}
	return { starts, tookMs: now - T0 };
}

test.each<[string, Parameters<typeof planStarts>, number[]]>([
	["nothing was started yet", [NEVER, 10, 0, 0, 9], [0]],
	["without a limit as many as may be", [NEVER, null, 5, 5, 3], [5, 5, 5]],
	["without room nothing", [NEVER, null, 5, 5, 0], []],
	["evenly as far as the plan goes", [0, 10, 0, 300, 9], [100, 200, 300]],
	["no more than may be", [0, 10, 0, 1000, 2], [100, 200]],
	["nothing before its time", [0, 1, 0, 999, 9], []],
	["a short delay is caught up", [0, 100, 30, 30, 9], [30, 30, 30]],
	["a long delay is not", [0, 10, 10_000, 10_000, 9], [10_000]],
])("starts: %s", (_name, args, expected) => {
	expect(planStarts(...args).map(({ startAt }) => startAt)).toEqual(expected);
});

test("no second has more than invariant 7 allows, however the queue is looked at", () => {
	const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 5, maxLength: 60 });
	fc.assert(
		fc.property(rate, gaps, fc.option(fc.integer({ min: 1, max: 200 })), (limit, ms, max) => {
			const { starts } = drain(limit, ms, max ?? undefined);
			expect(starts).toEqual(starts.toSorted((a, b) => a - b));
			expect(fullestSecond(starts)).toBeLessThanOrEqual(1.05 * limit + 1);
		}),
	);
});

test("a full queue is drained at the limit when it is looked at every 50 ms", () => {
	const gaps = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 200, maxLength: 300 });
	fc.assert(
		fc.property(rate, gaps, (limit, ms) => {
			const { starts, tookMs } = drain(limit, ms);
			expect(starts.length).toBeGreaterThanOrEqual(Math.floor((0.97 * limit * tookMs) / 1000));
		}),
		{ numRuns: 50 },
	);
});

test("a queue that is looked at as late as its timers fire keeps its rate", () => {
	const late = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 100, maxLength: 100 });
	fc.assert(
		fc.property(rate, late, (limit, lateMs) => {
			let lastAt = NEVER;
			let now = T0;
			let count = 0;
			for (const ms of lateMs) {
				for (const start of planStarts(lastAt, limit, now, now + AHEAD_MS, 1e6)) {
					lastAt = start.lastAt;
					count++;
				}
				now = Math.max(now, nextStartAt(lastAt, limit, now) - AHEAD_MS / 2) + ms;
			}
			expect(count).toBeGreaterThanOrEqual(Math.floor((0.97 * limit * (now - T0)) / 1000));
		}),
	);
});

test("after any change of the limit each second has at most what the highest of them allows", () => {
	const step = fc.record({ limit: rate, gapMs: fc.integer({ min: 0, max: 400 }) });
	fc.assert(
		fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
			const starts: number[] = [];
			let lastAt = NEVER;
			let now = T0;
			for (const { limit, gapMs } of steps) {
				for (const start of planStarts(lastAt, limit, now, now + AHEAD_MS, 1e6)) {
					starts.push(start.startAt);
					lastAt = start.lastAt;
				}
				now += gapMs;
			}
			const highest = Math.max(...steps.map(({ limit }) => limit));
			expect(fullestSecond(starts)).toBeLessThanOrEqual(1.05 * highest + 1);
		}),
	);
});

test.each([
	[1000, 1],
	[1, 1000],
	[100, 2],
])("a limit changed from %d to %d holds within a second", (before, after) => {
	let lastAt = NEVER;
	const starts: number[] = [];
	for (let ms = 0; ms < 5000; ms += 20) {
		const limit = ms < 1000 ? before : after;
		for (const start of planStarts(lastAt, limit, T0 + ms, T0 + ms + AHEAD_MS, 1e6)) {
			lastAt = start.lastAt;
			starts.push(start.startAt - T0);
		}
	}
	const late = starts.filter((at) => at >= 2000 && at < 5000);
	expect(fullestSecond(late)).toBeLessThanOrEqual(1.05 * after + 1);
	expect(late.length).toBeGreaterThanOrEqual(Math.floor(0.97 * after * 3) - 1);
});

test("when the next may start agrees with the plan", () => {
	const times = fc.integer({ min: -2000, max: 2000 });
	fc.assert(
		fc.property(rate, times, (limit, lastAt) => {
			const at = nextStartAt(lastAt, limit, 0);
			if (at > 0) expect(planStarts(lastAt, limit, 0, at - 0.01, 1)).toEqual([]);
			expect(planStarts(lastAt, limit, 0, at, 1)[0]?.startAt).toBe(at);
		}),
	);
});

const said = fc.record({
	is429: fc.boolean(),
	afterMs: fc.integer({ min: 0, max: 3000 }),
	usedRate: fc.double({ min: 0, max: 2000, noNaN: true }),
});

test("answers keep the rate between its bounds, and successes bring the limit back", () => {
	fc.assert(
		fc.property(fc.option(rate), fc.array(said, { maxLength: 80 }), (limit, answers) => {
			let slowdown: Slowdown | null = null;
			let now = T0;
			for (const { is429, afterMs, usedRate } of answers) {
				now += afterMs;
				const before: Slowdown | null = slowdown;
				if (is429) slowdown = slowDown(slowdown, usedRate, now);
				else if (slowdown !== null) slowdown = speedUp(slowdown, limit, now);
				const holds = effectiveRate(limit, slowdown);
				expect(holds ?? 1).toBeGreaterThanOrEqual(0.1);
				expect(holds ?? 0).toBeLessThanOrEqual(limit ?? Number.POSITIVE_INFINITY);
				if (is429 && before !== null) expect(slowdown?.rate).toBeLessThanOrEqual(before.rate);
				if (!is429 && before === null) expect(slowdown).toBeNull();
			}
			let successes = 0;
			while (slowdown !== null && ++successes < 200) {
				now += 1000;
				slowdown = speedUp(slowdown, limit, now);
			}
			expect(effectiveRate(limit, slowdown)).toBe(limit);
			expect(slowdown).toBeNull();
		}),
	);
});

test("the rate is halved once a second, however many refusals come", () => {
	let slowdown: Slowdown | null = null;
	for (let ms = 0; ms <= 2500; ms += 10) slowdown = slowDown(slowdown, 80, T0 + ms);
	expect(slowdown?.rate).toBe(10);
	expect(speedUp({ rate: 10, from: 80, changedAt: T0 }, null, T0 + 999)).toMatchObject({
		rate: 10,
	});
	expect(speedUp({ rate: 10, from: 80, changedAt: T0 }, null, T0 + 1000)?.rate).toBe(12.5);
});

test("the meter tells a steady rate, and zero after two seconds of nothing", () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 500 }), (perSecond) => {
			let meter = RESTING;
			const starts = 3 * perSecond;
			for (let i = 0; i < starts; i++) meter = countStart(meter, T0 + (i * 1000) / perSecond);
			const end = T0 + ((starts - 1) * 1000) / perSecond;
			expect(Math.abs(rateOf(meter, end) - perSecond)).toBeLessThanOrEqual(2);
			expect(rateOf(meter, end + 2000)).toBe(0);
			expect(rateOf(RESTING, end)).toBe(0);
		}),
	);
});
