// The arithmetic of the measurements, as tables.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
	addReconciled,
	countInWorstWindow,
	countsBySecond,
	firstArrivals,
	gapsOf,
	gapVariation,
	longestOvertakeMs,
	percentile,
	rateOf,
	reconcile,
	settledAfterMs,
} from "../../bench/support/metrics.ts";

const even = (count: number, gapMs: number, from = 0) =>
	Array.from({ length: count }, (_, i) => from + i * gapMs);

test.each<[string, number[], number]>([
	["nothing", [], 0],
	["one", [5], 1],
	["a second apart is two windows", [0, 1000], 1],
	["just under a second is one window", [0, 999.9], 2],
	["a burst over a window's edge", [900, 950, 990, 1010, 1050, 1100], 6],
	["the busiest is in the middle", [0, 2000, 2100, 2200, 5000], 3],
	["even at ten a second", even(50, 100), 10],
])("the worst sliding second of %s", (_what, times, worst) => {
	expect(countInWorstWindow(times)).toBe(worst);
});

test("the worst window is the one that looking at each window finds", () => {
	const sorted = fc
		.array(fc.integer({ min: 0, max: 5000 }))
		.map((all) => all.sort((a, b) => a - b));
	fc.assert(
		fc.property(sorted, fc.integer({ min: 1, max: 2000 }), (times, windowMs) => {
			const counts = times.map((t) => times.filter((at) => at >= t && at < t + windowMs).length);
			expect(countInWorstWindow(times, windowMs)).toBe(Math.max(0, ...counts));
		}),
	);
});

test.each<[string, number[], number, number | null]>([
	["nothing", [], 0.5, null],
	["one", [7], 0.99, 7],
	["the middle of three", [3, 1, 2], 0.5, 2],
	["the lower middle of four", [4, 1, 3, 2], 0.5, 2],
	["99 of a hundred", even(100, 1, 1), 0.99, 99],
	["all", [1, 9, 5], 1, 9],
	["none", [1, 9, 5], 0, 1],
])("a percentile of %s", (_what, values, share, found) => {
	expect(percentile(values, share)).toBe(found);
});

test.each<[string, number[], number | null]>([
	["nothing", [], null],
	["one gap", [0, 10], null],
	["even gaps", even(10, 20), 0],
	["all at once", [5, 5, 5], null],
	["gaps of 0 and 20 in turn", [0, 0, 20, 20, 40], 1],
	["gaps of 5 and 15 in turn", [0, 5, 20, 25, 40], 0.5],
])("the variation of %s", (_what, times, variation) => {
	expect(gapVariation(times)).toBe(variation);
});

test("gaps are one fewer than times", () => {
	expect(gapsOf([1, 4, 9])).toEqual([3, 5]);
	expect(gapsOf([1])).toEqual([]);
});

test.each<[string, number[], number | null]>([
	["nothing", [], null],
	["one", [3], null],
	["all at once", [3, 3], null],
	["eleven in a second", even(11, 100), 10],
	["two in two seconds", [0, 2000], 0.5],
])("the rate of %s", (_what, times, rate) => {
	expect(rateOf(times)).toBe(rate);
});

test.each<[string, string[], string[], object]>([
	["nothing", [], [], { accepted: 0, arrived: 0, lost: 0, duplicates: 0, phantoms: 0 }],
	["all well", ["a", "b"], ["b", "a"], { accepted: 2, arrived: 2, lost: 0 }],
	["one lost", ["a", "b"], ["b"], { arrived: 1, lost: 1, duplicates: 0, phantoms: 0 }],
	["one three times", ["a"], ["a", "a", "a"], { arrived: 1, lost: 0, duplicates: 2, phantoms: 0 }],
	["one that nobody sent, twice", ["a"], ["a", "x", "x"], { phantoms: 1, duplicates: 1, lost: 0 }],
	["one instead of another", ["a"], ["x"], { arrived: 1, lost: 1, phantoms: 1 }],
])("reconciles %s", (_what, accepted, arrived, found) => {
	expect(reconcile(accepted, arrived)).toMatchObject(found);
});

test.each([
	[0, 2],
	[1, 1],
	[2, 0],
	[3, 0],
])("of two that never came, %i cancelled leave %i lost", (cancelled, lost) => {
	expect(reconcile(["a", "b", "c"], ["a"], cancelled).lost).toBe(lost);
});

test("sums of reconciliations", () => {
	const one = { accepted: 3, arrived: 2, lost: 1, duplicates: 4, phantoms: 0 };
	expect(addReconciled([one, one])).toEqual({
		accepted: 6,
		arrived: 4,
		lost: 2,
		duplicates: 8,
		phantoms: 0,
	});
	expect(addReconciled([]).lost).toBe(0);
});

const arrivals = (text: string) => [...text].map((id, i) => ({ id, at: i * 10 }));

test.each<[string, string, number]>([
	["nothing", "", 0],
	["in order", "abcd", 0],
	["neighbours in the wrong order", "abdc", 10],
	["one at the end that was first", "bcda", 30],
	["one that came after only some", "abdec", 20],
	["a later one that comes again", "abcb", 10],
	["two, of which the later is further behind", "cdba", 30],
])("the longest overtaking of %s", (_what, text, longest) => {
	expect(longestOvertakeMs(arrivals(text))).toBe(longest);
});

test("the longest overtaking is the one that comparing all pairs finds", () => {
	const texts = fc.array(fc.constantFrom(..."abcdefgh")).map((all) => arrivals(all.join("")));
	fc.assert(
		fc.property(texts, (all) => {
			const first = firstArrivals(all);
			const late = first.flatMap((one, i) =>
				first.slice(0, i).flatMap(({ id, at }) => (id > one.id ? [one.at - at] : [])),
			);
			expect(longestOvertakeMs(first)).toBe(Math.max(0, ...late));
		}),
	);
});

test("the first arrival counts", () => {
	expect(firstArrivals(arrivals("abab"))).toEqual(arrivals("ab"));
});

const CHANGE = 2000;
test.each<[string, number[], number, [number, number] | null]>([
	["at once", [...even(40, 50), ...even(200, 10, CHANGE)], 100, [0, 0]],
	["half a second late", [...even(50, 50), ...even(200, 10, 2500)], 100, [400, 500]],
	["slower at once", [...even(200, 10), ...even(60, 50, CHANGE)], 20, [0, 0]],
	["slower, a second late", [...even(300, 10), ...even(60, 50, 3000)], 20, [900, 1000]],
	["a stall later on is no change", [...even(300, 10), ...even(50, 10, 3400)], 100, [0, 0]],
	["never", even(200, 50), 100, null],
	["no arrival after it", even(10, 50), 100, null],
	["too early to tell", even(45, 50), 20, null],
])("a changed rate holds: %s", (_what, times, rate, range) => {
	const found = settledAfterMs(times, CHANGE, rate);
	if (range === null) expect(found).toBeNull();
	else {
		expect(found).toBeGreaterThanOrEqual(range[0]);
		expect(found).toBeLessThanOrEqual(range[1]);
	}
});

test("arrivals of the second before are counted at each tenth of a second", () => {
	const times = Array.from({ length: 21 }, (_, i) => i * 100);
	const counts = countsBySecond(times);
	expect(counts).toHaveLength(21);
	expect(counts.slice(0, 3)).toEqual([1, 2, 3]);
	expect(counts.slice(10)).toEqual(Array(11).fill(10));
	expect(countsBySecond([])).toEqual([0]);
});
