// The API: every route on paths with and without a trailing slash, every error as JSON.
import { Hono } from "hono";
import { DomainError, invalid, notFound } from "../core/errors.ts";
import { toolsOf } from "../delivery/tools.ts";
import type { Env } from "../env.ts";
import { systemClock } from "../platform/clock.ts";
import { createCallerCache } from "./auth.ts";
import { callRoute } from "./call.ts";
import { addCatalog } from "./catalog/index.ts";
import { CORS_HEADERS, toPreflightResponse } from "./cors.ts";
import { toErrorResponse } from "./errors.ts";
import { addPages } from "./pages.ts";
import { routes } from "./routes/index.ts";

const API_BASE = "/api/v1";
/** Also where the client libraries look for what is not offered. */
const API = /^\/*(\/ingest)?\/api(\/|$)/;

export function createApp() {
	const app = new Hono<{ Bindings: Env }>({ strict: false });
	const cache = createCallerCache();
	const paths = new Set<string>();
	let openapi: Promise<{ default: object }> | undefined;

	// Before everything else: browsers ask without a key whether they may send one.
	app.options("/api/*", (c) => toPreflightResponse(c.req.raw));

	for (const spec of routes) {
		const path = API_BASE + spec.path.replaceAll(/\{(\w+)\}/g, ":$1");
		paths.add(path);
		app.on(spec.method.toUpperCase(), path, (c) => {
			const tools = toolsOf(c.env, c.executionCtx.exports);
			return callRoute(spec, c.req.raw, c.req.param(), {
				tools,
				cache,
				clock: systemClock,
				background: (work) => c.executionCtx.waitUntil(work),
			});
		});
	}

	app.get(`${API_BASE}/openapi.json`, async () => {
		// Not before somebody asks: to make it takes a sixth of the Worker's start.
		openapi ??= import("../../openapi.json", { with: { type: "json" } });
		const headers = { ...CORS_HEADERS, "content-type": "application/json" };
		return new Response(JSON.stringify((await openapi).default), { headers });
	});

	for (const [path, allowed] of allowedMethods(paths)) {
		app.all(path, (c) => {
			const error = new DomainError("method_not_allowed", `Use ${allowed.join(", ")} on this path`);
			const response = toErrorResponse(error, requestIdOf(c.req.raw));
			response.headers.set("allow", allowed.join(", "));
			return response;
		});
	}

	addPages(app);
	addCatalog(app);

	app.notFound((c) => {
		// Only on the local server: in production pages are answered before the Worker.
		const isPage = !API.test(c.req.path) && ["GET", "HEAD"].includes(c.req.method);
		if (isPage && c.env.ASSETS !== undefined) return c.env.ASSETS.fetch(c.req.raw);
		return toErrorResponse(notFound("No such path"), requestIdOf(c.req.raw));
	});
	app.onError((error, c) => {
		const { url } = c.req.raw;
		const reason = URL.canParse(url) ? error : invalid(["header", "host"], "must be a host's name");
		return toErrorResponse(reason, requestIdOf(c.req.raw));
	});
	return app;
}

/** Each path with all methods that it has, also by a route with a parameter there; without parameters first. */
function allowedMethods(paths: ReadonlySet<string>): [string, string[]][] {
	const parameters = (path: string) => path.split("/:").length;
	const found = [...paths].map((path): [string, string[]] => {
		const fitting = routes.filter((spec) => {
			const pattern = spec.path.replaceAll(/\{\w+\}/g, "[^/]+");
			return new RegExp(`^${API_BASE}${pattern}$`).test(path);
		});
		return [path, fitting.map(({ method }) => method.toUpperCase())];
	});
	found.push([`${API_BASE}/openapi.json`, ["GET"]]);
	return found.sort(([a], [b]) => parameters(a) - parameters(b));
}

/** The platform's id of the request, or a new one. */
function requestIdOf(request: Request): string {
	return request.headers.get("cf-ray") ?? crypto.randomUUID();
}
