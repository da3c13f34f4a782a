// Who calls: a Bearer token becomes an organisation, or one application of it. Valid API keys are remembered by
// their digest for seconds; tokens of applications never are, because they end at once when somebody says so.
import { withinPortal } from "../core/capabilities.ts";
import { DomainError } from "../core/errors.ts";
import type { ApplicationId, Id } from "../core/ids.ts";
import type { ApplicationRoutes } from "../core/route-changes.ts";
import { isApplicationToken } from "../core/token.ts";
import { sha256Hex } from "../platform/digest.ts";
import { findKeyAndApplication, findOrganisationOfKey } from "../store/api-keys.ts";
import { type FoundToken, findApplicationToken } from "../store/application-tokens.ts";
import type { Db } from "../store/db.ts";
import { RecentMap } from "./recent-map.ts";

const LIFE_MS = 10_000;
/** How long a revoked key still works where it was used. */
const KEY_LIFE_MS = 2_000;

/** A token as it is looked up: never itself. */
type Digest = { hash: string; isApplicationToken: boolean };

/** Caches of one isolate. What is not found is never cached. */
export type CallerCache = {
	/** Digests by Authorization header: a busy sender's is asked for with every message. */
	digests: RecentMap<Digest>;
	organisations: RecentMap<Id<"org">>;
	applications: RecentMap<ApplicationId>;
};

export function createCallerCache(): CallerCache {
	return {
		digests: new RecentMap(LIFE_MS),
		organisations: new RecentMap(KEY_LIFE_MS),
		applications: new RecentMap(LIFE_MS),
	};
}

export const refused = () => new DomainError("authentication_failed", "Invalid token");

export async function digestToken(
	cache: CallerCache,
	request: Request,
	now: number,
): Promise<Digest> {
	const header = request.headers.get("authorization") ?? "";
	const known = cache.digests.get(header, now);
	if (known !== undefined) return known;
	const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? [];
	if (token === undefined) throw refused();
	const digest = {
		hash: await sha256Hex(token),
		isApplicationToken: isApplicationToken(token),
	};
	cache.digests.set(header, digest, now);
	return digest;
}

/** The organisation of an API key. */
export async function authenticate(
	db: Db,
	cache: CallerCache,
	hash: string,
	now: number,
): Promise<Id<"org">> {
	const known = cache.organisations.get(hash, now);
	if (known !== undefined) return known;
	const organisationId = await findOrganisationOfKey(db, hash, now);
	if (organisationId === null) throw refused();
	cache.organisations.set(hash, organisationId, now);
	return organisationId;
}

/** What was read of an application, and when: at this time or later. */
export type ReadApplication = { found: ApplicationRoutes; readAt: number };

/**
 * The same and one of its applications with at most one query, for the path that every message takes. Where one is
 * needed it brings the application's routes, too: its MessageStore may have none.
 */
export async function authenticateForApplication(
	db: Db,
	cache: CallerCache,
	hash: string,
	idOrUid: string,
	now: number,
): Promise<{
	organisationId: Id<"org">;
	applicationId: ApplicationId | null;
	read: ReadApplication | null;
}> {
	const name = `${hash} ${idOrUid}`;
	const organisationId = cache.organisations.get(hash, now);
	const applicationId = cache.applications.get(name, now);
	if (organisationId !== undefined && applicationId !== undefined) {
		return { organisationId, applicationId, read: null };
	}
	const known = await findKeyAndApplication(db, hash, idOrUid, now);
	if (known === null) throw refused();
	const { application } = known;
	cache.organisations.set(hash, known.organisationId, now);
	if (application !== null) cache.applications.set(name, application.id, now);
	const found = application?.found ?? null;
	return {
		organisationId: known.organisationId,
		applicationId: application?.id ?? null,
		read: found === null ? null : { found, readAt: now },
	};
}

/** A valid token of an application, with the capabilities that its organisation leaves it. */
export async function authenticateToken(db: Db, hash: string, now: number): Promise<FoundToken> {
	const found = await findApplicationToken(db, hash, now);
	if (found === null) throw refused();
	const { token } = found;
	const isPortalReadOnly = token.kind === "session" && found.isPortalReadOnly === true;
	const capabilities = withinPortal(token.capabilities, isPortalReadOnly);
	return { ...found, isPortalReadOnly, token: { ...token, capabilities } };
}
