// An object's copy of the routes of its application, never older than 30 s and dropped on every change.
import type { ApplicationId } from "../../core/ids.ts";
import type { ApplicationRoutes, RouteChange } from "../../core/route-changes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RoutesRead } from "../../platform/message-store-client.ts";
import type { Db } from "../../store/db.ts";
import { findRoutes } from "../../store/routes.ts";
import type { KnownChanges } from "./known-changes.ts";

export const ROUTES_LIFE_MS = 30_000;
/** A request whose body came slowly brings routes that are not worth having. */
const AGE_MS_MAX = 10_000;

export class RouteTable {
	readonly #db: Db;
	readonly #clock: Clock;
	readonly #changes: KnownChanges;
	#cached: { found: ApplicationRoutes; readAt: number } | null = null;
	#reading: Promise<ApplicationRoutes | null> | null = null;
	#version = 0;

	constructor(db: Db, clock: Clock, changes: KnownChanges) {
		this.#db = db;
		this.#clock = clock;
		this.#changes = changes;
	}

	/**
	 * Routes of the application; null when it is gone. Callers at the same time share one query.
	 * @param brought what the caller read of it: taken in place of a query, unless there was a change since
	 */
	async read(
		applicationId: ApplicationId,
		brought?: RoutesRead,
	): Promise<ApplicationRoutes | null> {
		const cached = this.#cached;
		if (cached !== null && this.#clock() - cached.readAt < ROUTES_LIFE_MS) return cached.found;
		if (brought !== undefined && this.#isGood(brought)) {
			this.#cached = { found: brought.found, readAt: this.#clock() - brought.ageMs };
			return brought.found;
		}
		if (this.#reading === null) {
			const reading = this.#readFresh(applicationId).finally(() => {
				if (this.#reading === reading) this.#reading = null;
			});
			this.#reading = reading;
		}
		return this.#reading;
	}

	#isGood({ found, ageMs }: RoutesRead): boolean {
		return ageMs <= AGE_MS_MAX && this.#changes.areSeenBy(found);
	}

	/** @param change left out where nobody knows what it was */
	invalidate(change?: RouteChange): void {
		this.#version++;
		this.#cached = null;
		this.#reading = null;
		this.#changes.add(change);
	}

	async #readFresh(applicationId: ApplicationId): Promise<ApplicationRoutes | null> {
		for (;;) {
			const version = this.#version;
			const readAt = this.#clock();
			const found = await findRoutes(this.#db, applicationId);
			// A change while the query ran: what it read may be from before.
			if (version !== this.#version) continue;
			this.#cached = found === null ? null : { found, readAt };
			if (found !== null) this.#changes.areRead();
			return found;
		}
	}
}
