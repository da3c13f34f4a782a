// The messages of several tables, merged: none left out, none twice, and no table asked for more than can matter.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
	mergeSeqs,
	type SeenSeq,
	type SeqSpan,
} from "../../../src/delivery/lane/attempted-messages.sql.ts";

/** What a table answers for a span. */
function readFrom(table: ReadonlyMap<number, 0 | 1>, { above, below, down, limit }: SeqSpan) {
	const seqs = [...table.keys()].filter((seq) => seq > above && seq < below);
	seqs.sort((a, b) => (down ? b - a : a - b));
	return seqs.slice(0, limit).map((seq): SeenSeq => ({ seq, fits: table.get(seq) ?? 0 }));
}

const table = fc
	.array(fc.tuple(fc.nat(30), fc.constantFrom<0 | 1>(0, 1)), { maxLength: 15 })
	.map((rows) => new Map(rows));
const span = fc.record({
	above: fc.integer({ min: -1, max: 15 }),
	below: fc.integer({ min: 10, max: 40 }),
	down: fc.boolean(),
	limit: fc.integer({ min: 1, max: 12 }),
});

test("a page of several tables is the page of all their messages together", () => {
	fc.assert(
		fc.property(fc.array(table, { maxLength: 5 }), span, (tables, asked) => {
			const all = new Map<number, 0 | 1>();
			for (const one of tables) {
				for (const [seq, fits] of one) all.set(seq, all.get(seq) === 1 ? 1 : fits);
			}
			const sources = tables.map((one) => (rest: SeqSpan) => readFrom(one, rest));
			expect(mergeSeqs(asked, sources)).toEqual(readFrom(all, asked));
		}),
	);
});

test("a table of older messages is not asked for what comes behind a full page", () => {
	const newer = new Map([3, 4, 5, 6].map((seq): [number, 1] => [seq, 1]));
	let asked: SeqSpan | null = null;
	const page = mergeSeqs({ above: -1, below: 9, down: true, limit: 3 }, [
		(rest) => readFrom(newer, rest),
		(rest) => {
			asked = rest;
			return [];
		},
	]);
	expect(page.map(({ seq }) => seq)).toEqual([6, 5, 4]);
	expect(asked).toMatchObject({ above: 3, below: 9 });
});
