// What a host shows: the installation, or the catalog or portal of the one organisation whose domain it is.
import { isDelivery } from "../core/delivery-marks.ts";
import { DomainError } from "../core/errors.ts";
import { isOwnHost, normaliseHost } from "../core/hostname.ts";
import { toolsOf } from "../delivery/tools.ts";
import type { Env } from "../env.ts";
import { findActiveDomain } from "../store/domains.ts";
import { createApp } from "./app.ts";
import { showCatalogDomain } from "./catalog/index.ts";
import { toErrorResponse } from "./errors.ts";
import { bindToOrganisation } from "./host-organisation.ts";

/** Of the portal's own pages, what they load, and the API that they call. */
const PORTAL_PATH = /^\/(api\/v1|login|app|portal)(\/|$)/;

/**
 * The Worker's handler of requests. Only a host that is not the installation's own costs a look-up; a delivery
 * costs nothing at all, whatever name it found to come here by.
 */
export function createSite() {
	const app = createApp();
	return {
		fetch(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
			if (isDelivery(request.headers)) return toErrorResponse(looped(), requestIdOf(request));
			const isOnlyOwn = env.OWN_HOSTS === undefined || env.OWN_HOSTS === "";
			return isOnlyOwn ? app.fetch(request, env, ctx) : choose(request, env, ctx);
		},
	};

	async function choose(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
		try {
			const { config, db } = toolsOf(env, ctx.exports);
			const { hostname, pathname, origin } = new URL(request.url);
			if (isOwnHost(hostname, config.ownHosts)) return await app.fetch(request, env, ctx);
			const domain = await findActiveDomain(db, normaliseHost(hostname));
			if (domain === null) return nothing();
			if (domain.serves === "catalog") {
				if (!["GET", "HEAD", "OPTIONS"].includes(request.method)) return nothing();
				const page = await showCatalogDomain(request, env, ctx, domain.organisationId);
				return request.method === "HEAD" ? new Response(null, page) : page;
			}
			if (pathname === "/") return Response.redirect(`${origin}/login`, 302);
			if (!PORTAL_PATH.test(pathname)) return nothing();
			bindToOrganisation(request, domain.organisationId);
			return await app.fetch(request, env, ctx);
		} catch (error) {
			return toErrorResponse(error, requestIdOf(request));
		}
	}
}

/** The platform's id of the request, or a new one. */
const requestIdOf = (request: Request): string =>
	request.headers.get("cf-ray") ?? crypto.randomUUID();

const looped = () =>
	new DomainError(
		"insufficient access",
		"This is a delivery, and an installation takes none: let the endpoint's URL be that of a receiver",
	);

const nothing = (): Response =>
	new Response("There is nothing at this host.\n", {
		status: 404,
		headers: {
			"content-type": "text/plain; charset=utf-8",
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
		},
	});
