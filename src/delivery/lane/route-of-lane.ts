// A lane's copy of its endpoint's route: the newest version that it has seen, from D1 or from an offer.
import type { Route } from "../../core/delivery.ts";
import type { EndpointId } from "../../core/ids.ts";
import type { Db } from "../../store/db.ts";
import { findRoute } from "../../store/routes.ts";
import { ROUTES_LIFE_MS } from "../messages/route-table.ts";

export class RouteOfLane {
	readonly #db: Db;
	readonly #endpointId: EndpointId;
	#cached: { route: Route | null; readAt: number } | null = null;
	#changes = 0;
	/** It was changed since it was read: only D1 tells how it is now. */
	#isOutdated = false;

	constructor(db: Db, endpointId: EndpointId) {
		this.#db = db;
		this.#endpointId = endpointId;
	}

	/** The copy, if it is not older than 30 s; undefined when it must be `read`. */
	known(now: number): Route | null | undefined {
		const cached = this.#cached;
		const isOld = cached === null || this.#isOutdated || now - cached.readAt >= ROUTES_LIFE_MS;
		return isOld ? undefined : cached.route;
	}

	/** The last one that was seen, however old; null when there is none. */
	get last(): Route | null {
		return this.#cached?.route ?? null;
	}

	/** What an offer says of the endpoint. It may be older than what is known, and cannot bring back what is gone. */
	see(route: Route, now: number): void {
		const cached = this.#cached;
		if (cached?.route === null) return;
		const isNews = cached === null || route.version > cached.route.version;
		if (isNews || (!this.#isOutdated && route.version === cached.route.version)) {
			this.#cached = { route, readAt: now };
			this.#isOutdated = false;
		}
	}

	/** The route; null when the endpoint or its application is gone. */
	async read(now: number): Promise<Route | null> {
		for (;;) {
			const known = this.known(now);
			if (known !== undefined) return known;
			const changes = this.#changes;
			const route = await findRoute(this.#db, this.#endpointId);
			// A change while the query ran: what it read may be from before.
			if (changes !== this.#changes) continue;
			this.#cached = { route, readAt: now };
			this.#isOutdated = false;
		}
	}

	invalidate(): void {
		this.#isOutdated = true;
		this.#changes++;
	}
}
