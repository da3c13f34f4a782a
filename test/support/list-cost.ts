// What pages all over a list cost: rows read, by the database and by the objects.
import { expect } from "vitest";
import { LOOKED_AT_MAX } from "../../src/core/page.ts";
import { routes } from "../../src/http/routes/index.ts";
import type { Reply } from "./api.ts";
import { keysOf, LISTS, type List, limitsOf, openList } from "./lists.ts";
import { fillers, MANY } from "./many.ts";
import { countRowsRead } from "./rows-read.ts";
import { SPARSE } from "./sparse-lists.ts";

/** Lists that are kept in objects; all others are in the database. */
export const IN_OBJECTS = LISTS.filter((id) =>
	/\.(message\.list|message-attempt\.list-by-.*|message-attempt\.list-attempted-messages)$/.test(
		id,
	),
);

const LIMIT = 10;
const FEW = 100;

const ALWAYS = ["event_types=user.created", "before=2100-01-01T00:00:00Z", "with_content=false"];
const FINISHED = ["status=finished", "task=endpoint.recover"];
/** Filters that everything in the list fits. */
const FILTERS: Record<string, string[]> = {
	"v1.event-type.list": ["include_archived=true", "with_content=true"],
	"v1.background-task.list": FINISHED,
	"v1.background-task.list-by-app": FINISHED,
	"v1.message.list": [...ALWAYS, "after=2020-01-01T00:00:00Z"],
	"v1.message-attempt.list-by-endpoint": ALWAYS,
	"v1.message-attempt.list-by-msg": [...ALWAYS, "status=0", "status_code_class=200"],
	"v1.message-attempt.list-attempted-messages": ALWAYS,
};

/** Lists of several objects: where one of them has no more, a page costs less. */
const isMerged = (id: string) => /\.list-by-msg(-older)?$/.test(id);

function hasOrder(id: string): boolean {
	const query = routes.find((spec) => spec.operationId === id)?.query;
	return query !== undefined && "shape" in query && Object.hasOwn(Object(query.shape), "order");
}

/** Pages all over a list: what they are, and their queries. */
function pagesOf(id: string, sorted: readonly string[]): Record<string, string> {
	// In an iterator a minus in front means another direction.
	const at = (i: number) => (sorted.at(i) ?? "").replace(/^-/, "~-");
	const middle = at(Math.floor(sorted.length / 2));
	const pages: Record<string, string> = {
		first: "",
		second: `iterator=${at(LIMIT - 1)}`,
		middle: `iterator=${middle}`,
		"middle, backwards": `iterator=-${middle}`,
		last: `iterator=${at(-LIMIT - 1)}`,
		"first, backwards": `iterator=-${at(LIMIT)}`,
	};
	const orders = hasOrder(id) ? ["order=ascending", "order=descending"] : [];
	for (const query of [...orders, ...(FILTERS[id] ?? [])]) {
		pages[query] = query;
		pages[`${query}, middle`] = `${query}&iterator=${middle}`;
		pages[`${query}, middle, backwards`] = `${query}&iterator=-${middle}`;
	}
	return pages;
}

/** Rows that each of these pages reads. */
async function costsOf({ api, path }: List, pages: Record<string, string>) {
	const costs: Record<string, number> = {};
	for (const [name, query] of Object.entries(pages)) {
		const read = async () => {
			const reply = await api("GET", `${path}?limit=${LIMIT}&${query}`);
			expect(keysOf(reply), `${name}: ${query}`).toHaveLength(LIMIT);
		};
		// What is remembered for seconds costs nothing then.
		await read();
		costs[name] = await countRowsRead(read);
	}
	return costs;
}

/** Holds the costs of a list's pages against those of the same list with hundreds of times as much in it. */
export async function expectSteadyCosts(id: string): Promise<void> {
	const list = await openList(id);
	await list.add(FEW);
	const there = keysOf(await list.api("GET", `${list.path}?limit=${limitsOf(id).most}`));
	const few = await costsOf(list, pagesOf(id, there));
	const fill = fillers[id];
	if (fill === undefined) throw new Error(`write how ${id} is filled with many`);
	const { keys, undo } = await fill(list);
	expect(keys.length).toBeGreaterThanOrEqual(MANY);
	const all = [...there, ...keys].sort();
	if ((there[0] ?? "") > (there[1] ?? "")) all.reverse();
	const many = await costsOf(list, pagesOf(id, all));
	await undo();
	for (const [name, cost] of Object.entries(many)) {
		const [filter = ""] = name.split(", ");
		const before =
			few[isMerged(id) ? (FILTERS[id]?.includes(filter) ? filter : "first") : name] ?? 0;
		const what = `${name}: ${before} rows, with ${keys.length} more ${cost}`;
		expect(before, what).toBeGreaterThan(LIMIT - 1);
		if (!isMerged(id)) expect.soft(cost, what).toBeGreaterThanOrEqual(before * 0.9);
		expect.soft(cost, what).toBeLessThanOrEqual(before * 1.1);
	}
}

/** Rows of a page that finds little: those looked at, and what else is read for each to know if it fits. */
const SPARSE_MAX = 3.5 * LOOKED_AT_MAX;
const WALK_PAGES_MAX = MANY / LOOKED_AT_MAX + 10;

/** Walks through a list and answers what it found. No page may read many rows. */
async function walk(
	{ api, path }: List,
	query: string,
	{ from, rowsMax }: { from: string | null; rowsMax: number },
): Promise<string[]> {
	const found: string[] = [];
	for (let iterator = from, read = 1; ; read++) {
		const at = iterator === null ? "" : `&iterator=${encodeURIComponent(iterator)}`;
		const pages: Reply[] = [];
		const cost = await countRowsRead(async () => {
			pages.push(await api("GET", `${path}?limit=${LIMIT}&${query}${at}`));
		});
		expect(cost, `${query}${at}`).toBeLessThanOrEqual(rowsMax);
		expect(read, `${query}${at}`).toBeLessThanOrEqual(WALK_PAGES_MAX);
		found.push(...pages.flatMap(keysOf));
		const [{ body }] = pages as [Reply]; // safe because one was read
		if (body.done) return found;
		iterator = from?.startsWith("-") ? body.prevIterator : body.iterator;
	}
}

/** Pages of a list in which a filter fits nothing, or one of very many: each is small, and a walk finds the one. */
export async function expectBoundedSearch(id: string): Promise<void> {
	const { none, one, beyond, make } = SPARSE[id] ?? {};
	const fill = fillers[id];
	if (!none || !one || !make || !fill) throw new Error(`write which filters of ${id} fit little`);
	const list = await openList(id);
	const key = await make(list);
	const { undo } = await fill(list);
	const rowsMax = SPARSE_MAX * (isMerged(id) ? 3 : 1);
	for (const query of none) expect(await walk(list, query, { from: null, rowsMax })).toEqual([]);
	for (const query of one) {
		expect(await walk(list, query, { from: null, rowsMax }), query).toEqual([key]);
		expect(await walk(list, query, { from: `-${beyond}`, rowsMax }), query).toEqual([key]);
	}
	await undo();
}
