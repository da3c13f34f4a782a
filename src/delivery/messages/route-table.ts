// An object's copy of the routes of its application, never older than 30 s and dropped on every change.
import type { ApplicationId } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../store/db.ts";
import { type ApplicationRoutes, findRoutes } from "../../store/routes.ts";

export const ROUTES_LIFE_MS = 30_000;

export class RouteTable {
	readonly #db: Db;
	readonly #clock: Clock;
	#cached: { found: ApplicationRoutes; readAt: number } | null = null;
	#reading: Promise<ApplicationRoutes | null> | null = null;
	#version = 0;

	constructor(db: Db, clock: Clock) {
		this.#db = db;
		this.#clock = clock;
	}

	/** Routes of the application; null when it is gone. Callers at the same time share one query. */
	async read(applicationId: ApplicationId): Promise<ApplicationRoutes | null> {
		const cached = this.#cached;
		if (cached !== null && this.#clock() - cached.readAt < ROUTES_LIFE_MS) return cached.found;
		if (this.#reading === null) {
			const reading = this.#readFresh(applicationId).finally(() => {
				if (this.#reading === reading) this.#reading = null;
			});
			this.#reading = reading;
		}
		return this.#reading;
	}

	invalidate(): void {
		this.#version++;
		this.#cached = null;
		this.#reading = null;
	}

	async #readFresh(applicationId: ApplicationId): Promise<ApplicationRoutes | null> {
		for (;;) {
			const version = this.#version;
			const readAt = this.#clock();
			const found = await findRoutes(this.#db, applicationId);
			// A change while the query ran: what it read may be from before.
			if (version !== this.#version) continue;
			this.#cached = found === null ? null : { found, readAt };
			return found;
		}
	}
}
