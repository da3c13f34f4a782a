// The console's pages by their address below /console. Below one of its applications stand the portal's own pages.

import type { Spot } from "../lib/router.ts";
import { fillPattern, matchPatterns, matchRoute, type ParamName, toSearch } from "../lib/routes.ts";

const BASE = "/console";

/** No name below /event-types but those of event types: `new` and `import` could be two of them. */
export const CONSOLE_ROUTES = {
	overview: "",
	applications: "/applications",
	application: "/applications/:appId",
	eventTypes: "/event-types",
	eventType: "/event-types/:name",
	eventTypeNew: "/new-event-type",
	import: "/import-event-types",
	catalog: "/catalog",
	appearance: "/appearance",
	embedding: "/embedding",
	usage: "/usage",
	tasks: "/tasks",
	operational: "/operational-webhooks",
	apiKeys: "/api-keys",
	operator: "/operator",
} as const;

export type ConsoleRoute = keyof typeof CONSOLE_ROUTES;
export type ConsoleParams<N extends ConsoleRoute> = Record<
	ParamName<(typeof CONSOLE_ROUTES)[N]>,
	string
>;

/** The address of a page, as in `consolePath("eventType", { name })`; it is the same on every page. */
export const consolePath = <N extends ConsoleRoute>(
	name: N,
	params: ConsoleParams<N>,
	search: Record<string, string | null | undefined> = {},
): string => BASE + fillPattern(CONSOLE_ROUTES[name], params) + toSearch(search);

/** The address of a portal's page in an application: `inApplication(appId, pathTo("message", { messageId }))`. */
export const inApplication = (appId: string, path: string): string =>
	consolePath("application", { appId }) + path;

/** Begins the name of a portal's page that is drawn for an application. */
export const APP = "app.";

/** The console's page at an address. Paths of the portal's pages are relative to the application that is open. */
export function locateConsole(address: string): Spot | null {
	if (address !== BASE && !address.startsWith(`${BASE}/`)) return null;
	const full = address.slice(BASE.length).replace(/\/+$/, "");
	const match = matchPatterns(CONSOLE_ROUTES, full.split("/"));
	const [, appId, path = ""] = /^\/applications\/([A-Za-z0-9_.-]+)(\/.*)?$/.exec(full) ?? [];
	if (appId === undefined) return { base: BASE, path: full, match };
	const inside = path === "" ? null : matchRoute(path);
	return {
		base: consolePath("application", { appId }),
		path,
		match: inside === null ? match : { name: APP + inside.name, params: inside.params },
	};
}

/** The application that a page is about; null outside of one. */
export const appIdOf = ({ base }: Pick<Spot, "base">): string | null => base.split("/")[3] ?? null;
