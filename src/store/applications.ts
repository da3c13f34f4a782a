// Applications in D1.
import { and, asc, desc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type ApplicationId, type Id, isId } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { applications } from "./schema.ts";

export type Application = typeof applications.$inferSelect;

const isLive = (organisationId: Id<"org">) =>
	and(eq(applications.organisationId, organisationId), isNull(applications.deletedAt));

/** No uid begins like an id, so that one index is enough for either. */
export const isApplicationNamed = (idOrUid: string) =>
	isId("app", idOrUid) ? eq(applications.id, idOrUid) : eq(applications.uid, idOrUid);

export async function findApplication(
	db: Db,
	organisationId: Id<"org">,
	idOrUid: string,
): Promise<Application | null> {
	const [found] = await db
		.select()
		.from(applications)
		.where(and(isLive(organisationId), isApplicationNamed(idOrUid)));
	return found ?? null;
}

export function insertApplication(db: Db, application: Application) {
	return db.insert(applications).values(application);
}

/** Writes `changes` to the application that was `found`; when it is no longer like that, `isStale`. */
export function updateApplication(
	db: Db,
	found: Application,
	changes: Partial<Application> & { updatedAt: number },
) {
	const isSame = sql`${applications.updatedAt} = ${found.updatedAt} AND ${applications.deletedAt} IS NULL`;
	return db
		.update(applications)
		.set({
			...changes,
			updatedAt: sql`CASE WHEN ${isSame} THEN ${changes.updatedAt} ELSE NULL END`,
		})
		.where(
			and(eq(applications.organisationId, found.organisationId), eq(applications.id, found.id)),
		);
}

export function markApplicationDeleted(
	db: Db,
	organisationId: Id<"org">,
	id: ApplicationId,
	now: number,
) {
	return db
		.update(applications)
		.set({ deletedAt: now })
		.where(and(isLive(organisationId), eq(applications.id, id)));
}

export function listApplications(
	db: Db,
	organisationId: Id<"org">,
	plan: PageRead,
): Promise<Application[]> {
	const down = plan.direction === "descending";
	const key = plan.key as ApplicationId | null; // safe because it is only compared
	const beyond = key === null ? undefined : (down ? lt : gt)(applications.id, key);
	return db
		.select()
		.from(applications)
		.where(and(isLive(organisationId), beyond))
		.orderBy((down ? desc : asc)(applications.id))
		.limit(plan.take);
}
