// What delivery reads of an application: its endpoints, as routes.
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Route } from "../core/delivery.ts";
import type { ApplicationId, EndpointId } from "../core/ids.ts";
import type { ApplicationRoutes } from "../core/route-changes.ts";
import type { Db } from "./db.ts";
import { applications, endpoints } from "./schema.ts";

export const operational = alias(applications, "operational");

// Columns of the same name get others: a batch answers rows by the names of their columns.
export const routeColumns = {
	endpointId: endpoints.id,
	endpointUid: endpoints.uid,
	applicationId: endpoints.applicationId,
	applicationUid: sql<string | null>`${applications.uid}`.as("application_uid"),
	// Each of the two only grows, and so does their sum.
	version: sql<number>`${endpoints.updatedAt} + ${applications.updatedAt}`,
	url: endpoints.url,
	disabled: endpoints.disabled,
	paused: endpoints.paused,
	ordered: endpoints.ordered,
	throttleRate: sql<
		number | null
	>`coalesce(${endpoints.throttleRate}, ${applications.throttleRate})`,
	maxInFlight: endpoints.maxInFlight,
	operationalApplicationId: sql<ApplicationId | null>`${operational.id}`.as("operational_id"),
	eventTypes: endpoints.eventTypes,
	channels: endpoints.channels,
	secrets: endpoints.secrets,
	headers: endpoints.headers,
};

/** Where events about an application's endpoints go. Events about its own endpoints would never end. */
export const hears = and(
	eq(operational.organisationId, applications.organisationId),
	// Written out, because a bound value does not choose the index that has only these rows.
	sql`${operational.isOperational} = 1`,
	eq(applications.isOperational, false),
	isNull(operational.deletedAt),
);

const selectRoutes = (db: Db) =>
	db
		.select(routeColumns)
		.from(endpoints)
		.innerJoin(applications, eq(applications.id, endpoints.applicationId))
		.leftJoin(operational, hears);

/** @returns null when the application is gone */
export async function findRoutes(
	db: Db,
	applicationId: ApplicationId,
): Promise<ApplicationRoutes | null> {
	const [[found], routes] = await db.batch([
		db
			.select({ uid: applications.uid, updatedAt: applications.updatedAt })
			.from(applications)
			.where(and(eq(applications.id, applicationId), isNull(applications.deletedAt))),
		selectRoutes(db)
			.where(and(eq(endpoints.applicationId, applicationId), isNull(endpoints.deletedAt)))
			.orderBy(endpoints.id),
	]);
	return found === undefined ? null : { ...found, routes };
}

/** The route of one endpoint; null when it or its application is gone. */
export async function findRoute(db: Db, endpointId: EndpointId): Promise<Route | null> {
	const [route] = await selectRoutes(db).where(
		and(eq(endpoints.id, endpointId), isNull(endpoints.deletedAt), isNull(applications.deletedAt)),
	);
	return route ?? null;
}

/** Routes of the endpoints that have no limit of their own, and go by their application's. */
export function findInheritingRoutes(db: Db, applicationId: ApplicationId): Promise<Route[]> {
	return selectRoutes(db).where(
		and(
			eq(endpoints.applicationId, applicationId),
			isNull(endpoints.throttleRate),
			isNull(endpoints.deletedAt),
			isNull(applications.deletedAt),
		),
	);
}
