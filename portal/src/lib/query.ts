// What was read from the API, once for all who show it: shown at once when known, and asked again when old.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ApiError, type Query, request, toQuery } from "./api.ts";

const STALE_MS = 5_000;
const ENTRIES_MAX = 200;

type Entry = {
	data: unknown;
	error: ApiError | null;
	/** Epoch milliseconds of the last answer; 0 before the first and after a change. */
	at: number;
	controller: AbortController | null;
	followers: Set<() => void>;
	isText: boolean;
};

const entries = new Map<string, Entry>();

export type QueryResult<T> = {
	data: T | undefined;
	error: ApiError | null;
	/** Nothing to show yet. */
	isLoading: boolean;
	/** Asking, whether or not something is shown. */
	isFetching: boolean;
	reload: () => void;
};

export type QueryOptions = {
	/** Asks again this often while the page is visible. */
	refreshMs?: number | null;
	isText?: boolean;
};

/** Reads `path` (below /api/v1; null reads nothing) and follows it. */
export function useQuery<T>(
	path: string | null,
	query: Query = {},
	{ refreshMs = null, isText = false }: QueryOptions = {},
): QueryResult<T> {
	const key = path === null ? null : path + toQuery(query);
	const [, redraw] = useState(0);
	useEffect(() => {
		if (key === null) return;
		const onChange = () => redraw((count) => count + 1);
		const entry = entryOf(key, isText);
		entry.followers.add(onChange);
		if (Date.now() - entry.at > STALE_MS) void fetchInto(key, entry);
		return () => {
			entry.followers.delete(onChange);
			if (entry.followers.size === 0) entry.controller?.abort();
		};
	}, [key, isText]);
	useEffect(() => {
		if (key === null || refreshMs === null) return;
		const timer = setInterval(() => {
			if (!document.hidden) void fetchInto(key, entryOf(key, isText));
		}, refreshMs);
		return () => clearInterval(timer);
	}, [key, refreshMs, isText]);
	const reload = useCallback(() => {
		if (key !== null) void fetchInto(key, entryOf(key, isText));
	}, [key, isText]);
	const entry = key === null ? undefined : entries.get(key);
	// safe because one path answers with one model
	const data = entry?.data as T | undefined;
	const error = entry?.error ?? null;
	return {
		data,
		error: data === undefined ? error : null,
		isLoading: key !== null && data === undefined && error === null,
		isFetching: entry?.controller != null,
		reload,
	};
}

/** As `useQuery`; while another page of a list loads, the last one stays. */
export function useList<T>(
	path: string | null,
	query: Query = {},
	options: QueryOptions = {},
): QueryResult<T> & { isOld: boolean } {
	const result = useQuery<T>(path, query, options);
	const last = useRef<{ path: string | null; data: T } | null>(null);
	if (result.data !== undefined) last.current = { path, data: result.data };
	const kept = last.current?.path === path ? last.current.data : undefined;
	const isOld = result.data === undefined && result.error === null && kept !== undefined;
	const data = result.data ?? (isOld ? kept : undefined);
	return { ...result, data, isLoading: result.isLoading && !isOld, isOld };
}

/** Something that the reader starts; says whether it is under way and why it failed last. */
export function useAction<A extends unknown[], R>(action: (...args: A) => Promise<R>) {
	const [state, setState] = useState<{ isBusy: boolean; error: ApiError | null }>({
		isBusy: false,
		error: null,
	});
	const latest = useRef(action);
	latest.current = action;
	const run = useCallback(async (...args: A): Promise<R | undefined> => {
		setState({ isBusy: true, error: null });
		try {
			const result = await latest.current(...args);
			setState({ isBusy: false, error: null });
			return result;
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			setState({ isBusy: false, error });
			return undefined;
		}
	}, []);
	const reset = useCallback(() => setState({ isBusy: false, error: null }), []);
	return useMemo(() => ({ ...state, run, reset }), [state, run, reset]);
}

/** Puts an answer that came by another way where `path` is read. */
export function seed(path: string, query: Query, data: unknown): void {
	const entry = entryOf(path + toQuery(query), false);
	Object.assign(entry, { data, error: null, at: Date.now() });
	for (const tell of [...entry.followers]) tell();
}

/** After a change: what is shown below these paths is asked again, what is not shown counts as old. */
export function invalidate(...paths: string[]): void {
	for (const [key, entry] of entries) {
		if (!paths.some((path) => key.startsWith(path))) continue;
		entry.at = 0;
		if (entry.followers.size > 0) void fetchInto(key, entry);
		else entries.delete(key);
	}
}

export const forgetAll = (): void => {
	for (const entry of entries.values()) entry.controller?.abort();
	entries.clear();
};

function entryOf(key: string, isText: boolean): Entry {
	const known = entries.get(key);
	if (known !== undefined) return known;
	for (const [old, { followers }] of entries) {
		if (entries.size < ENTRIES_MAX) break;
		if (followers.size === 0) entries.delete(old);
	}
	const entry: Entry = {
		data: undefined,
		error: null,
		at: 0,
		controller: null,
		followers: new Set(),
		isText,
	};
	entries.set(key, entry);
	return entry;
}

/** A new question makes the one under way void: it may have been asked before a change. */
async function fetchInto(key: string, entry: Entry): Promise<void> {
	entry.controller?.abort();
	const controller = new AbortController();
	entry.controller = controller;
	const tell = () => {
		for (const follower of [...entry.followers]) follower();
	};
	tell();
	try {
		const { signal } = controller;
		const data = await request("GET", key, { signal, isText: entry.isText });
		if (!signal.aborted) Object.assign(entry, { data, error: null, at: Date.now() });
	} catch (error) {
		if (!controller.signal.aborted) {
			entry.error = error instanceof ApiError ? error : new ApiError(0, "unreachable", "");
		}
	} finally {
		if (entry.controller === controller) entry.controller = null;
		tell();
	}
}
