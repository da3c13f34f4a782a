// What the platform knows of domains: making one known, asking how it stands, and forgetting it.
import { standingOf } from "../core/domain.ts";
import { conflict, invalid } from "../core/errors.ts";
import type {
	CustomHostname,
	CustomHostnames,
	HostnameAnswer,
} from "../platform/custom-hostnames.ts";
import { type Db, isUniqueViolation } from "../store/db.ts";
import {
	type Domain,
	type DomainChanges,
	deleteDomainRow,
	hasExternalId,
	listDomainsToCheck,
	touchDomain,
	updateDomain,
} from "../store/domains.ts";
import type { ServiceContext } from "./context.ts";

/** How often a read asks for the same domain. */
const CHECK_AGAIN_MS = 5_000;
/** Asked about in one sweep: fewer than requests that one invocation may make. */
const CHECKED_AT_ONCE = 40;

/** True when a read should ask anew. One that is active is left to the sweep. */
export const isDue = (domain: Domain, now: number): boolean =>
	domain.state !== "active" && now - domain.checkedAt >= CHECK_AGAIN_MS;

/** Makes a new domain known. Throws when the platform refuses its name; what fails for now is tried again. */
export async function announce(
	ctx: Pick<ServiceContext, "db" | "now">,
	platform: CustomHostnames,
	draft: Domain,
): Promise<DomainChanges> {
	const answer = await createOrAdopt(ctx.db, platform, draft.hostname);
	if (answer.ok) return toChanges(answer.hostname, draft);
	switch (answer.reason) {
		case "refused":
			throw invalid(["body", "hostname"], answer.words);
		case "duplicate":
			throw conflict("This hostname is somebody's domain already");
		case "missing":
		case "unavailable":
			return { problem: answer.words };
	}
}

/** One that exists there and belongs to no domain is left from a creation that was interrupted. */
async function createOrAdopt(
	db: Db,
	platform: CustomHostnames,
	hostname: string,
): Promise<HostnameAnswer> {
	const created = await platform.create(hostname);
	if (created.ok || created.reason !== "duplicate") return created;
	const found = await platform.find(hostname);
	if (!found.ok) return found;
	return (await hasExternalId(db, found.hostname.externalId)) ? created : found;
}

/** Asks how a domain stands and writes it down; when the platform does not answer, it stands as before. */
export async function checkDomain(
	db: Db,
	platform: CustomHostnames,
	domain: Domain,
	now: number,
	how: "get" | "verify" = "get",
): Promise<Domain> {
	const answer = await ask(db, platform, domain, how);
	const changes = { ...toDomainChanges(answer, domain), checkedAt: now };
	const isChanged = changes.state !== undefined && changes.state !== domain.state;
	const next = { ...domain, ...changes, ...(isChanged && { updatedAt: now }) };
	try {
		await updateDomain(db, domain.id, { ...changes, updatedAt: next.updatedAt });
		return next;
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		const lost = { state: "error", problem: "It is somebody else's domain." } as const;
		await updateDomain(db, domain.id, { ...lost, checkedAt: now });
		return { ...domain, ...lost, checkedAt: now };
	}
}

function ask(
	db: Db,
	platform: CustomHostnames,
	{ externalId, hostname, state }: Domain,
	how: "get" | "verify",
): Promise<HostnameAnswer> {
	if (externalId === null) return createOrAdopt(db, platform, hostname);
	return how === "verify" && state !== "active"
		? platform.verify(externalId)
		: platform.get(externalId);
}

function toDomainChanges(answer: HostnameAnswer, domain: Domain): DomainChanges {
	if (answer.ok) return toChanges(answer.hostname, domain);
	switch (answer.reason) {
		case "unavailable":
			return { problem: answer.words };
		case "missing":
			return { state: "error", problem: answer.words, externalId: null, records: [] };
		case "refused":
		case "duplicate":
			return { state: "error", problem: answer.words };
	}
}

function toChanges(hostname: CustomHostname, before: Domain): DomainChanges {
	const { externalId, records } = hostname;
	return { ...standingOf(hostname, before.state), externalId, records: [...records] };
}

/** Makes the platform forget a domain that is gone; the next sweep tries again what fails. */
export async function removeDomain(
	db: Db,
	platform: CustomHostnames,
	domain: Domain,
	now: number,
): Promise<void> {
	const failure = domain.externalId === null ? null : await platform.delete(domain.externalId);
	if (failure === null) await deleteDomainRow(db, domain.id);
	else await touchDomain(db, domain.id, now);
}

/** Asks about those that nobody has asked about for longest, and removes what is left to remove. */
export async function checkDomains(
	db: Db,
	platform: CustomHostnames | null,
	now: number,
): Promise<void> {
	if (platform === null) return;
	for (const domain of await listDomainsToCheck(db, CHECKED_AT_ONCE)) {
		if (domain.deletedAt !== null) await removeDomain(db, platform, domain, now);
		else await checkDomain(db, platform, domain, now);
	}
}
