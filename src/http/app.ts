// The API: every route on paths with and without a trailing slash, every error as JSON.
import { Hono } from "hono";
import openapi from "../../openapi.json" with { type: "json" };
import { DomainError, notFound } from "../core/errors.ts";
import { toolsOf } from "../delivery/tools.ts";
import type { Env } from "../env.ts";
import { systemClock } from "../platform/clock.ts";
import { createCallerCache } from "./auth.ts";
import { callRoute } from "./call.ts";
import { toErrorResponse } from "./errors.ts";
import { routes } from "./routes/index.ts";

const API_BASE = "/api/v1";
const OPENAPI_TEXT = JSON.stringify(openapi);

export function createApp() {
	const app = new Hono<{ Bindings: Env }>({ strict: false });
	const cache = createCallerCache();
	const methods = new Map<string, string[]>();

	for (const spec of routes) {
		const path = API_BASE + spec.path.replaceAll(/\{(\w+)\}/g, ":$1");
		methods.set(path, [...(methods.get(path) ?? []), spec.method.toUpperCase()]);
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

	methods.set(`${API_BASE}/openapi.json`, ["GET"]);
	app.get(`${API_BASE}/openapi.json`, () => {
		return new Response(OPENAPI_TEXT, { headers: { "content-type": "application/json" } });
	});

	for (const [path, allowed] of methods) {
		app.all(path, (c) => {
			const error = new DomainError("method_not_allowed", `Use ${allowed.join(", ")} on this path`);
			const response = toErrorResponse(error, requestIdOf(c.req.raw));
			response.headers.set("allow", allowed.join(", "));
			return response;
		});
	}

	app.notFound((c) => {
		// Only on the local server: in production pages are answered before the Worker.
		const isPage = !c.req.path.startsWith("/api/") && ["GET", "HEAD"].includes(c.req.method);
		if (isPage && c.env.ASSETS !== undefined) return c.env.ASSETS.fetch(c.req.raw);
		return toErrorResponse(notFound("No such path"), requestIdOf(c.req.raw));
	});
	app.onError((error, c) => toErrorResponse(error, requestIdOf(c.req.raw)));
	return app;
}

/** The platform's id of the request, or a new one. */
function requestIdOf(request: Request): string {
	return request.headers.get("cf-ray") ?? crypto.randomUUID();
}
