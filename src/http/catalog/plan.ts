// What of a catalog one page shows: all of a usual one, or a part of the list of a very large one.
import { groupEventTypes, matchesWords } from "../../core/event-groups.ts";
import type { CatalogEntry } from "../../store/catalog.ts";

/** Up to here a page holds everything that there is to read. */
const WHOLE_TYPES_MAX = 100;
const WHOLE_CHARS_MAX = 262_144;
const LISTED_AT_ONCE = 200;

export type CatalogPlan = {
	/** Whether the page holds each event type whole, or leads to a page of its own for each. */
	isWhole: boolean;
	/** In the order of their groups. */
	entries: CatalogEntry[];
	found: number;
	total: number;
	/** From 1. */
	page: number;
	pages: number;
};

/** The words and the page are the reader's own: what no page has becomes the nearest one. */
export function planCatalog(
	all: readonly CatalogEntry[],
	words: string,
	page: number,
): CatalogPlan {
	const matching = words === "" ? all : all.filter((entry) => matchesWords(entry, words));
	const sorted = groupEventTypes(matching).flatMap(({ types }) => types);
	const pages = Math.max(1, Math.ceil(sorted.length / LISTED_AT_ONCE));
	const shown = Math.min(Math.max(1, page), pages);
	const start = (shown - 1) * LISTED_AT_ONCE;
	return {
		isWhole: isWhole(all),
		entries: sorted.slice(start, start + LISTED_AT_ONCE),
		found: sorted.length,
		total: all.length,
		page: shown,
		pages,
	};
}

/** Whether pages of a catalog hold each event type whole. */
export function isWhole(all: readonly CatalogEntry[]): boolean {
	const chars = all.reduce((sum, { size }) => sum + size, 0);
	return all.length <= WHOLE_TYPES_MAX && chars <= WHOLE_CHARS_MAX;
}
