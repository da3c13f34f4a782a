// API keys in D1, found by the digest of the key.
import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import { type Application, isApplicationNamed } from "./applications.ts";
import type { Db } from "./db.ts";
import { apiKeys, applications, organisations } from "./schema.ts";

type ApiKey = typeof apiKeys.$inferSelect;

const isValid = (hash: string, now: number) =>
	and(
		eq(apiKeys.hash, hash),
		isNull(apiKeys.revokedAt),
		or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
	);

/** The organisation of a valid key; null when there is none. */
export async function findOrganisationOfKey(
	db: Db,
	hash: string,
	now: number,
): Promise<Id<"org"> | null> {
	const [found] = await db
		.select({ organisationId: apiKeys.organisationId })
		.from(apiKeys)
		.where(isValid(hash, now));
	return found?.organisationId ?? null;
}

/** The same and one of its applications, in one round trip: what a message needs when nothing is cached. */
export async function findKeyAndApplication(
	db: Db,
	hash: string,
	idOrUid: string,
	now: number,
): Promise<{ organisationId: Id<"org">; application: Application | null } | null> {
	const [found] = await db
		.select({ organisationId: apiKeys.organisationId, application: applications })
		.from(apiKeys)
		.leftJoin(
			applications,
			and(
				eq(applications.organisationId, apiKeys.organisationId),
				isNull(applications.deletedAt),
				isApplicationNamed(idOrUid),
			),
		)
		.where(isValid(hash, now));
	return found ?? null;
}

export function insertOrganisation(db: Db, organisation: typeof organisations.$inferInsert) {
	return db.insert(organisations).values(organisation).onConflictDoNothing();
}

export function insertApiKey(db: Db, key: ApiKey) {
	return db.insert(apiKeys).values(key).onConflictDoNothing();
}
