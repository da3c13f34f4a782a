// The public catalog's addresses: below /catalog/{organisation}, and on a domain of its own from the root.
import type { Context, Hono } from "hono";
import { toolsOf } from "../../delivery/tools.ts";
import type { Env } from "../../env.ts";
import { createPageCache } from "../../platform/page-cache.ts";
import { toPreflightResponse } from "../cors.ts";
import { answerCatalog } from "./answers.ts";

type Bindings = { Bindings: Env };

export function addCatalog(app: Hono<Bindings>): void {
	const path = "/catalog/:organisation/:rest?";
	app.options(path, (c) => toPreflightResponse(c.req.raw));
	app.get(path, (c) => {
		const { organisation, rest = "" } = c.req.param();
		return answer(c, { organisationId: organisation, base: `/catalog/${organisation}`, rest });
	});
}

const answer = (c: Context<Bindings>, place: Parameters<typeof answerCatalog>[2]) =>
	answerCatalog(
		{
			tools: toolsOf(c.env, c.executionCtx.exports),
			cache: createPageCache(),
			background: (work) => c.executionCtx.waitUntil(work),
		},
		c.req.raw,
		place,
	);

/** What a domain of an organisation's own shows: its catalog, and what its pages load. */
export async function showCatalogDomain(
	request: Request,
	env: Env,
	ctx: ExecutionContext,
	organisationId: string,
): Promise<Response> {
	const { pathname } = new URL(request.url);
	if (request.method === "OPTIONS") return toPreflightResponse(request);
	if (pathname.startsWith("/assets/") && env.ASSETS !== undefined) return env.ASSETS.fetch(request);
	const tools = toolsOf(env, ctx.exports);
	const cache = createPageCache();
	const background = (work: Promise<unknown>) => ctx.waitUntil(work);
	const rest = decodePath(pathname);
	return answerCatalog({ tools, cache, background }, request, { organisationId, base: "", rest });
}

/** Without the slashes around it; what is no name, and no text at all, is nothing's. */
function decodePath(pathname: string): string {
	try {
		return decodeURIComponent(pathname.slice(1)).replace(/\/$/, "");
	} catch {
		return "%";
	}
}
