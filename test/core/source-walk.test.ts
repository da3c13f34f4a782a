// Walking through many sources: everything is seen, in both directions, also what was silent for a while.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ListEnvelope, planPage, toEnvelope } from "../../src/core/page.ts";
import {
	GROUP_SOURCES,
	PLACE_PATTERN,
	planWalk,
	toWalkPage,
	type WalkPlan,
} from "../../src/core/source-walk.ts";

const itself = (item: string) => item;
const idOf = (n: number) => `k${String(n).padStart(6, "0")}`;

function readSource(items: readonly string[], iterator: string | null, limit: number) {
	const plan = planPage(limit, iterator, "descending");
	const down = plan.direction === "descending";
	const rest = items
		.filter((item) => !plan.key || (down ? item < plan.key : item > plan.key))
		.sort((a, b) => (a < b === down ? 1 : -1));
	return toEnvelope(plan, rest.slice(0, plan.take), itself, itself);
}

type Page = { list: ListEnvelope<string>; plan: WalkPlan };

function readPage(
	sources: readonly string[][],
	iterator: string | null,
	limit: number,
	isSilent: (at: number) => boolean = () => false,
): Page {
	const plan = planWalk(iterator, sources.length);
	const answers = plan.asked.map((at) =>
		isSilent(at) ? null : readSource(sources[at] ?? [], plan.iterator, limit),
	);
	return { plan, list: toWalkPage(plan, answers, limit, itself) };
}

/** All of it; a page that fails is asked for again. */
function walk(
	sources: readonly string[][],
	start: string | null,
	limit: number,
	isSilent: (page: number, at: number) => boolean = () => false,
): string[] {
	const seen: string[] = [];
	let iterator = start;
	for (let page = 0; page < 10_000; page++) {
		try {
			const { list, plan } = readPage(sources, iterator, limit, (at) => isSilent(page, at));
			expect(plan.asked.length).toBeLessThanOrEqual(GROUP_SOURCES);
			expect(list.data.length).toBeLessThanOrEqual(limit);
			seen.push(...list.data);
			if (list.done) return seen;
			iterator = start?.startsWith("-") ? list.prevIterator : list.iterator;
			expect(iterator).toMatch(new RegExp(`^-?(?:k\\d{6}(?:${PLACE_PATTERN})?|${PLACE_PATTERN})$`));
		} catch (error) {
			if (!String(error).includes("silent")) throw error;
		}
	}
	throw new Error("it does not end");
}

/** So many sources, with these items spread over them. */
function spread(total: number, items: number): string[][] {
	const sources: string[][] = Array.from({ length: total }, () => []);
	for (let n = 0; n < items; n++) sources[(n * 7919) % total]?.push(idOf(n));
	return sources;
}

const sizes = fc.record({
	total: fc.constantFrom(1, 2, 5, GROUP_SOURCES, GROUP_SOURCES + 1, 3 * GROUP_SOURCES - 1),
	items: fc.nat(300),
	limit: fc.integer({ min: 1, max: 60 }),
	start: fc.constantFrom(null, "-"),
});

test("each item is seen once, forwards and backwards, and no page asks more than a group", () => {
	fc.assert(
		fc.property(sizes, ({ total, items, limit, start }) => {
			const sources = spread(total, items);
			expect(walk(sources, start, limit).sort()).toEqual(sources.flat().sort());
		}),
		{ numRuns: 60 },
	);
});

test("nothing is lost of sources that are silent for some pages", () => {
	const silence = fc.array(fc.tuple(fc.nat(6), fc.nat(800)), { maxLength: 20 });
	fc.assert(
		fc.property(sizes, silence, ({ total, items, limit, start }, silent) => {
			const sources = spread(total, items);
			const gaps = new Set(silent.map(([page, at]) => `${page} ${at % total}`));
			const seen = walk(sources, start, limit, (page, at) => gaps.has(`${page} ${at}`));
			expect([...new Set(seen)].sort()).toEqual(sources.flat().sort());
		}),
		{ numRuns: 100 },
	);
});

test("the others are there while one is silent, and the end waits for it", () => {
	const sources = [[idOf(1), idOf(4)], [idOf(3)], [idOf(2)]];
	const isSilent = (at: number) => at === 1;
	const { list } = readPage(sources, null, 50, isSilent);
	expect(list).toMatchObject({ data: [idOf(4), idOf(2), idOf(1)], done: false });
	expect(() => readPage(sources, list.iterator, 50, isSilent)).toThrow("silent");
	expect(readPage(sources, list.iterator, 50).list).toMatchObject({ data: [idOf(3)], done: true });
});

test("when nobody answers, the page fails", () => {
	expect(() => readPage(spread(3, 10), null, 50, () => true)).toThrow("silent");
	expect(() => readPage(spread(600, 10), null, 50, () => true)).toThrow("silent");
});

test("the way back from a later group leads through the ones before", () => {
	const sources = spread(2 * GROUP_SOURCES, 100);
	const first = readPage(sources, null, 250).list;
	const second = readPage(sources, first.iterator, 250).list;
	const back = walk(sources, second.prevIterator, 250);
	expect(back.sort()).toEqual(first.data.toSorted());
});
