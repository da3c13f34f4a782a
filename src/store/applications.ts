// Applications in D1.
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { type ApplicationId, type Id, isId } from "../core/ids.ts";
import type { PageRead, PageRows } from "../core/page.ts";
import type { Db } from "./db.ts";
import { readFitting } from "./pages.ts";
import { applications, endpoints } from "./schema.ts";

export type Application = typeof applications.$inferSelect;

/** Of those that the organisation made: the operational one stays hidden. */
const isLive = (organisationId: Id<"org">) =>
	and(
		eq(applications.organisationId, organisationId),
		isNull(applications.deletedAt),
		eq(applications.isOperational, false),
	);

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

/** The hidden application whose endpoints get the operational webhooks. */
export async function findOperationalApplication(
	db: Db,
	organisationId: Id<"org">,
): Promise<Application | null> {
	const [found] = await db
		.select()
		.from(applications)
		// Written out, because a bound value does not choose the index that has only these rows.
		.where(and(eq(applications.organisationId, organisationId), sql`is_operational = 1`));
	return found ?? null;
}

/** Does nothing when the organisation has one: an endpoint that is written with it then `isOrphan`. */
export function insertOperationalApplication(db: Db, application: Application) {
	return db.insert(applications).values(application).onConflictDoNothing();
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

/** Their name, uid or id has this text in it, whatever the case of its ASCII letters. */
function isAbout(text: string) {
	const wanted = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	const has = (column: typeof applications.name | typeof applications.uid) =>
		sql`instr(lower(${column}), ${wanted}) > 0`;
	return or(
		has(applications.name),
		has(applications.uid),
		sql`instr(lower(${applications.id}), ${wanted}) > 0`,
	);
}

/** Which applications a list leaves out, by their endpoints. One without any is only left out by the first. */
export type ExcludedApplications = {
	withoutAny: boolean;
	/** Those whose endpoints are all disabled. */
	withoutEnabled: boolean;
	/** Those whose endpoints are all at the hosted place for trying out. */
	withoutReal: boolean;
};

const PLAYGROUND = "https://play.svix.com/%";

function isIncluded({ withoutAny, withoutEnabled, withoutReal }: ExcludedApplications) {
	const has = (more: SQL) =>
		sql`EXISTS (SELECT 1 FROM ${endpoints} WHERE ${endpoints.applicationId} = ${applications.id}
			AND ${endpoints.deletedAt} IS NULL ${more})`;
	const any = has(sql``);
	return and(
		withoutAny ? any : undefined,
		withoutEnabled ? sql`(${has(sql`AND ${endpoints.disabled} = 0`)} OR NOT ${any})` : undefined,
		withoutReal
			? sql`(${has(sql`AND ${endpoints.url} NOT LIKE ${PLAYGROUND}`)} OR NOT ${any})`
			: undefined,
	);
}

export function listApplications(
	db: Db,
	organisationId: Id<"org">,
	plan: PageRead,
	excluded: ExcludedApplications,
	text: string | null = null,
): Promise<PageRows<Application>> {
	return readFitting(db, plan, {
		table: applications,
		key: applications.id,
		within: isLive(organisationId),
		fits: and(isIncluded(excluded), text === null ? undefined : isAbout(text)),
	});
}
