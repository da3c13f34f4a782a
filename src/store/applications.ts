// Applications in D1.
import { and, asc, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import { type ApplicationId, type Id, isId } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { applications } from "./schema.ts";

export type Application = typeof applications.$inferSelect;

const isLive = (organisationId: Id<"org">) =>
	and(eq(applications.organisationId, organisationId), isNull(applications.deletedAt));

const isNamed = (idOrUid: string) =>
	isId("app", idOrUid)
		? or(eq(applications.id, idOrUid), eq(applications.uid, idOrUid))
		: eq(applications.uid, idOrUid);

export function selectApplication(db: Db, organisationId: Id<"org">, idOrUid: string) {
	return db
		.select()
		.from(applications)
		.where(and(isLive(organisationId), isNamed(idOrUid)));
}

export async function findApplication(
	db: Db,
	organisationId: Id<"org">,
	idOrUid: string,
): Promise<Application | null> {
	const [found] = await selectApplication(db, organisationId, idOrUid);
	return found ?? null;
}

export function insertApplication(db: Db, application: Application) {
	return db.insert(applications).values(application);
}

export function updateApplication(db: Db, application: Application) {
	return db.update(applications).set(application).where(eq(applications.id, application.id));
}

export function markApplicationDeleted(db: Db, id: ApplicationId, now: number) {
	return db.update(applications).set({ deletedAt: now }).where(eq(applications.id, id));
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
