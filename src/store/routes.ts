// What delivery reads of an application: its endpoints, as routes.
import { and, eq, isNull } from "drizzle-orm";
import type { Route } from "../core/delivery.ts";
import type { ApplicationId, EndpointId } from "../core/ids.ts";
import type { Db } from "./db.ts";
import { applications, endpoints } from "./schema.ts";

const routeColumns = {
	endpointId: endpoints.id,
	applicationId: endpoints.applicationId,
	url: endpoints.url,
	disabled: endpoints.disabled,
	eventTypes: endpoints.eventTypes,
	channels: endpoints.channels,
	secrets: endpoints.secrets,
	headers: endpoints.headers,
};

/** An application as delivery sees it; routes are oldest first. */
export type ApplicationRoutes = { uid: string | null; routes: Route[] };

/** @returns null when the application is gone */
export async function findRoutes(
	db: Db,
	applicationId: ApplicationId,
): Promise<ApplicationRoutes | null> {
	const [[found], routes] = await db.batch([
		db
			.select({ uid: applications.uid })
			.from(applications)
			.where(and(eq(applications.id, applicationId), isNull(applications.deletedAt))),
		db
			.select(routeColumns)
			.from(endpoints)
			.where(and(eq(endpoints.applicationId, applicationId), isNull(endpoints.deletedAt)))
			.orderBy(endpoints.id),
	]);
	return found === undefined ? null : { uid: found.uid, routes };
}

/** The route of one endpoint; null when it or its application is gone. */
export async function findRoute(db: Db, endpointId: EndpointId): Promise<Route | null> {
	const [route] = await db
		.select(routeColumns)
		.from(endpoints)
		.innerJoin(applications, eq(applications.id, endpoints.applicationId))
		.where(
			and(
				eq(endpoints.id, endpointId),
				isNull(endpoints.deletedAt),
				isNull(applications.deletedAt),
			),
		);
	return route ?? null;
}
