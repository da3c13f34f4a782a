// Where the reader is: the page in the address, the browser's history, and links that do not reload.

import { toSearch } from "./routes.ts";
import { createStore, useStore } from "./store.ts";

/** A page's name, and what stands in its address for the names in its pattern. */
export type PageMatch = { name: string; params: Record<string, string> };

/** An address: what the page's path is below of, as /app/{app_id}, and which page that is. */
export type Spot = { base: string; path: string; match: PageMatch | null };

/** Where an address leads; null when it is not one of the app's, and so a path below the base. */
export type Locate = (address: string) => Spot | null;

export type Location = Spot & {
	search: URLSearchParams;
	/** Position in this tab's history since the portal was opened. */
	index: number;
};

let locate: Locate = () => null;
let lastIndex = 0;

export const place = createStore<Location>({
	...{ base: "", path: "/", match: null, index: 0 },
	search: new URLSearchParams(),
});

/** Takes over the address bar, and does so again when the addresses change. `to` is the address of the first page. */
export function startRouter(how: Locate, to: string): void {
	locate = how;
	go(to, { isReplaced: true });
	// The same listener counts once.
	addEventListener("popstate", onPopState);
}

function onPopState({ state }: PopStateEvent): void {
	const index: number = typeof state?.index === "number" ? state.index : 0;
	const now = place.get();
	const steps = index - now.index;
	if (guard !== null && steps !== 0 && location.pathname !== now.base + now.path) {
		// The browser has gone already: it comes back, and goes again when the page's guard lets it.
		history.go(-steps);
		guard(() => history.go(steps));
		return;
	}
	const spot = locate(location.pathname);
	const search = new URLSearchParams(location.search);
	place.set({ ...(spot ?? now), search: spot === null ? now.search : search, index });
	// A page from before, as of another application: the address says again what is shown.
	if (spot === null) setSearch({});
}

/** Told of each try to leave the page, and how to do it after all. */
type Guard = (leave: () => void) => void;
let guard: Guard | null = null;

/** The page is left only as `how` allows, until the function that this returns is called. */
export function guardPage(how: Guard): () => void {
	guard = how;
	return () => {
		if (guard === how) guard = null;
	};
}

/** To a path below the base, as `pathTo` makes them, or to an address. `isReplaced`: without a step in the history. */
export function go(to: string, { isReplaced = false } = {}): void {
	if (guard !== null && !isReplaced) {
		guard(() => go(to));
		return;
	}
	const address = hrefOf(to);
	const [pathname = "/", search = ""] = address.split("?");
	const index = place.get().index + (isReplaced ? 0 : 1);
	if (!isReplaced) lastIndex = index;
	try {
		if (isReplaced) history.replaceState({ index }, "", address);
		else history.pushState({ index }, "", address);
	} catch {
		// A sandboxed frame may not touch the history; the page changes all the same.
	}
	const spot = locate(pathname) ?? { base: place.get().base, path: to, match: null };
	place.set({ ...spot, search: new URLSearchParams(search), index });
}

/** Changes parts of the query and keeps the rest; null takes one out. The history gets no step. */
export function setSearch(changes: Record<string, string | null>): void {
	const { base, path, search } = place.get();
	go(base + path + toSearch({ ...Object.fromEntries(search), ...changes }), { isReplaced: true });
}

export const hrefOf = (to: string): string =>
	locate(to.split("?")[0] ?? "") === null ? place.get().base + to : to;

export const usePlace = (): Location => useStore(place);

export const mayGoBack = (at: Location): boolean => at.index > 0;
export const mayGoForward = (at: Location): boolean => at.index < lastIndex;
