// Answers kept in the platform's location that made them, for a short time.

const KEPT_SECONDS = 60;
/** The platform takes requests as names; nobody can ask for one of this host. */
const BASE = "https://pages.invalid/";

export type PageCache = {
	match(name: string): Promise<Response | undefined>;
	put(name: string, page: Response, keptSeconds?: number): Promise<void>;
};

export function createPageCache(): PageCache {
	const keyOf = (name: string) => BASE + encodeURIComponent(name);
	return {
		match: (name) => caches.default.match(keyOf(name)),
		put(name, page, keptSeconds = KEPT_SECONDS) {
			const kept = new Response(page.body, page);
			kept.headers.set("cache-control", `max-age=${keptSeconds}`);
			return caches.default.put(keyOf(name), kept);
		},
	};
}
