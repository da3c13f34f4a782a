// Where the reader is: the address below /app/{app_id}, the browser's history, and links that do not reload.

import { type Match, matchRoute, toSearch } from "./routes.ts";
import { createStore, useStore } from "./store.ts";

export type Location = {
	path: string;
	search: URLSearchParams;
	match: Match | null;
	/** Position in this tab's history since the portal was opened. */
	index: number;
};

let base = "";
let lastIndex = 0;

export const place = createStore<Location>(toLocation("/", "", 0));

/** Takes over the address bar. `to` is the first page; null keeps the one in the address. */
export function startRouter(appId: string, to: string | null): void {
	base = `/app/${appId}`;
	const { pathname, search } = location;
	const here = pathname.startsWith(`${base}/`)
		? pathname.slice(base.length) + search
		: "/endpoints";
	go(to ?? here, { isReplaced: true });
	addEventListener("popstate", ({ state }: PopStateEvent) => {
		if (!location.pathname.startsWith(base)) return;
		const index: unknown = state?.index;
		const path = location.pathname.slice(base.length);
		place.set(toLocation(path, location.search, typeof index === "number" ? index : 0));
	});
}

/** To a path below /app/{app_id}, as `pathTo` makes them. `isReplaced`: without a step in the history. */
export function go(to: string, { isReplaced = false } = {}): void {
	const [path = "/", search = ""] = to.split("?");
	const index = place.get().index + (isReplaced ? 0 : 1);
	if (!isReplaced) lastIndex = index;
	try {
		const address = hrefOf(to);
		if (isReplaced) history.replaceState({ index }, "", address);
		else history.pushState({ index }, "", address);
	} catch {
		// A sandboxed frame may not touch the history; the page changes all the same.
	}
	place.set(toLocation(path, search, index));
}

/** Changes parts of the query and keeps the rest; null takes one out. The history gets no step. */
export function setSearch(changes: Record<string, string | null>): void {
	const { path, search } = place.get();
	go(path + toSearch({ ...Object.fromEntries(search), ...changes }), { isReplaced: true });
}

export const hrefOf = (to: string): string => base + to;

export const usePlace = (): Location => useStore(place);

export const mayGoBack = (at: Location): boolean => at.index > 0;
export const mayGoForward = (at: Location): boolean => at.index < lastIndex;

function toLocation(path: string, search: string, index: number): Location {
	return { path, search: new URLSearchParams(search), match: matchRoute(path), index };
}
