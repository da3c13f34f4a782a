// Where links into an organisation's portal lead.
import { findPortalHostname } from "../store/domains.ts";
import type { ServiceContext } from "./context.ts";

/**
 * The organisation's own domain, if there is an active one; else the installation's setting, if it has one.
 * @param asked where the request came to, as a URL without a path
 */
export async function portalOriginOf(ctx: ServiceContext, asked: string): Promise<string> {
	const { ownHosts, portalOrigin } = ctx.config;
	const usual = portalOrigin ?? asked;
	// Without names of its own the installation answers for every host, and there are no others.
	if (ownHosts.length === 0) return usual;
	const hostname = await findPortalHostname(ctx.db, ctx.organisationId);
	if (hostname === null) return usual;
	const url = new URL(asked);
	url.hostname = hostname;
	return url.origin;
}
