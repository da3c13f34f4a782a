// Lists: one page read in either direction, and the envelope every list answers with.

export type Order = "ascending" | "descending";

/** A list answer. `iterator` is the key of the last item, also when `done`. */
export type ListEnvelope<T> = {
	data: T[];
	iterator: string | null;
	prevIterator: string | null;
	done: boolean;
};

/** How to read one page: rows after `key` (or from the start) in `direction`, `take` of them. */
export type PageRead = {
	key: string | null;
	direction: Order;
	/** True when the rows come out against the list's order and must be turned round. */
	backwards: boolean;
	take: number;
	limit: number;
};

/**
 * Rows that one page looks at, also when few of them fit its filter: what a page costs does not depend on
 * how much is stored. So many take some hundredths of a second, and 100,000 are searched in 50 pages.
 */
export const LOOKED_AT_MAX = 2_000;

/** Rows of one page that was read until it was full enough, in bytes or in rows, and whether more follow. */
export type PageRows<R> = {
	rows: readonly R[];
	isMore: boolean;
	/** The key of the last row looked at, where the page ends behind its last row; null where it ends with that. */
	end: string | null;
};

/** Plans a page. A leading `-` on the iterator reads backwards from that key. */
export function planPage(limit: number, iterator: string | null, order: Order): PageRead {
	const backwards = iterator?.startsWith("-") ?? false;
	const key = backwards ? (iterator?.slice(1) ?? null) : iterator;
	const opposite = order === "ascending" ? "descending" : "ascending";
	return { key, direction: backwards ? opposite : order, backwards, take: limit + 1, limit };
}

/** Builds the envelope from rows read in the plan's direction: up to `take`, or those of a page that was cut. */
export function toEnvelope<R, T>(
	plan: PageRead,
	read: readonly R[] | PageRows<R>,
	keyOf: (row: R) => string,
	toItem: (row: R) => T,
): ListEnvelope<T> {
	const { rows, isMore, end } =
		"rows" in read ? read : { rows: read, isMore: read.length > plan.limit, end: null };
	const page = rows.slice(0, plan.limit);
	if (plan.backwards) page.reverse();
	const keys = page.map(keyOf);
	// The way on begins behind all that was looked at; so does the way back where nothing fits.
	const last = (plan.backwards ? null : end) ?? keys.at(-1) ?? end;
	const first = (plan.backwards ? end : null) ?? keys[0] ?? end;
	return {
		data: page.map(toItem),
		iterator: last,
		prevIterator: first === null ? null : `-${first}`,
		done: !isMore,
	};
}

/**
 * A list that has only a beginning in time is read from there towards now, though each page is newest
 * first: both iterators then lead to what is newer, as nothing else is left to read.
 */
export function towardsNewer<T>(list: ListEnvelope<T>): ListEnvelope<T> {
	return { ...list, iterator: list.prevIterator };
}

/** One page out of the pages of several sources, all newest first (descending keys). */
export function mergePages<T>(
	pages: readonly ListEnvelope<T>[],
	limit: number,
	iterator: string | null,
	keyOf: (item: T) => string,
): ListEnvelope<T> {
	const plan = planPage(limit, iterator, "descending");
	const isBefore = (a: string, b: string) => (plan.backwards ? a < b : a > b);
	const inOrder = (a: string, b: string) => (isBefore(a, b) ? -1 : 1);
	// A source with more may have it right behind the end of its page: what others have there waits.
	const [end = null] = pages
		.filter((page) => !page.done)
		.map((page) => (plan.backwards ? page.prevIterator?.slice(1) : page.iterator) ?? "")
		.sort(inOrder);
	const rows = pages
		.flatMap((page) => page.data)
		.filter((item) => end === null || !isBefore(end, keyOf(item)))
		.sort((a, b) => inOrder(keyOf(a), keyOf(b)));
	const isCut = rows.length > limit;
	const read = { rows, isMore: isCut || end !== null, end: isCut ? null : end };
	return toEnvelope(plan, read, keyOf, (item) => item);
}
