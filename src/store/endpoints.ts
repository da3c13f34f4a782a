// Endpoints in D1, always within their application.
import { and, asc, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import { type ApplicationId, type EndpointId, isId } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { endpoints } from "./schema.ts";

export type Endpoint = typeof endpoints.$inferSelect;

const isNamed = (idOrUid: string) =>
	isId("ep", idOrUid)
		? or(eq(endpoints.id, idOrUid), eq(endpoints.uid, idOrUid))
		: eq(endpoints.uid, idOrUid);

export async function findEndpointInApp(
	db: Db,
	applicationId: ApplicationId,
	idOrUid: string,
): Promise<Endpoint | null> {
	const [found] = await db
		.select()
		.from(endpoints)
		.where(
			and(
				eq(endpoints.applicationId, applicationId),
				isNull(endpoints.deletedAt),
				isNamed(idOrUid),
			),
		);
	return found ?? null;
}

/** Also finds a deleted endpoint: its attempts can still be read. */
export async function findEndpointEverInApp(
	db: Db,
	applicationId: ApplicationId,
	idOrUid: string,
): Promise<Endpoint | null> {
	const [found] = await db
		.select()
		.from(endpoints)
		.where(and(eq(endpoints.applicationId, applicationId), isNamed(idOrUid)))
		.orderBy(asc(endpoints.deletedAt))
		.limit(1);
	return found ?? null;
}

export function insertEndpoint(db: Db, endpoint: Endpoint) {
	return db.insert(endpoints).values(endpoint);
}

export function updateEndpoint(db: Db, endpoint: Endpoint) {
	return db.update(endpoints).set(endpoint).where(eq(endpoints.id, endpoint.id));
}

/** The secret and headers are wiped; the rest stays so that past attempts can be read. */
export function markEndpointDeleted(db: Db, id: EndpointId, now: number) {
	return db
		.update(endpoints)
		.set({ deletedAt: now, secrets: "", headers: null, uid: null })
		.where(eq(endpoints.id, id));
}

export function listEndpoints(
	db: Db,
	applicationId: ApplicationId,
	plan: PageRead,
): Promise<Endpoint[]> {
	const down = plan.direction === "descending";
	const key = plan.key as EndpointId | null; // safe because it is only compared
	const beyond = key === null ? undefined : (down ? lt : gt)(endpoints.id, key);
	return db
		.select()
		.from(endpoints)
		.where(and(eq(endpoints.applicationId, applicationId), isNull(endpoints.deletedAt), beyond))
		.orderBy((down ? desc : asc)(endpoints.id))
		.limit(plan.take);
}
