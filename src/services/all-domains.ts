// The operator's verbs on the domains of all organisations.
import { conflict, notFound } from "../core/errors.ts";
import { type ListEnvelope, planPage, toEnvelope } from "../core/page.ts";
import type { CustomHostnames } from "../platform/custom-hostnames.ts";
import { isUniqueViolation } from "../store/db.ts";
import { type Domain, findDomainOfAny, listDomainsOfAll, updateDomain } from "../store/domains.ts";
import type { ServiceContext } from "./context.ts";
import { type DomainPage, remove, type ShownDomain, shown, taken } from "./domains.ts";
import { assertOperator } from "./operator.ts";

/** Of every organisation, for the operator. */
export async function listAllDomains(
	ctx: ServiceContext,
	page: DomainPage,
): Promise<ListEnvelope<ShownDomain>> {
	assertOperator(ctx);
	const plan = planPage(page.limit, page.iterator, page.order);
	const rows = await listDomainsOfAll(ctx.db, plan);
	return toEnvelope(
		plan,
		rows,
		({ id }) => id,
		(row) => shown(ctx, row),
	);
}

/** The operator's switch, where nobody else decides. */
export async function putDomain(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	id: string,
	{ active }: { active: boolean },
): Promise<ShownDomain> {
	assertOperator(ctx);
	const found = await findAny(ctx, id);
	if (platform !== null) {
		throw conflict("The platform decides when a domain is active: delete it, or wait");
	}
	if (active && ctx.config.ownHosts.length === 0) {
		throw conflict("Set OWN_HOSTS first: without it every host shows the installation itself");
	}
	const changes = {
		state: active ? ("active" as const) : ("pending" as const),
		problem: null,
		updatedAt: Math.max(ctx.now, found.updatedAt + 1),
	};
	try {
		const next = shown(ctx, { ...found, ...changes });
		return await ctx.commit([updateDomain(ctx.db, found.id, changes)], next);
	} catch (error) {
		throw isUniqueViolation(error) ? taken() : error;
	}
}

/** Takes a domain from whoever has it, for one that is not theirs. */
export async function deleteAnyDomain(
	ctx: ServiceContext,
	platform: CustomHostnames | null,
	id: string,
): Promise<void> {
	assertOperator(ctx);
	await remove(ctx, platform, await findAny(ctx, id));
}

async function findAny(ctx: ServiceContext, id: string): Promise<Domain> {
	const found = await findDomainOfAny(ctx.db, id);
	if (found === null) throw notFound();
	return found;
}
