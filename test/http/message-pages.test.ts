// Pages of messages that are cut by bytes, or begin at a time.
import { expect, test } from "vitest";
import { type Api, newApp } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";
import { newMessage, storeOf } from "../support/delivery.ts";
import { keysOf, openList } from "../support/lists.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Pages until one says that it is the last, each one's ids. */
async function walk(api: Api, path: string): Promise<string[][]> {
	const pages: string[][] = [];
	for (let at = ""; pages.length < 50; ) {
		const page = await api("GET", path + at);
		expect(page.status, page.text.slice(0, 300)).toBe(200);
		pages.push(keysOf(page));
		if (page.body.done) return pages;
		at = `&iterator=${page.body.iterator}`;
	}
	throw new Error("the walk does not end");
}

test("a page of large payloads ends early, and the next goes on from there", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	// Larger than the API takes in these tests, and of characters that take two bytes each.
	const { store } = storeOf(app as `app_${string}`); // safe because the API made the id
	const payload = JSON.stringify({ text: "é".repeat(900_000) });
	const ids: string[] = [];
	for (let i = 0; i < 40; i++) {
		const accepted = await store.accept(newMessage({ payload }));
		if (accepted.kind === "accepted") ids.unshift(accepted.record.id);
	}
	const pages = await walk(api, `/app/${app}/msg?limit=250`);
	expect(pages.flat()).toEqual(ids);
	expect(pages.map(({ length }) => length)).toEqual([9, 9, 9, 9, 4]);
	const last = await api("GET", `/app/${app}/msg?limit=250&iterator=${pages[0]?.at(-1)}`);
	const back = await api("GET", `/app/${app}/msg?limit=250&iterator=${last.body.prevIterator}`);
	expect([keysOf(back), back.body.done]).toEqual([pages[0], true]);
	const without = await api("GET", `/app/${app}/msg?limit=250&with_content=false`);
	expect([keysOf(without), without.body.done]).toEqual([ids, true]);
});

const LISTS = ["v1.message.list", "v1.message-attempt.list-by-endpoint"];

test.each(LISTS)("%s with only after begins with the oldest since then", async (id) => {
	const list = await openList(id);
	await list.add(2);
	await pause(20);
	const after = new Date().toISOString();
	await list.add(5);
	const path = `${list.path}?limit=2&after=${after}`;
	const all = keysOf(await list.api("GET", `${list.path}?limit=250`)).slice(0, 5);
	const [newest = "", second = "", third = "", fourth = "", oldest = ""] = all;
	const pages = await walk(list.api, path);
	expect(pages).toEqual([[fourth, oldest], [second, third], [newest]]);
	const first = await list.api("GET", path);
	expect(first.body).toMatchObject({ iterator: `-${fourth}`, prevIterator: `-${fourth}` });
	// With a time before, too, a list is read as it is without.
	const until = `${path}&before=2100-01-01T00:00:00Z`;
	expect(await walk(list.api, until)).toEqual([[newest, second], [third, fourth], [oldest]]);
});

test("a list with only after can be asked again for what came since", async () => {
	const list = await openList("v1.message.list");
	const path = `${list.path}?after=2020-01-01T00:00:00Z`;
	expect((await list.api("GET", path)).body).toEqual({
		...{ data: [], iterator: null, prevIterator: null, done: true },
	});
	await list.add(2);
	const first = await list.api("GET", path);
	expect([keysOf(first).length, first.body.done]).toEqual([2, true]);
	await pause(10);
	await list.add(1);
	const since = await list.api("GET", `${path}&iterator=${first.body.iterator}`);
	expect(keysOf(since)).toHaveLength(1);
	expect(keysOf(first)).not.toContain(keysOf(since)[0]);
	const future = "after=9999-12-31T23:59:59Z";
	expect(keysOf(await list.api("GET", `${list.path}?${future}`))).toEqual([]);
	expectIssues(await list.api("GET", `${path}&iterator=x`), ["query", "iterator"]);
});
