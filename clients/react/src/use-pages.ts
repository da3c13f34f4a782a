// A list, a page at a time. Other filters begin it anew.

import { type Query, toQuery } from "./client.ts";
import { useState } from "./react.ts";
import { type EntityState, type RefreshOptions, useRead } from "./use-read.ts";

export interface PaginatedData<T> extends EntityState<T[]> {
	hasPrevPage: boolean;
	hasNextPage: boolean;
	prevPage: () => void;
	nextPage: () => void;
	/** Of this page: given as an option, the list begins with it. */
	iterator: string | undefined;
}

export interface PaginatedOptions extends RefreshOptions {
	/** Rows of a page, at most 250. */
	limit?: number | undefined;
	/** The page to begin with. */
	iterator?: string | undefined;
}

type ListOf<T> = { data: T[]; done: boolean; iterator: string | null };

/** The iterators of the pages that lead here; undefined is the first page's. */
type Way = { scope: string; pages: (string | undefined)[] };

/** @param path null asks nothing */
export function usePages<T>(
	path: string | null,
	filters: Query,
	{ limit, iterator: start, refreshMs }: PaginatedOptions = {},
): PaginatedData<T> {
	const scope = path + toQuery({ ...filters, limit, iterator: start });
	const [way, setWay] = useState<Way>({ scope, pages: [start] });
	const pages = way.scope === scope ? way.pages : [start];
	const iterator = pages.at(-1);
	const address = path === null ? null : path + toQuery({ ...filters, limit, iterator });
	const list = useRead<ListOf<T>>(address, scope, { refreshMs });
	const page = list.data;
	const next = page?.done === false && page.iterator;
	return {
		data: page?.data,
		loading: list.loading,
		error: list.error,
		reload: list.reload,
		iterator,
		hasPrevPage: pages.length > 1,
		hasNextPage: Boolean(next),
		prevPage: () => pages.length > 1 && setWay({ scope, pages: pages.slice(0, -1) }),
		// Only from the page that is shown: a second click before the answer must not skip one.
		nextPage: () => list.isCurrent && next && setWay({ scope, pages: [...pages, next] }),
	};
}

/** What may filter lists, by the API's names. */
export interface Filters {
	/** Names, or the event types themselves. */
	eventTypes?: readonly (string | { name: string })[];
	before?: Date | undefined;
	after?: Date | undefined;
	channel?: string | undefined;
	withContent?: boolean | undefined;
}

export const toFilters = ({ eventTypes, before, after, channel, withContent }: Filters): Query => ({
	event_types: eventTypes?.map((type) => (typeof type === "string" ? type : type.name)),
	before,
	after,
	channel,
	with_content: withContent,
});
