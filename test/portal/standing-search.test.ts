// Searching messages by how they stand: enough of them, not for ever, and from where the last search ended.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { State } from "../../portal/src/lib/standing-summary.ts";
import type { MessageOut } from "../../portal/src/models.ts";
import {
	type Found,
	fits,
	PAGE_ROWS,
	type Source,
	STANDINGS,
	type Standing,
	searchStandings,
} from "../../portal/src/pages/messages/standing-search.ts";

const standing = (states: Partial<Record<State, number>>) => ({
	...{ id: "msg_1", endpoints: Object.keys(states).length, nextAttempt: null },
	states,
});

test.each([
	[{ failing: 1, delivered: 2 }, "failing"],
	[{ exhausted: 1, waiting: 1 }, "failing"],
	[{ waiting: 1, delivered: 1 }, "waiting"],
	[{ paused: 1 }, "waiting"],
	[{ delivered: 3 }, "delivered"],
	[{ disabled: 1 }, "unsent"],
	[{}, "unsent"],
] as const)("%j is %s alone", (states, expected) => {
	expect(STANDINGS.filter((wanted) => fits(standing(states), wanted))).toEqual([expected]);
});

test("What is not known may be anything, and what is gone was not sent", () => {
	for (const wanted of STANDINGS) expect(fits(standing({ unknown: 1 }), wanted)).toBe(true);
	expect(STANDINGS.filter((wanted) => fits(undefined, wanted))).toEqual(["unsent"]);
});

/** An iterator is the number of the last message, as in the API; a leading `-` leads back. */
function sourceOf(states: readonly State[]): Source & { pages: number } {
	const source = {
		pages: 0,
		async page(iterator: string | null) {
			source.pages++;
			const isBack = iterator?.startsWith("-") ?? false;
			const key = iterator === null ? -1 : Number(isBack ? iterator.slice(1) : iterator);
			const from = isBack ? Math.max(0, key - PAGE_ROWS) : key + 1;
			const to = isBack ? key : Math.min(states.length, from + PAGE_ROWS);
			const numbers = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
			return {
				// safe because nothing but the id is looked at
				data: numbers.map((number) => ({ id: String(number) }) as MessageOut),
				done: isBack ? from === 0 : to >= states.length,
				iterator: String(numbers.at(-1) ?? key),
				prevIterator: `-${numbers[0] ?? key}`,
			};
		},
		async standings(ids: readonly string[]) {
			return ids.map((id) => ({
				...{ id, endpoints: 1, nextAttempt: null },
				states: { [states[Number(id)] ?? "gone"]: 1 },
			}));
		},
	};
	return source;
}

async function search(source: Source, wanted: Standing, from: string | null): Promise<Found[]> {
	const all: Found[] = [];
	await searchStandings(source, wanted, from, (found) => all.push(found));
	return all;
}

test("A page is told as it grows, and ends when there is enough", async () => {
	const source = sourceOf(
		Array.from({ length: 1_000 }, (_, i) => (i % 3 ? "delivered" : "failing")),
	);
	const told = await search(source, "failing", null);
	expect(told.map(({ isSearching }) => isSearching)).toEqual([true, true, false]);
	expect(told.map(({ looked }) => looked)).toEqual([50, 100, 150]);
	expect(told.at(-1)).toMatchObject({ done: false, iterator: "149" });
	expect(told.at(-1)?.data.length).toBe(50);
	expect(source.pages).toBe(3);
});

test("A search ends after some hundreds of messages, and can go on from there", async () => {
	const source = sourceOf([...Array<State>(600).fill("delivered"), "failing"]);
	const first = (await search(source, "failing", null)).at(-1);
	expect(first).toMatchObject({ data: [], done: false, looked: 500, iterator: "499" });
	const second = (await search(source, "failing", first?.iterator ?? null)).at(-1);
	expect(second).toMatchObject({ data: [{ id: "600" }], done: true, looked: 101 });
	const back = (await search(source, "delivered", "-600")).at(-1);
	expect(back?.data.map(({ id }) => Number(id))).toEqual(
		Array.from({ length: 50 }, (_, i) => 550 + i),
	);
	expect(back).toMatchObject({ iterator: "599", prevIterator: "-550", done: false });
});

test("Page after page, forwards or backwards, everything that fits is found once and in order", async () => {
	const states = fc.array(fc.constantFrom<State>("failing", "delivered", "waiting", "gone"), {
		maxLength: 1_500,
		size: "max",
	});
	await fc.assert(
		fc.asyncProperty(states, fc.constantFrom(...STANDINGS), async (all, wanted) => {
			const source = sourceOf(all);
			const expected = all.flatMap((state, i) =>
				fits(standing({ [state]: 1 }), wanted) ? [String(i)] : [],
			);
			const forwards: string[] = [];
			for (let from: string | null = null; ; ) {
				const page = (await search(source, wanted, from)).at(-1);
				forwards.push(...(page?.data ?? []).map(({ id }) => id));
				if (page === undefined || page.done) break;
				from = page.iterator;
			}
			expect(forwards).toEqual(expected);
			const backwards: string[] = [];
			for (let from: string | null = `-${all.length}`; ; ) {
				const page = (await search(source, wanted, from)).at(-1);
				backwards.unshift(...(page?.data ?? []).map(({ id }) => id));
				if (page === undefined || page.done) break;
				from = page.prevIterator;
			}
			expect(backwards).toEqual(expected);
		}),
		{ numRuns: 30 },
	);
});
