// Tokens of applications in D1, found by the digest of the secret. A right that ends early loses its row.
import { and, eq, gt, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { ApplicationId, Id } from "../core/ids.ts";
import type { Application } from "./applications.ts";
import type { Db } from "./db.ts";
import { applications, applicationTokens, integrations, settings } from "./schema.ts";

export type ApplicationToken = typeof applicationTokens.$inferSelect;

const isLive = (now: number) =>
	or(isNull(applicationTokens.expiresAt), gt(applicationTokens.expiresAt, now));

const isOfLiveApplication = and(
	eq(applications.id, applicationTokens.applicationId),
	isNull(applications.deletedAt),
);

export type FoundToken = {
	token: ApplicationToken;
	/** The application's. */
	uid: string | null;
	/** The organisation lets all portal sessions only look; null where nothing is set. */
	isPortalReadOnly: boolean | null;
};

/** A valid token of an application that was not deleted. */
export async function findApplicationToken(
	db: Db,
	hash: string,
	now: number,
): Promise<FoundToken | null> {
	const [found] = await db
		.select({
			token: applicationTokens,
			uid: applications.uid,
			isPortalReadOnly: settings.isPortalReadOnly,
		})
		.from(applicationTokens)
		.innerJoin(applications, isOfLiveApplication)
		.leftJoin(settings, eq(settings.organisationId, applicationTokens.organisationId))
		.where(and(eq(applicationTokens.hash, hash), ne(applicationTokens.kind, "link"), isLive(now)));
	return found ?? null;
}

/** A link that can still begin a session, and its application. */
export async function findLink(
	db: Db,
	hash: string,
	now: number,
): Promise<{ link: ApplicationToken; application: Application } | null> {
	const [found] = await db
		.select({ link: applicationTokens, application: applications })
		.from(applicationTokens)
		.innerJoin(applications, isOfLiveApplication)
		.where(and(eq(applicationTokens.hash, hash), eq(applicationTokens.kind, "link"), isLive(now)));
	return found ?? null;
}

export function insertApplicationToken(db: Db, token: ApplicationToken) {
	return db.insert(applicationTokens).values(token);
}

/** The columns of a new token, of which some come from the row that it is made of. */
function columns(fields: Record<keyof ApplicationToken, SQL | string | number | null>) {
	const named = Object.entries(fields).map(([name, value]) => [name, sql`${value}`.as(name)]);
	return Object.fromEntries(named);
}

/**
 * Makes a session of a link that nobody used, in one transaction: of many who try, one succeeds.
 * @param sessionHash that of the session's token
 */
export async function spendLink(
	db: Db,
	linkHash: string,
	sessionHash: string,
	now: number,
): Promise<ApplicationToken | null> {
	const t = applicationTokens;
	const session = columns({
		hash: sessionHash,
		kind: "session",
		organisationId: sql`${t.organisationId}`,
		applicationId: sql`${t.applicationId}`,
		integrationId: null,
		capabilities: sql`${t.capabilities}`,
		featureFlags: sql`${t.featureFlags}`,
		sessionId: sql`${t.sessionId}`,
		createdAt: now,
		expiresAt: sql`${t.sessionExpiresAt}`,
		sessionExpiresAt: null,
	});
	const isUnspent = and(eq(t.hash, linkHash), eq(t.kind, "link"), gt(t.expiresAt, now));
	const [made] = await db.batch([
		db
			.insert(t)
			// safe because it has the table's columns in the table's order
			.select(
				(qb) =>
					qb
						.select(session as never)
						.from(t)
						.where(isUnspent) as never,
			)
			.returning(),
		db.delete(t).where(and(eq(t.hash, linkHash), eq(t.kind, "link"))),
	]);
	return made[0] ?? null;
}

/** Gives an integration a token; nothing, when it was deleted since it was read. */
export function insertIntegrationToken(
	db: Db,
	integration: { id: Id<"integ">; organisationId: Id<"org"> },
	hash: string,
	now: number,
) {
	const token = columns({
		hash,
		kind: "integration",
		organisationId: integration.organisationId,
		applicationId: sql`${integrations.applicationId}`,
		integrationId: sql`${integrations.id}`,
		capabilities: null,
		featureFlags: sql`${integrations.featureFlags}`,
		sessionId: null,
		createdAt: now,
		expiresAt: null,
		sessionExpiresAt: null,
	});
	return db.insert(applicationTokens).select(
		(qb) =>
			qb
				// safe because it has the table's columns in the table's order
				.select(token as never)
				.from(integrations)
				.where(eq(integrations.id, integration.id)) as never,
	);
}

export function setFlagsOfIntegration(db: Db, id: Id<"integ">, featureFlags: string[] | null) {
	return db
		.update(applicationTokens)
		.set({ featureFlags })
		.where(eq(applicationTokens.integrationId, id));
}

export function deleteTokensOfIntegration(db: Db, id: Id<"integ">) {
	return db.delete(applicationTokens).where(eq(applicationTokens.integrationId, id));
}

export function deleteApplicationToken(db: Db, hash: string) {
	return db.delete(applicationTokens).where(eq(applicationTokens.hash, hash));
}

export function deleteTokensOfApplication(db: Db, id: ApplicationId) {
	return db.delete(applicationTokens).where(eq(applicationTokens.applicationId, id));
}

/** Ends people's sessions, and what links would still begin, at `time` at the latest. */
export function expireSessions(
	db: Db,
	applicationId: ApplicationId,
	sessionIds: string[] | null,
	time: number,
) {
	const t = applicationTokens;
	const isOne = sessionIds === null ? undefined : inArray(t.sessionId, sessionIds);
	return db
		.update(t)
		.set({
			expiresAt: sql`min(${t.expiresAt}, ${time})`,
			sessionExpiresAt: sql`min(${t.sessionExpiresAt}, ${time})`,
		})
		.where(and(eq(t.applicationId, applicationId), isOne, ne(t.kind, "integration")));
}

export async function deleteExpiredTokens(db: Db, now: number): Promise<void> {
	await db.delete(applicationTokens).where(lte(applicationTokens.expiresAt, now));
}
