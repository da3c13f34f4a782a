// All event types that the session may see: every page of the list, one after the other.
import { useEffect, useState } from "preact/hooks";
import type { EventTypeOut, ListOf } from "../models.ts";
import type { ApiError } from "./api.ts";
import { useQuery } from "./query.ts";

const LIMIT = 250;

/** `types` grows while further pages are read. */
export function useEventTypes({ withContent = false, withArchived = false } = {}): {
	types: EventTypeOut[];
	isLoading: boolean;
	/** Whether the last page has been read. */
	isComplete: boolean;
	error: ApiError | null;
	reload: () => void;
} {
	const [iterator, setIterator] = useState<string | null>(null);
	const [before, setBefore] = useState<EventTypeOut[]>([]);
	const query = {
		limit: LIMIT,
		with_content: withContent,
		include_archived: withArchived || null,
		iterator,
	};
	const {
		data: page,
		error,
		isLoading,
		reload,
	} = useQuery<ListOf<EventTypeOut>>("/event-type/", query);
	useEffect(() => {
		if (page === undefined || page.done || page.iterator === null) return;
		setBefore((known) => [...known, ...page.data]);
		setIterator(page.iterator);
	}, [page]);
	const known = new Set(before.map(({ name }) => name));
	const types = [...before, ...(page?.data ?? []).filter(({ name }) => !known.has(name))];
	const isComplete = page?.done === true;
	return { types, isLoading: isLoading && before.length === 0, isComplete, error, reload };
}
