// Endpoints in D1, always within their application.
import { and, eq, isNull, sql } from "drizzle-orm";
import { type ApplicationId, type EndpointId, isId } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { inPages } from "./pages.ts";
import { applications, endpoints } from "./schema.ts";

export type Endpoint = typeof endpoints.$inferSelect;

const isLive = (applicationId: ApplicationId) =>
	and(eq(endpoints.applicationId, applicationId), isNull(endpoints.deletedAt));

/** No uid begins like an id, so that one index is enough for either. */
const isNamed = (idOrUid: string) =>
	isId("ep", idOrUid) ? eq(endpoints.id, idOrUid) : eq(endpoints.uid, idOrUid);

export async function findEndpointInApp(
	db: Db,
	applicationId: ApplicationId,
	idOrUid: string,
): Promise<Endpoint | null> {
	const [found] = await db
		.select()
		.from(endpoints)
		.where(and(isLive(applicationId), isNamed(idOrUid)));
	return found ?? null;
}

/** Also finds a deleted endpoint by its id, as a uid is free again: its attempts can still be read. */
export async function findEndpointEverInApp(
	db: Db,
	applicationId: ApplicationId,
	idOrUid: string,
): Promise<Endpoint | null> {
	if (!isId("ep", idOrUid)) return findEndpointInApp(db, applicationId, idOrUid);
	const [found] = await db
		.select()
		.from(endpoints)
		.where(and(eq(endpoints.applicationId, applicationId), eq(endpoints.id, idOrUid)));
	return found ?? null;
}

/** When the application was deleted meanwhile, the write `isOrphan`. */
export function insertEndpoint(db: Db, endpoint: Endpoint) {
	const parent = db
		.select({ id: applications.id })
		.from(applications)
		.where(and(eq(applications.id, endpoint.applicationId), isNull(applications.deletedAt)));
	return db.insert(endpoints).values({ ...endpoint, applicationId: sql`${parent}` });
}

/** Writes `changes` to the endpoint that was `found`; when it is no longer like that, `isStale`. */
export function updateEndpoint(
	db: Db,
	found: Endpoint,
	changes: Partial<Endpoint> & { updatedAt: number },
) {
	const isSame = sql`${endpoints.updatedAt} = ${found.updatedAt} AND ${endpoints.deletedAt} IS NULL`;
	return db
		.update(endpoints)
		.set({
			...changes,
			updatedAt: sql`CASE WHEN ${isSame} THEN ${changes.updatedAt} ELSE NULL END`,
		})
		.where(and(eq(endpoints.applicationId, found.applicationId), eq(endpoints.id, found.id)));
}

/** The secret and headers are wiped; the rest stays so that past attempts can be read. */
const toDeleted = (now: number) => ({ deletedAt: now, secrets: "", headers: null, uid: null });

export function markEndpointDeleted(
	db: Db,
	applicationId: ApplicationId,
	id: EndpointId,
	now: number,
) {
	return db
		.update(endpoints)
		.set(toDeleted(now))
		.where(and(isLive(applicationId), eq(endpoints.id, id)));
}

export function markEndpointsDeleted(db: Db, applicationId: ApplicationId, now: number) {
	return db.update(endpoints).set(toDeleted(now)).where(isLive(applicationId));
}

export async function listEndpointIds(db: Db, applicationId: ApplicationId): Promise<EndpointId[]> {
	const rows = await db.select({ id: endpoints.id }).from(endpoints).where(isLive(applicationId));
	return rows.map(({ id }) => id);
}

export function listEndpoints(
	db: Db,
	applicationId: ApplicationId,
	plan: PageRead,
): Promise<Endpoint[]> {
	const { beyond, order } = inPages(endpoints.id, plan);
	return db
		.select()
		.from(endpoints)
		.where(and(isLive(applicationId), beyond))
		.orderBy(order)
		.limit(plan.take);
}
