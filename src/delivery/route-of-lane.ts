// A lane's copy of its endpoint's route, read from D1 only, never older than 30 s, dropped on every change.
import type { Route } from "../core/delivery.ts";
import type { EndpointId } from "../core/ids.ts";
import type { Db } from "../store/db.ts";
import { findRoute } from "../store/routes.ts";
import { ROUTES_LIFE_MS } from "./route-table.ts";

export class RouteOfLane {
	readonly #db: Db;
	#cached: { route: Route | null; readAt: number } | null = null;
	#version = 0;

	constructor(db: Db) {
		this.#db = db;
	}

	/** The route; null when the endpoint or its application is gone. */
	async read(endpointId: EndpointId, now: number): Promise<Route | null> {
		while (this.#cached === null || now - this.#cached.readAt >= ROUTES_LIFE_MS) {
			const version = this.#version;
			const route = await findRoute(this.#db, endpointId);
			// A change while the query ran: what it read may be from before.
			if (version === this.#version) this.#cached = { route, readAt: now };
		}
		return this.#cached.route;
	}

	invalidate(): void {
		this.#cached = null;
		this.#version++;
	}
}
