// Lists as a caller walks them: nothing twice, nothing left out, while rows are added, both ways.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
	type ListEnvelope,
	mergePages,
	type Order,
	planPage,
	toEnvelope,
	towardsNewer,
} from "../../src/core/page.ts";
import { inOrder, key, keySet, limit, order, readRows } from "../support/page-rows.ts";

function readPage(keys: readonly string[], limit: number, iterator: string | null, order: Order) {
	const plan = planPage(limit, iterator, order);
	return toEnvelope(
		plan,
		readRows(keys, plan),
		(row) => row,
		(row) => row,
	);
}

function readAll(keys: readonly string[], limit: number, order: Order): ListEnvelope<string>[] {
	const pages = [readPage(keys, limit, null, order)];
	for (let page = pages[0]; page !== undefined && !page.done; ) {
		page = readPage(keys, limit, page.iterator, order);
		pages.push(page);
	}
	return pages;
}

test("a walk forward meets each key once, in order, while others are added", () => {
	fc.assert(
		fc.property(keySet, fc.array(keySet), limit, order, (before, added, size, way) => {
			const table = new Set(before);
			const met: string[] = [];
			let iterator: string | null = null;
			for (let read = 0; ; read++) {
				const page = readPage([...table], size, iterator, way);
				expect(page.data.length).toBeLessThanOrEqual(size);
				met.push(...page.data);
				iterator = page.iterator;
				if (page.done) break;
				for (const extra of added[read] ?? []) table.add(extra);
			}
			expect(met.filter((k) => before.includes(k))).toEqual(inOrder(before, way));
			expect(met).toEqual(inOrder([...new Set(met)], way));
		}),
	);
});

test("prevIterator walks back over the pages of the way forward", () => {
	fc.assert(
		fc.property(keySet, limit, order, (keys, size, way) => {
			const forward = readAll(keys, size, way).map((page) => page.data);
			const back: string[][] = [];
			let iterator = readAll(keys, size, way).at(-1)?.prevIterator ?? null;
			for (let left = forward.length - 1; left > 0; left--) {
				const page = readPage(keys, size, iterator, way);
				back.unshift(page.data);
				expect(page.done).toBe(left === 1);
				iterator = page.prevIterator;
			}
			expect(back).toEqual(forward.slice(0, -1));
		}),
	);
});

test("a page read backwards leads forward again to where it came from", () => {
	fc.assert(
		fc.property(keySet, limit, order, (keys, size, way) => {
			const pages = readAll(keys, size, way);
			const [last, beforeLast] = [pages.at(-1), pages.at(-2)];
			fc.pre(beforeLast !== undefined);
			const back = readPage(keys, size, last?.prevIterator ?? null, way);
			expect(back.data).toEqual(beforeLast?.data);
			expect(readPage(keys, size, back.iterator, way)).toEqual(last);
		}),
	);
});

test("pages of several sources, merged, are the pages of all keys together", () => {
	fc.assert(
		fc.property(
			keySet,
			fc.array(fc.nat(4)),
			limit,
			fc.boolean(),
			fc.option(key),
			(keys, owners, size, isBack, from) => {
				const iterator = from === null ? null : `${isBack ? "-" : ""}${from}`;
				const sources = [0, 1, 2, 3, 4].map((n) =>
					keys.filter((_key, i) => (owners[i] ?? i % 5) === n),
				);
				const pages = sources.map((source) => readPage(source, size, iterator, "descending"));
				const merged = mergePages(pages, size, iterator, (item) => item);
				expect(merged).toEqual(readPage(keys, size, iterator, "descending"));
			},
		),
	);
});

test("no sources make an empty page that is done", () => {
	const empty = { data: [], iterator: null, prevIterator: null, done: true };
	expect(mergePages([], 10, null, String)).toEqual(empty);
	expect(readPage([], 10, null, "ascending")).toEqual(empty);
});

test.each([
	["a page that is exactly full", ["a", "b"], 2, true],
	["a page with one row too many", ["a", "b", "c"], 2, false],
	["a page that is not full", ["a"], 2, true],
])("%s tells whether more follow", (_name, keys, size, done) => {
	const page = readPage(keys, size, null, "ascending");
	expect(page.done).toBe(done);
	expect(page.data).toEqual(keys.slice(0, size));
	expect(page.iterator).toBe(page.data.at(-1));
	expect(page.prevIterator).toBe("-a");
});

test("a page that was cut has more after it, though it is not full", () => {
	const plan = planPage(10, null, "descending");
	const read = (isMore: boolean) =>
		toEnvelope(plan, { rows: ["c", "b"], isMore, end: null }, String, String);
	expect(read(true)).toEqual({ data: ["c", "b"], iterator: "b", prevIterator: "-c", done: false });
	expect(read(false).done).toBe(true);
});

test("a list that is read towards now goes on after its newest item", () => {
	fc.assert(
		fc.property(keySet, limit, (keys, size) => {
			const met: string[] = [];
			for (let iterator = "-"; ; ) {
				const list = towardsNewer(readPage(keys, size, iterator, "descending"));
				expect(list.data).toEqual(inOrder(list.data, "descending"));
				met.push(...list.data.toReversed());
				if (list.done) break;
				iterator = list.iterator ?? "";
			}
			expect(met).toEqual(inOrder(keys, "ascending"));
		}),
	);
});

test("a plan reads one row more than it shows, so that no second read tells whether there are more", () => {
	expect(planPage(10, null, "ascending").take).toBe(11);
	expect(planPage(10, "-k", "descending")).toEqual({
		key: "k",
		direction: "ascending",
		backwards: true,
		take: 11,
		limit: 10,
	});
});
