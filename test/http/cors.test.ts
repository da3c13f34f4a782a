// Calls from web pages of any origin.
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Api, call, newApi, newApp } from "../support/api.ts";
import { newToken } from "../support/tokens.ts";

const SENT =
	"authorization, content-type, idempotency-key, svix-req-id, svix-retry-count, user-agent";

function preflight(path: string, headers: Record<string, string>) {
	const init = { method: "OPTIONS", headers: { origin: "https://customer.example", ...headers } };
	return exports.default.fetch(`http://edgehook.test/api/v1${path}`, init);
}

test("a preflight is answered before any key is asked for, and allows what it names", async () => {
	for (const path of ["/app/a/endpoint", "/app/a/endpoint/", "/auth/logout", "/nothing/at/all"]) {
		for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
			const asked = { "access-control-request-method": method };
			const reply = await preflight(path, { ...asked, "access-control-request-headers": SENT });
			expect(reply.status).toBe(204);
			expect(await reply.text()).toBe("");
			expect(Object.fromEntries(reply.headers)).toMatchObject({
				"access-control-allow-origin": "*",
				"access-control-allow-methods": method,
				"access-control-allow-headers": SENT,
				"access-control-max-age": "600",
			});
			expect(reply.headers.has("access-control-allow-credentials")).toBe(false);
		}
	}
});

test("a preflight that names nothing is answered, too", async () => {
	const reply = await preflight("/app", {});
	expect(reply.status).toBe(204);
	expect(reply.headers.get("access-control-allow-methods")).toContain("PATCH");
	expect(reply.headers.has("access-control-allow-headers")).toBe(false);
});

test("every answer can be read by a page: success, empty, each error, the contract", async () => {
	const api: Api = await newApi();
	const app = await newApp(api);
	const token = await newToken(api, app);
	const replies = [
		await token("GET", `/app/${app}`),
		await api("POST", "/app", { name: "A" }),
		await token("POST", "/auth/logout"),
		await token("GET", `/app/${app}`),
		await call(null, "GET", "/app"),
		await call(await freshKey(api, app), "GET", "/app"),
		await api("GET", "/app/nobody"),
		await api("GET", "/nothing"),
		await api("DELETE", "/app"),
		await api("POST", "/app", {}),
		await api("POST", "/app", "x", { "content-type": "text/plain" }),
		await call(null, "GET", "/openapi.json"),
		await call(null, "GET", "/health/ping"),
	];
	const statuses = replies.map(({ status }) => status);
	expect(statuses).toEqual([200, 201, 204, 401, 401, 403, 404, 404, 405, 422, 415, 200, 204]);
	for (const { headers, status } of replies) {
		expect(headers.get("access-control-allow-origin"), String(status)).toBe("*");
		expect(headers.get("access-control-expose-headers")).toBe("retry-after, x-request-id");
		expect(headers.has("access-control-allow-credentials")).toBe(false);
		expect(headers.has("set-cookie")).toBe(false);
	}
});

const freshKey = async (api: Api, app: string) => (await newToken(api, app)).key;
