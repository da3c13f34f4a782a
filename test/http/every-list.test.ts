import { expect, test } from "vitest";
import type { Reply } from "../support/api.ts";
import { expectIssues } from "../support/contract.ts";
import { keysOf, LISTS, type List, limitsOf, openList } from "../support/lists.ts";

const ORDERED = [
	"v1.application.list",
	"v1.endpoint.list",
	"v1.endpoint.list-overviews",
	"v1.operational-webhook.endpoint.list",
	"v1.event-type.list",
	"v1.background-task.list",
	"v1.background-task.list-by-app",
	"v1.integration.list",
	"v1.api-key.list",
	"v1.operator.list-organisations",
	"v1.environment.domain.list",
	"v1.operator.list-domains",
];
const ASCENDING = [
	"v1.application.list",
	"v1.event-type.list",
	"v1.message-attempt.list-attempted-destinations",
	"v1.integration.list",
	"v1.api-key.list",
	"v1.operator.list-organisations",
	"v1.environment.domain.list",
	"v1.operator.list-domains",
];
const DESCENDING = LISTS.filter((id) => !ASCENDING.includes(id));

/** Pages from the start, or on from an iterator, until one says that it is the last. */
async function walk(list: List, query: string, iterator?: string): Promise<Reply[]> {
	const pages: Reply[] = [];
	for (let next = iterator; pages.length < 50; ) {
		const at = next === undefined ? "" : `&iterator=${encodeURIComponent(next)}`;
		const page = await list.api("GET", `${list.path}?${query}${at}`);
		expect(page.status, page.text).toBe(200);
		pages.push(page);
		if (page.body.done) return pages;
		next = page.body.iterator;
	}
	throw new Error("the walk does not end");
}

const allKeys = async (list: List, query = "limit=100") =>
	keysOf(await list.api("GET", `${list.path}?${query}`));

test.each(LISTS)("%s has pages of its usual size unless another limit is given", async (id) => {
	const list = await openList(id);
	const { usual, most } = limitsOf(id);
	await list.add(usual + 2);
	const all = await list.api("GET", `${list.path}?limit=${most}`);
	expect(keysOf(all).length).toBeGreaterThanOrEqual(usual + 2);
	expect(all.body.done).toBe(true);
	const first = await list.api("GET", list.path);
	expect(keysOf(first)).toEqual(keysOf(all).slice(0, usual));
	expect(first.body.done).toBe(false);
	const one = await list.api("GET", `${list.path}?limit=1`);
	expect(keysOf(one)).toEqual(keysOf(all).slice(0, 1));
	expect(one.body.done).toBe(false);
});

test.each(LISTS)(
	"%s refuses a limit outside its range and an iterator that is none",
	async (id) => {
		const { api, path } = await openList(id);
		const { most } = limitsOf(id);
		for (const limit of [String(most + 1), "0", "-1", "abc", "", "1.5", "1e2", "99999999999"]) {
			expectIssues(await api("GET", `${path}?limit=${limit}`), ["query", "limit"]);
		}
		for (const iterator of ["no%20iterator", "", "-", "%00", "x_000000000000000000000000000%20"]) {
			expectIssues(await api("GET", `${path}?iterator=${iterator}`), ["query", "iterator"]);
		}
		const both = await api("GET", `${path}?limit=0&iterator=%20`);
		expectIssues(both, ["query", "limit"], ["query", "iterator"]);
		const tooMany = await api("GET", `${path}?limit=${most + 1}`);
		expect(tooMany.body.detail[0].msg).toBe(`Given limit must not exceed ${most}`);
	},
);

test.each(LISTS)("%s visits everything once, and the same pages on the way back", async (id) => {
	const list = await openList(id);
	await list.add(8);
	const all = await allKeys(list);
	const pages = await walk(list, "limit=3");
	expect(pages.flatMap(keysOf)).toEqual(all);
	expect(pages.slice(0, -1).every((page) => keysOf(page).length === 3)).toBe(true);
	for (let i = pages.length - 1; i > 0; i--) {
		const iterator = encodeURIComponent(pages[i]?.body.prevIterator);
		const back = await list.api("GET", `${list.path}?limit=3&iterator=${iterator}`);
		expect(back.body).toEqual({ ...pages[i - 1]?.body, done: i === 1 });
	}
});

test.each(LISTS)("%s gives an iterator to go on from after the last page, too", async (id) => {
	const list = await openList(id);
	await list.add(3);
	const all = await allKeys(list);
	const last = await list.api("GET", `${list.path}?limit=${all.length}`);
	expect(last.body).toMatchObject({ done: true, iterator: expect.any(String) });
	const iterator = encodeURIComponent(last.body.iterator);
	const beyond = await list.api("GET", `${list.path}?iterator=${iterator}`);
	expect(beyond.body).toEqual({ data: [], iterator: null, prevIterator: null, done: true });
});

test.each(LISTS)("%s neither repeats nor skips when items come while it is read", async (id) => {
	const list = await openList(id);
	await list.add(6);
	const before = await allKeys(list);
	const first = await list.api("GET", `${list.path}?limit=2`);
	await list.add(4);
	const rest = await walk(list, "limit=2", first.body.iterator);
	const seen = [first, ...rest].flatMap(keysOf);
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen.filter((key) => before.includes(key))).toEqual(before);
});

test.each(DESCENDING)("%s is newest first, and its start leads to what came since", async (id) => {
	const list = await openList(id);
	await list.add(3);
	const first = await list.api("GET", `${list.path}?limit=100`);
	expect(keysOf(first)).toEqual(keysOf(first).sort().reverse());
	// Ids of the same 4 ms have no order.
	await new Promise((resolve) => setTimeout(resolve, 10));
	await list.add(2);
	const since = await list.api("GET", `${list.path}?iterator=${first.body.prevIterator}`);
	const all = await allKeys(list);
	expect(keysOf(since)).toEqual(all.slice(0, 2));
});

test.each(ORDERED)("%s is read in the order that is asked for", async (id) => {
	const list = await openList(id);
	await list.add(5);
	const up = await allKeys(list, "order=ascending");
	expect(up).toEqual([...up].sort());
	expect(await allKeys(list, "order=descending")).toEqual([...up].reverse());
	expect(await allKeys(list)).toEqual(DESCENDING.includes(id) ? [...up].reverse() : up);
	for (const order of ["ascending", "descending"]) {
		const pages = await walk(list, `limit=2&order=${order}`);
		expect(pages.flatMap(keysOf)).toEqual(await allKeys(list, `order=${order}`));
		const iterator = encodeURIComponent(pages[1]?.body.prevIterator);
		const back = await list.api("GET", `${list.path}?limit=2&order=${order}&iterator=${iterator}`);
		expect(keysOf(back)).toEqual(keysOf(pages[0] ?? back));
	}
	expectIssues(await list.api("GET", `${list.path}?order=random`), ["query", "order"]);
});
