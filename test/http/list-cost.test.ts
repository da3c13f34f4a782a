// A page costs the same however much is stored: counted in rows read, by the database and by the objects.
import { expect, test } from "vitest";
import { keysOf, LISTS, type List, openList } from "../support/lists.ts";
import { fillers, MANY } from "../support/many.ts";
import { countRowsRead } from "../support/rows-read.ts";

const LIMIT = 10;

/** Rows that the first two pages read, each. */
async function costsOf({ api, path }: List): Promise<number[]> {
	let iterator = "";
	const costs: number[] = [];
	for (let page = 0; page < 2; page++) {
		const query = `limit=${LIMIT}${iterator === "" ? "" : `&iterator=${encodeURIComponent(iterator)}`}`;
		const cost = await countRowsRead(async () => {
			const reply = await api("GET", `${path}?${query}`);
			expect(keysOf(reply)).toHaveLength(LIMIT);
			iterator = reply.body.iterator;
		});
		costs.push(cost);
	}
	return costs;
}

test.each(LISTS)(
	"%s reads as many rows for a page of 100 items as of more than 10,000",
	async (id) => {
		const list = await openList(id);
		await list.add(100);
		await costsOf(list);
		const few = await costsOf(list);
		const fill = fillers[id];
		if (fill === undefined) throw new Error(`write how ${id} is filled with many`);
		await fill(list);
		const full = await list.api("GET", `${list.path}?limit=250`);
		expect(keysOf(full)).toHaveLength(250);
		await costsOf(list);
		const many = await costsOf(list);
		few.forEach((cost, page) => {
			expect(cost).toBeGreaterThan(LIMIT - 1);
			expect(
				Math.abs((many[page] ?? 0) - cost),
				`${few} rows, with ${MANY} more ${many}`,
			).toBeLessThanOrEqual(cost / 10);
		});
	},
	60_000,
);
