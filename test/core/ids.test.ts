// Ids sort by time, carry their sequence number, and are recognised by form.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
	firstSeq,
	type IdPrefix,
	isId,
	newId,
	nextSeq,
	seqFrom,
	seqOf,
	seqTime,
	toId,
} from "../../src/core/ids.ts";

const PREFIXES: IdPrefix[] = ["org", "key", "app", "ep", "msg", "atmpt"];
const NOW = Date.UTC(2026, 0, 2);
const ZEROS = new Uint8Array(16);
const ONES = new Uint8Array(16).fill(255);

const prefix = fc.constantFrom(...PREFIXES);
const seq = fc.maxSafeNat();
const random = fc.uint8Array({ minLength: 16, maxLength: 16 });
const time = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2150, 0) });

test("the sequence number of an id is the one that it was made with", () => {
	fc.assert(
		fc.property(prefix, seq, random, (p, n, r) => {
			expect(seqOf(toId(p, n, r))).toBe(n);
		}),
	);
});

test.each([[0], [1], [8192], [2 ** 32], [2 ** 53 - 1]])(
	"the sequence number %d comes back whatever the random bits are",
	(n) => {
		expect(seqOf(toId("msg", n, ZEROS))).toBe(n);
		expect(seqOf(toId("msg", n, ONES))).toBe(n);
	},
);

test("ids sort as texts in the order of their sequence numbers", () => {
	fc.assert(
		fc.property(seq, seq, random, random, (a, b, ra, rb) => {
			fc.pre(a !== b);
			const ids = [toId("msg", a, ra), toId("msg", b, rb)].sort();
			expect(ids.map(seqOf)).toEqual([Math.min(a, b), Math.max(a, b)]);
		}),
	);
});

test("ids that are made 4 ms apart sort by time", () => {
	fc.assert(
		fc.property(time, fc.integer({ min: 4, max: 1e9 }), random, random, (at, later, ra, rb) => {
			expect(newId("ep", at, ra) < newId("ep", at + later, rb)).toBe(true);
		}),
	);
});

test("ids of one sequence number differ by their random bits", () => {
	fc.assert(
		fc.property(seq, (n) => {
			expect(toId("msg", n, ZEROS)).not.toBe(toId("msg", n, ONES));
		}),
	);
});

test("every made id is an id of its own prefix and of no other", () => {
	fc.assert(
		fc.property(prefix, seq, random, (p, n, r) => {
			const id = toId(p, n, r);
			expect(PREFIXES.filter((other) => isId(other, id))).toEqual([p]);
		}),
	);
});

test.each([
	[""],
	["msg_"],
	["msg"],
	[`msg${"0".repeat(28)}`],
	[`msg_${"0".repeat(26)}`],
	[`msg_${"0".repeat(28)}`],
	[`msg_${"0".repeat(26)}-`],
	[`msg_${"0".repeat(26)}é`],
	[`msg_${"0".repeat(26)}\n`],
	[`MSG_${"0".repeat(27)}`],
	[`ep_${"0".repeat(27)}`],
	[` msg_${"0".repeat(27)}`],
])("%j is not a message id", (text) => {
	expect(isId("msg", text)).toBe(false);
});

test("sequence numbers strictly increase whatever the clock does", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: Date.UTC(2150, 0) })), (clock) => {
			let last = 0;
			for (const now of clock) {
				const next = nextSeq(last, now);
				expect(next).toBeGreaterThan(last);
				expect(next).toBeGreaterThanOrEqual(firstSeq(now));
				last = next;
			}
		}),
	);
});

test("a sequence number follows the clock when the clock is ahead, and counts on when it is not", () => {
	const first = nextSeq(0, NOW);
	expect(first).toBe(firstSeq(NOW));
	expect(nextSeq(first, NOW)).toBe(first + 1);
	expect(nextSeq(first, NOW - 3_600_000)).toBe(first + 1);
	expect(nextSeq(first, NOW + 1000)).toBe(firstSeq(NOW + 1000));
});

test("the time in a sequence number is at most 4 ms before the moment it was made for", () => {
	fc.assert(
		fc.property(time, (now) => {
			const found = seqTime(firstSeq(now));
			expect(found).toBeLessThanOrEqual(now);
			expect(found).toBeGreaterThan(now - 4);
		}),
	);
});

test("all ids of a moment or later have at least its first sequence number", () => {
	fc.assert(
		fc.property(time, fc.nat(1e9), random, (now, later, r) => {
			expect(seqOf(newId("app", now + later, r))).toBeGreaterThanOrEqual(firstSeq(now));
		}),
	);
});

test("a list from a moment on begins with the first id whose time is not before it", () => {
	fc.assert(
		fc.property(time, (from) => {
			expect(seqTime(seqFrom(from))).toBeGreaterThanOrEqual(from);
			expect(seqTime(seqFrom(from) - 1)).toBeLessThan(from);
		}),
	);
});

test("a moment before the ids' time counts as its start", () => {
	expect(firstSeq(0)).toBe(0);
	expect(firstSeq(-1)).toBe(0);
});
