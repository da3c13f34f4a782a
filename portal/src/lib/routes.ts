// The portal's pages by their address below /app/{app_id}, both ways.

export const ROUTES = {
	endpoints: "/endpoints",
	endpointNew: "/endpoints/new",
	endpoint: "/endpoints/:endpointId",
	endpointTesting: "/endpoints/:endpointId/testing",
	endpointAdvanced: "/endpoints/:endpointId/advanced",
	messages: "/messages",
	message: "/messages/:messageId",
	activity: "/activity",
	eventTypes: "/event-types",
	eventType: "/event-types/:name",
	tasks: "/tasks",
} as const;

export type RouteName = keyof typeof ROUTES;

/** The names after a colon in a pattern, each with its value. */
export type Params<N extends RouteName> = Record<ParamName<(typeof ROUTES)[N]>, string>;
export type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
	? Name | ParamName<`/${Rest}`>
	: P extends `${string}:${infer Name}`
		? Name
		: never;

export type Match = { [N in RouteName]: { name: N; params: Params<N> } }[RouteName];

export const HOME = ROUTES.endpoints;

const VALUE = /^[A-Za-z0-9_.-]{1,256}$/;

/** The page at a path below /app/{app_id}; null when there is none. */
export function matchRoute(path: string): Match | null {
	const parts = path.replace(/\/+$/, "").split("/");
	// safe because the names in the params are those in the pattern of the name
	return matchPatterns(ROUTES, parts) as Match | null;
}

/** The first of some patterns, by name, that the parts of a path fit. */
export function matchPatterns(patterns: Readonly<Record<string, string>>, parts: string[]) {
	for (const [name, pattern] of Object.entries(patterns)) {
		const params = matchPattern(pattern.split("/"), parts);
		if (params !== null) return { name, params };
	}
	return null;
}

function matchPattern(pattern: string[], parts: string[]): Record<string, string> | null {
	if (pattern.length !== parts.length) return null;
	const params: Record<string, string> = {};
	for (const [index, expected] of pattern.entries()) {
		const part = parts[index] ?? "";
		if (expected.startsWith(":")) {
			if (!VALUE.test(part) || part === "." || part === "..") return null;
			params[expected.slice(1)] = part;
		} else if (expected !== part) return null;
	}
	return params;
}

/** The path of a page, as in `pathTo("endpoint", { endpointId })`. */
export function pathTo<N extends RouteName>(
	name: N,
	params: Params<N>,
	search: Record<string, string | null | undefined> = {},
): string {
	return fillPattern(ROUTES[name], params) + toSearch(search);
}

/** The path of a pattern with values for its names. */
export const fillPattern = (pattern: string, values: Readonly<Record<string, string>>): string =>
	pattern.replaceAll(/:(\w+)/g, (_, key: string) => values[key] ?? "");

/** `?a=1&b=2` without what has no value; the empty text when nothing has. */
export function toSearch(values: Record<string, string | null | undefined>): string {
	const given = Object.entries(values).filter(([, value]) => value != null && value !== "");
	const search = new URLSearchParams(given.map(([key, value]) => [key, value ?? ""])).toString();
	return search === "" ? "" : `?${search}`;
}

const HERE = "https://portal.invalid";

/** Where a link's `next` leads: a page of ours, rebuilt from what it matched; the first page otherwise. */
export function resolveNext(next: string | null | undefined): string {
	if (next == null || next === "" || !URL.canParse(next, `${HERE}/`)) return HOME;
	const url = new URL(next, `${HERE}/`);
	const match = url.origin === HERE ? matchRoute(url.pathname) : null;
	if (match === null) return HOME;
	// safe because name and params come from one match
	return pathTo(match.name, match.params as never) + url.search;
}
