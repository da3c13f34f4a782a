// The numbers of recent digests: found for as long as they are recent, in little memory.

import fc from "fast-check";
import { expect, test } from "vitest";
import { RecentDigests } from "../../src/core/recent-digests.ts";

/** Some share their first 32 bits, and all end in the same low ones, so that they are in one chain. */
const DIGESTS = [
	"00000000aa",
	"00000000bb",
	"10000000aa",
	"20000000aa",
	"fffff000aa",
	"fffff000bb",
];
const LIFE = 200;

const step = fc.record({
	digest: fc.constantFrom(...DIGESTS),
	count: fc.integer({ min: 1, max: 150 }),
	gap: fc.integer({ min: 1, max: 4 }),
	pause: fc.constantFrom(0, 0, 0, 50, LIFE + 1),
});

test("a digest leads to its recent numbers, newest first, whatever was added and forgotten", () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
			const digests = new RecentDigests();
			const model: { mark: string; number: number }[] = [];
			let number = 0;
			for (const { digest, count, gap, pause } of steps) {
				for (let i = 0; i < count; i++) {
					number += gap;
					digests.add(digest, number, number - LIFE);
					model.push({ mark: digest.slice(0, 8), number });
				}
				number += pause;
				for (const asked of DIGESTS) {
					const theirs = model.filter(
						(one) => one.mark === asked.slice(0, 8) && one.number >= number - LIFE,
					);
					const expected = theirs.map((one) => one.number).reverse();
					expect(digests.find(asked, number - LIFE)).toEqual(expected);
				}
			}
		}),
	);
});

test("a hundred thousand take less than 40 bytes each, and no more when ten times as many follow", () => {
	const digests = new RecentDigests();
	const add = (number: number, from: number) => digests.add(digestOf(number), number, from);
	for (let i = 0; i < 100_000; i++) add(i, 0);
	expect(digests.bytes).toBeLessThan(40 * 100_000);
	const { bytes } = digests;
	for (let i = 100_000; i < 1_100_000; i++) add(i, i - 100_000);
	expect(digests.bytes).toBe(bytes);
	expect(digests.find(digestOf(1_050_000), 1_000_000)).toEqual([1_050_000]);
	expect(digests.find(digestOf(999_999), 1_000_000)).toEqual([]);
});

test("what was taken for many is given back when they are forgotten", () => {
	const digests = new RecentDigests();
	const { bytes } = digests;
	for (let i = 0; i < 10_000; i++) digests.add(digestOf(i), i, 0);
	for (let i = 10_000; i < 10_100; i++) digests.add(digestOf(i), i, i - 5);
	expect(digests.bytes).toBe(bytes);
	expect(digests.find(digestOf(10_099), 10_095)).toEqual([10_099]);
});

/** As evenly spread as a real one. */
function digestOf(number: number): string {
	const mixed = Math.imul(number ^ (number >>> 15), 0x9e3779b1) >>> 0;
	return mixed.toString(16).padStart(8, "0");
}
