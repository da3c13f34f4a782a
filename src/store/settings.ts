// Settings of organisations in D1, and what a page needs of them before anybody has said who they are.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { Db } from "./db.ts";
import { applications, settings } from "./schema.ts";

export type Settings = typeof settings.$inferSelect;

export async function findSettings(db: Db, organisationId: Id<"org">): Promise<Settings | null> {
	const isOne = eq(settings.organisationId, organisationId);
	const [found] = await db.select().from(settings).where(isOne);
	return found ?? null;
}

/** Writes `next` in the place of what was `found`; when that is no longer like that, `isStale`. */
export function writeSettings(db: Db, found: Settings | null, next: Settings) {
	const isSame = sql`${settings.updatedAt} = ${found?.updatedAt ?? null}`;
	const { organisationId: _, createdAt: __, ...changes } = next;
	return db
		.insert(settings)
		.values(next)
		.onConflictDoUpdate({
			target: settings.organisationId,
			set: {
				...changes,
				updatedAt: sql`CASE WHEN ${isSame} THEN ${next.updatedAt} ELSE NULL END`,
			},
		});
}

/**
 * Gives the settings another version, so that nobody reads what was kept of the event types as they were. Where no
 * catalog is public nothing is kept, and its publication is a new version itself.
 */
export function markCatalogChanged(db: Db, organisationId: Id<"org">, now: number) {
	return db
		.update(settings)
		.set({ updatedAt: sql`max(${now}, ${settings.updatedAt} + 1)` })
		.where(and(eq(settings.organisationId, organisationId), eq(settings.isCatalogPublic, true)));
}

const ANCESTORS = { origins: settings.portalFrameAncestors };

/** Empty also for an organisation that is not there. */
export async function findFrameAncestors(db: Db, organisationId: Id<"org">): Promise<string[]> {
	const isOne = eq(settings.organisationId, organisationId);
	const [found] = await db.select(ANCESTORS).from(settings).where(isOne);
	return found?.origins ?? [];
}

/** The same for the organisation of an application. */
export async function findFrameAncestorsOfApplication(
	db: Db,
	applicationId: Id<"app">,
): Promise<string[]> {
	const [found] = await db
		.select(ANCESTORS)
		.from(applications)
		.innerJoin(settings, eq(settings.organisationId, applications.organisationId))
		.where(and(eq(applications.id, applicationId), isNull(applications.deletedAt)));
	return found?.origins ?? [];
}
