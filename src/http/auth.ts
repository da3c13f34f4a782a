// Who calls: a Bearer key becomes an organisation. Valid keys are remembered by their digest for seconds.
import { DomainError } from "../core/errors.ts";
import type { ApplicationId, Id } from "../core/ids.ts";
import { sha256Hex } from "../platform/digest.ts";
import { findKeyAndApplication, findOrganisationOfKey } from "../store/api-keys.ts";
import type { Db } from "../store/db.ts";
import { RecentMap } from "./recent-map.ts";

const LIFE_MS = 10_000;

type Caller = { organisationId: Id<"org">; tokenHash: string };

/** Caches of one isolate. What is not found is never cached. */
export type CallerCache = {
	/** Digests by Authorization header: a busy sender's is asked for with every message. */
	hashes: RecentMap<string>;
	organisations: RecentMap<Id<"org">>;
	applications: RecentMap<ApplicationId>;
};

export function createCallerCache(): CallerCache {
	return {
		hashes: new RecentMap(LIFE_MS),
		organisations: new RecentMap(LIFE_MS),
		applications: new RecentMap(LIFE_MS),
	};
}

const refused = () => new DomainError("authentication_failed", "Invalid token");

export async function tokenHashOf(
	cache: CallerCache,
	request: Request,
	now: number,
): Promise<string> {
	const header = request.headers.get("authorization") ?? "";
	const known = cache.hashes.get(header, now);
	if (known !== undefined) return known;
	const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? [];
	if (token === undefined) throw refused();
	const hash = await sha256Hex(token);
	cache.hashes.set(header, hash, now);
	return hash;
}

export async function authenticate(
	db: Db,
	cache: CallerCache,
	tokenHash: string,
	now: number,
): Promise<Caller> {
	const known = cache.organisations.get(tokenHash, now);
	if (known !== undefined) return { organisationId: known, tokenHash };
	const organisationId = await findOrganisationOfKey(db, tokenHash, now);
	if (organisationId === null) throw refused();
	cache.organisations.set(tokenHash, organisationId, now);
	return { organisationId, tokenHash };
}

/** Caller and application with at most one query, for the path that every message takes. */
export async function authenticateForApplication(
	db: Db,
	cache: CallerCache,
	tokenHash: string,
	idOrUid: string,
	now: number,
): Promise<Caller & { applicationId: ApplicationId | null }> {
	const name = `${tokenHash} ${idOrUid}`;
	const organisationId = cache.organisations.get(tokenHash, now);
	const applicationId = cache.applications.get(name, now);
	if (organisationId !== undefined && applicationId !== undefined) {
		return { organisationId, tokenHash, applicationId };
	}
	const found = await findKeyAndApplication(db, tokenHash, idOrUid, now);
	if (found === null) throw refused();
	cache.organisations.set(tokenHash, found.organisationId, now);
	if (found.application !== null) cache.applications.set(name, found.application.id, now);
	return {
		organisationId: found.organisationId,
		tokenHash,
		applicationId: found.application?.id ?? null,
	};
}
