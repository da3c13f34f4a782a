// How the isolation benchmark compares two neighbours, as tables.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Compared, compare, judge, type Pair } from "../../bench/isolation/compare.ts";
import { percentile } from "../../bench/support/metrics.ts";

const flat = (ms: number, count = 50) => Array.from({ length: count }, () => ms);
const pairs = (healthy: number, faulty: number, count = 8): Pair[] =>
	Array.from({ length: count }, () => ({ healthy: flat(healthy), faulty: flat(faulty) }));

test("the ratio is of the percentiles of all stretches together", () => {
	const mixed: Pair[] = [
		{ healthy: [1, 2], faulty: [2, 4] },
		{ healthy: [3, 4], faulty: [6, 8] },
	];
	expect(compare(mixed, 0.5)).toMatchObject({ healthy: 2, faulty: 4, ratio: 2 });
	expect(compare(mixed, 0.99)).toMatchObject({ healthy: 4, faulty: 8, ratio: 2 });
});

test("what never varies has no range and no noise", () => {
	expect(compare(pairs(2, 3), 0.99)).toMatchObject({ ratio: 1.5, from: 1.5, to: 1.5, noise: 1 });
});

test("one slow stretch makes the range wide, and the noise is seen", () => {
	const all = pairs(2, 2).with(0, { healthy: flat(10), faulty: flat(2) });
	const { from, to, noise } = compare(all, 0.99);
	expect(from).toBeCloseTo(0.2);
	expect(to).toBe(1);
	expect(noise).toBe(5);
});

test("the ratio lies in its range when both sides are made of the same", () => {
	const ms = fc.double({ min: 0.5, max: 100, noNaN: true });
	const stretch = fc.array(ms, { minLength: 20, maxLength: 40 });
	const all = fc.array(fc.record({ healthy: stretch, faulty: stretch }), {
		minLength: 2,
		maxLength: 8,
	});
	fc.assert(
		fc.property(all, (some) => {
			const same = some.map(({ healthy }) => ({ healthy, faulty: healthy }));
			expect(compare(same, 0.99)).toMatchObject({ ratio: 1, from: 1, to: 1 });
			const all = some.flatMap(({ healthy }) => healthy);
			expect(compare(some, 0.9).healthy).toBe(percentile(all, 0.9));
			const { from, to } = compare(some, 0.5);
			expect(from).toBeLessThanOrEqual(to);
		}),
		{ numRuns: 20 },
	);
});

test.each<[string, Pick<Compared, "ratio" | "from" | "to">, string]>([
	["all below", { ratio: 1, from: 0.9, to: 1.1 }, "yes"],
	["below, the range on both sides", { ratio: 1.1, from: 0.9, to: 1.3 }, "likely"],
	["above, the range on both sides", { ratio: 1.3, from: 1.1, to: 1.5 }, "unclear"],
	["all above", { ratio: 1.5, from: 1.3, to: 1.7 }, "no"],
])("a ratio with %s", (_what, compared, verdict) => {
	const whole = { healthy: 1, faulty: compared.ratio, noise: 1, ...compared };
	expect(judge(whole, 1.2)).toBe(verdict);
});
