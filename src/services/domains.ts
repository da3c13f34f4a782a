// Verbs on an organisation's own domains. Where the platform's API is set up, it decides when one is active.
import { DOMAINS_PER_ORGANISATION_MAX, type DomainRecord, type Served } from "../core/domain.ts";
import { conflict, invalid, notFound } from "../core/errors.ts";
import { parseHostname } from "../core/hostname.ts";
import { ID_RANDOM_BYTES, newId } from "../core/ids.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import type { CustomHostnames } from "../platform/custom-hostnames.ts";
import { isUniqueViolation } from "../store/db.ts";
import {
	countDomains,
	type Domain,
	deleteDomainRow,
	findActiveDomain,
	findDomain,
	insertDomain,
	listDomains as listRows,
	markDomainDeleted,
} from "../store/domains.ts";
import type { ServiceContext } from "./context.ts";
import { announce, checkDomain, isDue, removeDomain } from "./domain-checks.ts";

/** With all that must be set for it in DNS, first of all what leads requests here. */
export type ShownDomain = { domain: Domain; records: DomainRecord[] };

export type DomainPage = { limit: number; iterator: string | null; order: Order };

/** Asks for a domain. It shows nothing before it is active. */
export async function createDomain(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	input: { hostname: string; serves: Served },
): Promise<ShownDomain> {
	const parsed = parseHostname(input.hostname, hostsOf(ctx));
	if ("problem" in parsed) throw invalid(["body", "hostname"], parsed.problem);
	const { hostname } = parsed;
	if ((await countDomains(ctx.db, ctx.organisationId)) >= DOMAINS_PER_ORGANISATION_MAX) {
		const detail = `An organisation can have at most ${DOMAINS_PER_ORGANISATION_MAX} domains; delete one first`;
		throw conflict(detail);
	}
	if ((await findActiveDomain(ctx.db, hostname)) !== null) throw taken();
	const draft: Domain = {
		id: newId("dom", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		organisationId: ctx.organisationId,
		hostname,
		serves: input.serves,
		state: "pending",
		problem: null,
		externalId: null,
		records: [],
		createdAt: ctx.now,
		updatedAt: ctx.now,
		checkedAt: ctx.now,
		deletedAt: null,
	};
	const domain =
		platform === null ? draft : { ...draft, ...(await announce(ctx, platform, draft)) };
	try {
		return await ctx.commit([insertDomain(ctx.db, domain)], shown(ctx, domain));
	} catch (error) {
		throw isUniqueViolation(error) ? taken() : error;
	}
}

/** As it is now: what is not active yet is asked for. */
export async function getDomain(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	id: string,
): Promise<ShownDomain> {
	const found = await findOwn(ctx, id);
	if (platform === null || !isDue(found, ctx.now)) return shown(ctx, found);
	return shown(ctx, await checkDomain(ctx.db, platform, found, ctx.now));
}

/**
 * Looks again, for somebody who has just set the records. Only what has failed begins its validation again: one
 * that is under way would lose what it has reached.
 */
export async function verifyDomain(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	id: string,
): Promise<ShownDomain> {
	const found = await findOwn(ctx, id);
	if (platform === null) return ctx.commit([], shown(ctx, found));
	const looked = await checkDomain(ctx.db, platform, found, ctx.now);
	// What the platform did not know was just made known to it.
	const isFailed = looked.state === "error" && found.externalId !== null;
	const checked = isFailed
		? await checkDomain(ctx.db, platform, looked, ctx.now, "verify")
		: looked;
	return ctx.commit([], shown(ctx, checked));
}

/** From the next request on it shows nothing; the platform forgets it after the answer. */
export async function deleteDomain(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	id: string,
): Promise<void> {
	await remove(ctx, platform, await findOwn(ctx, id));
}

/** The platform forgets it after the answer. */
export async function remove(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	domain: Domain,
) {
	if (platform === null || domain.externalId === null) {
		await ctx.commit([deleteDomainRow(ctx.db, domain.id)], undefined);
		return;
	}
	await ctx.commit([markDomainDeleted(ctx.db, domain.id, ctx.now)], undefined);
	ctx.background(removeDomain(ctx.db, platform, domain, ctx.now));
}

async function findOwn(ctx: ServiceContext, id: string): Promise<Domain> {
	const found = await findDomain(ctx.db, ctx.organisationId, id);
	if (found === null) throw notFound();
	return found;
}

export async function listDomains(
	ctx: ServiceContext,
	page: DomainPage,
): Promise<ListEnvelope<ShownDomain>> {
	const plan = planPage(page.limit, page.iterator, page.order);
	const rows = await listRows(ctx.db, ctx.organisationId, plan);
	return toEnvelope(
		plan,
		rows,
		({ id }) => id,
		(row) => shown(ctx, row),
	);
}

/** As people see it: first of its records is what leads requests here. */
export function shown(ctx: ServiceContext, domain: Domain): ShownDomain {
	const [value = ""] = hostsOf(ctx);
	const routing = { type: "CNAME", purpose: "routing", name: domain.hostname, value } as const;
	return { domain, records: [routing, ...domain.records] };
}

/** The installation's names; where none are set, the one that was asked. */
function hostsOf({ config, ownHosts }: ServiceContext): string[] {
	if (config.ownHosts.length > 0) return config.ownHosts;
	return ownHosts.map((host) => host.replace(/:\d+$/, ""));
}

export const taken = () => conflict("This hostname is somebody's domain already");
