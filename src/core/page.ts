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

/** Rows of one page that was read until it was full enough, in bytes or in rows, and whether more follow. */
export type PageRows<R> = { rows: readonly R[]; isMore: boolean };

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
	const { rows, isMore } = "rows" in read ? read : { rows: read, isMore: read.length > plan.limit };
	const page = rows.slice(0, plan.limit);
	if (plan.backwards) page.reverse();
	const first = page[0];
	const last = page.at(-1);
	return {
		data: page.map(toItem),
		iterator: last === undefined ? null : keyOf(last),
		prevIterator: first === undefined ? null : `-${keyOf(first)}`,
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
	const items = pages.flatMap((page) => page.data);
	const sign = plan.direction === "descending" ? -1 : 1;
	items.sort((a, b) => sign * (keyOf(a) < keyOf(b) ? -1 : 1));
	const isMore = pages.some((page) => !page.done) || items.length > limit;
	const envelope = toEnvelope(plan, items, keyOf, (item) => item);
	return { ...envelope, done: !isMore };
}
