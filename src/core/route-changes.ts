// Whether routes that somebody read are from after the changes that became known since. Versions of rows decide,
// and no clock: a row that was changed has at least the version that the change gave it, and what is gone stays so.
import type { Route } from "./delivery.ts";
import type { EndpointId } from "./ids.ts";

/** An application as delivery sees it; `updatedAt` is its row's, and routes are oldest first. */
export type ApplicationRoutes = { uid: string | null; updatedAt: number; routes: Route[] };

/**
 * How a change left a row: an endpoint's, or the application's own where `endpointId` is null. `updatedAt` is null
 * when it is gone, or when nobody said how it is.
 */
export type RouteChange = { endpointId: EndpointId | null; updatedAt: number | null };

/**
 * As many are remembered. What is older than all of these is older than what was forgotten, too, unless so many
 * changes were told later than one that came after them.
 */
export const CHANGES_MAX = 20;

/** True when the routes were read after all of these changes. A false «no» costs a query, and nothing else. */
export function hasSeen(found: ApplicationRoutes, changes: readonly RouteChange[]): boolean {
	return changes.every(({ endpointId, updatedAt }) => {
		if (endpointId === null) return updatedAt !== null && found.updatedAt >= updatedAt;
		const route = found.routes.find((each) => each.endpointId === endpointId);
		if (updatedAt === null) return route === undefined;
		// A route's version is the sum of its two rows'.
		return route !== undefined && route.version - found.updatedAt >= updatedAt;
	});
}

/** The changes with one more. Of one row the last is kept, in whatever order they were told. */
export function withChange(changes: readonly RouteChange[], change: RouteChange): RouteChange[] {
	const { endpointId } = change;
	const others = changes.filter((each) => each.endpointId !== endpointId);
	const same = changes.find((each) => each.endpointId === endpointId) ?? change;
	const isGone = same.updatedAt === null || change.updatedAt === null;
	const updatedAt = isGone ? null : Math.max(same.updatedAt ?? 0, change.updatedAt ?? 0);
	return [...others, { endpointId, updatedAt }].slice(-CHANGES_MAX);
}

/** The changes once the application was read after all of them, and is there: nobody deleted it. */
export function withoutDoubt(changes: readonly RouteChange[]): RouteChange[] {
	return changes.filter(({ endpointId, updatedAt }) => endpointId !== null || updatedAt !== null);
}
