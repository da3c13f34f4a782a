// Which of the tokens and keys that watch an application still may.
import { and, eq, gt, inArray, isNull, ne, or } from "drizzle-orm";
import type { ApplicationId } from "../core/ids.ts";
import type { Db } from "./db.ts";
import { apiKeys, applications, applicationTokens } from "./schema.ts";

/** The platform binds at most 100 parameters to one query. */
const AT_ONCE = 90;

/** Those of these digests that are valid in the application, with their ends; null for no end. */
export async function findValidHashes(
	db: Db,
	applicationId: ApplicationId,
	hashes: readonly string[],
	now: number,
): Promise<Map<string, { isKey: boolean; expiresAt: number | null }>> {
	const valid = new Map<string, { isKey: boolean; expiresAt: number | null }>();
	for (let i = 0; i < hashes.length; i += AT_ONCE) {
		const some = hashes.slice(i, i + AT_ONCE);
		const [tokens, keys] = await db.batch([
			tokensIn(db, applicationId, some, now),
			keysIn(db, applicationId, some, now),
		]);
		for (const { hash, expiresAt } of tokens) valid.set(hash, { isKey: false, expiresAt });
		for (const { hash, expiresAt } of keys) valid.set(hash, { isKey: true, expiresAt });
	}
	return valid;
}

const isThere = (applicationId: ApplicationId) =>
	and(eq(applications.id, applicationId), isNull(applications.deletedAt));

const tokensIn = (db: Db, applicationId: ApplicationId, hashes: string[], now: number) =>
	db
		.select({ hash: applicationTokens.hash, expiresAt: applicationTokens.expiresAt })
		.from(applicationTokens)
		.innerJoin(applications, isThere(applicationId))
		.where(
			and(
				inArray(applicationTokens.hash, hashes),
				eq(applicationTokens.applicationId, applicationId),
				ne(applicationTokens.kind, "link"),
				or(isNull(applicationTokens.expiresAt), gt(applicationTokens.expiresAt, now)),
			),
		);

const keysIn = (db: Db, applicationId: ApplicationId, hashes: string[], now: number) =>
	db
		.select({ hash: apiKeys.hash, expiresAt: apiKeys.expiresAt })
		.from(apiKeys)
		.innerJoin(
			applications,
			and(isThere(applicationId), eq(applications.organisationId, apiKeys.organisationId)),
		)
		.where(
			and(
				inArray(apiKeys.hash, hashes),
				isNull(apiKeys.revokedAt),
				or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
			),
		);
