// Pages that end after looking at so many keys, few of which fit: a walk leaves nothing out all the same.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
	type ListEnvelope,
	mergePages,
	type Order,
	planPage,
	toEnvelope,
} from "../../src/core/page.ts";
import { inOrder, key, keySet, limit, order, readRows } from "../support/page-rows.ts";

/** A page of those keys that fit, which ends after looking at `most` keys. */
function readSparse(
	keys: readonly string[],
	{ size, most, fits }: { size: number; most: number; fits(key: string): boolean },
	iterator: string | null,
	order: Order,
) {
	const plan = planPage(size, iterator, order);
	const looked = readRows(keys, { ...plan, take: most });
	const rows = looked.filter(fits).slice(0, plan.take);
	const isFull = rows.length === plan.take;
	const end = !isFull && looked.length === most ? (looked.at(-1) ?? null) : null;
	const page = { rows, isMore: end !== null || rows.length > size, end };
	return toEnvelope(plan, page, String, String);
}

/** All that a walk meets, and how many pages it has. */
function walk(from: string | null, read: (iterator: string | null) => ListEnvelope<string>) {
	const back = from?.startsWith("-") ?? false;
	const met: string[] = [];
	for (let iterator = from, pages = 1; ; pages++) {
		const page = read(iterator);
		met.push(...(back ? page.data.toReversed() : page.data));
		if (page.done) return { met, pages };
		iterator = back ? page.prevIterator : page.iterator;
		expect(iterator).not.toBeNull();
	}
}

const BEYOND = { ascending: "-zzzzzz~", descending: "-" };
const most = fc.integer({ min: 1, max: 8 });

test("a walk past keys that do not fit meets each that does, both ways, looking at few at a time", () => {
	fc.assert(
		fc.property(keySet, key, limit, most, order, (keys, border, size, few, way) => {
			const sparse = { size, most: few, fits: (one: string) => one > border };
			const fitting = inOrder(keys, way).filter(sparse.fits);
			const read = (iterator: string | null) => readSparse(keys, sparse, iterator, way);
			const there = walk(null, read);
			expect(there.met).toEqual(fitting);
			expect(there.pages).toBeLessThanOrEqual(fitting.length + keys.length / few + 1);
			expect(walk(BEYOND[way], read).met).toEqual(fitting.toReversed());
		}),
	);
});

test("each page of a search leads back to all that came before it", () => {
	fc.assert(
		fc.property(keySet, key, limit, most, order, (keys, border, size, few, way) => {
			const sparse = { size, most: few, fits: (one: string) => one > border };
			const read = (iterator: string | null) => readSparse(keys, sparse, iterator, way);
			const met: string[] = [];
			for (let iterator: string | null = null; ; ) {
				const page = read(iterator);
				if (page.prevIterator !== null)
					expect(walk(page.prevIterator, read).met.reverse()).toEqual(met);
				met.push(...page.data);
				if (page.done) break;
				iterator = page.iterator;
			}
		}),
	);
});

test("sources that look at few keys at a time, merged, leave nothing out, both ways", () => {
	fc.assert(
		fc.property(keySet, key, limit, most, (keys, border, size, few) => {
			const sparse = { size, most: few, fits: (one: string) => one > border };
			const sources = [0, 1, 2].map((n) => keys.filter((_key, i) => i % 3 === n));
			const read = (iterator: string | null) => {
				const pages = sources.map((source) => readSparse(source, sparse, iterator, "descending"));
				return mergePages(pages, size, iterator, String);
			};
			const fitting = inOrder(keys, "descending").filter(sparse.fits);
			expect(walk(null, read).met).toEqual(fitting);
			expect(walk("-", read).met).toEqual(fitting.toReversed());
		}),
	);
});
