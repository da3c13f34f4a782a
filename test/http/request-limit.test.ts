// How often one key may call: the platform's own counter, here with a limit that a test can reach.
import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Env } from "../../src/env.ts";
import { createApp } from "../../src/http/app.ts";
import { createRequestLimit } from "../../src/platform/request-limit.ts";
import { newApi, newApp } from "../support/api.ts";
import { newAccess } from "../support/tokens.ts";

const app = createApp();

async function withLimit(limit: RateLimit | undefined) {
	// safe because it is the Worker's own, with another counter
	const limited = { ...env, REQUEST_LIMIT: limit } as unknown as Env;
	return async (path: string, key: string | null, init: RequestInit = {}, from = "192.0.2.1") => {
		const headers = {
			...(key !== null && { authorization: `Bearer ${key}` }),
			"cf-connecting-ip": from,
			"content-type": "application/json",
		};
		const base = path.startsWith("/catalog/") ? "" : "/api/v1";
		const request = new Request(`http://edgehook.test${base}${path}`, { ...init, headers });
		const ctx = Object.assign(createExecutionContext(), { exports });
		return app.fetch(request, limited, ctx);
	};
}

/** Three calls a minute. */
const three = (env as unknown as { TEST_LIMIT: RateLimit }).TEST_LIMIT;

/** Its minutes are the clock's: none may end during a test. */
beforeEach(async () => {
	const leftMs = 60_000 - (Date.now() % 60_000);
	if (leftMs < 3000) await new Promise((resolve) => setTimeout(resolve, leftMs + 10));
});

test("more requests of a key than the limit are refused with a time to wait", async () => {
	const fetch = await withLimit(three);
	const [api, other] = [await newApi(), await newApi()];
	const statuses: number[] = [];
	for (let i = 0; i < 3; i++) statuses.push((await fetch("/app", api.key)).status);
	expect(statuses).toEqual([200, 200, 200]);
	const refused = await fetch("/app", api.key);
	expect(refused.status).toBe(429);
	expect(refused.headers.get("retry-after")).toBe("10");
	expect(refused.headers.get("access-control-allow-origin")).toBe("*");
	expect(refused.headers.get("content-type")).toBe("application/json");
	expect(await refused.json()).toEqual({
		code: "too_many_requests",
		detail: expect.stringContaining("10 seconds"),
	});
	expect((await fetch("/app", other.key)).status).toBe(200);
});

test("each token of an application is counted for itself, and a refused POST does nothing", async () => {
	const fetch = await withLimit(three);
	const api = await newApi();
	const id = await newApp(api);
	const [one, two] = [await newAccess(api, id), await newAccess(api, id)];
	for (let i = 0; i < 3; i++) await fetch(`/app/${id}`, one.token);
	expect((await fetch("/auth/logout", one.token, { method: "POST" })).status).toBe(429);
	expect((await fetch(`/app/${id}`, two.token)).status).toBe(200);
	expect((await fetch(`/app/${id}`, api.key)).status).toBe(200);
});

test("the exchange of links is counted by address, and health is not counted", async () => {
	const fetch = await withLimit(three);
	const body = JSON.stringify({ oneTimeToken: "x" });
	const statuses: number[] = [];
	for (let i = 0; i < 4; i++) {
		statuses.push((await fetch("/auth/one-time-token", null, { method: "POST", body })).status);
	}
	expect(statuses).toEqual([401, 401, 401, 429]);
	for (let i = 0; i < 5; i++) expect((await fetch("/health/ping", null)).status).toBe(204);
});

test("readers of a public catalog are counted by address, whatever they look for", async () => {
	const fetch = await withLimit(three);
	const api = await newApi();
	await api("PATCH", "/environment/settings", { displayName: "Acme", isCatalogPublic: true });
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	const read = (end: string, from: string) => fetch(`/catalog/${orgId}${end}`, null, {}, from);
	const statuses: number[] = [];
	for (const end of ["", "?q=a", "/event-types.json"]) {
		statuses.push((await read(end, "192.0.2.2")).status);
	}
	expect(statuses).toEqual([200, 200, 200]);
	const refused = await read("?q=b", "192.0.2.2");
	expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
	expect((await read("", "192.0.2.3")).status).toBe(200);
});

test("without the binding, or when it fails, nothing is refused", async () => {
	const broken = { limit: () => Promise.reject(new Error("away")) };
	const api = await newApi();
	for (const limit of [undefined, broken]) {
		const fetch = await withLimit(limit);
		for (let i = 0; i < 5; i++) expect((await fetch("/app", api.key)).status).toBe(200);
	}
	expect(createRequestLimit(undefined)).toBeNull();
});
