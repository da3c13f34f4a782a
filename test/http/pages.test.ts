// The portal's and the console's pages: which paths they are, and what browsers must hold them to.
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Api, newApi, newApp, until } from "../support/api.ts";
import { countRowsRead } from "../support/rows-read.ts";

const ANY = "https: http://localhost:* http://127.0.0.1:*";
const UNKNOWN = "0".repeat(27);

const open = (path: string, init?: RequestInit) =>
	exports.default.fetch(`https://portal.example${path}`, { redirect: "manual", ...init });

async function ancestorsOf(path: string): Promise<string> {
	const policy = (await open(path)).headers.get("content-security-policy") ?? "";
	const [, ancestors = ""] = /(?:^|; )frame-ancestors ([^;]*)/.exec(policy) ?? [];
	return ancestors;
}

async function newScene(portalFrameAncestors?: string[]) {
	const api = await newApi();
	const app = await newApp(api, { uid: "acme" });
	if (portalFrameAncestors !== undefined) await setList(api, portalFrameAncestors);
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	return { api, app, orgId };
}

const setList = (api: Api, portalFrameAncestors: string[]) =>
	api("PATCH", "/environment/settings", { portalFrameAncestors });

const PORTAL_HEADERS = {
	"cache-control": "no-store",
	"referrer-policy": "no-referrer",
	"x-content-type-options": "nosniff",
	"permissions-policy": "clipboard-write=(self), camera=(), microphone=(), geolocation=()",
	"cross-origin-opener-policy": "same-origin-allow-popups",
	"cross-origin-embedder-policy": "credentialless",
	"cross-origin-resource-policy": "cross-origin",
};

const policyWith = (ancestors: string) =>
	[
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; font-src 'self'",
		"connect-src 'self' wss://portal.example; base-uri 'none'; form-action 'none'",
		`frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
	].join("; ");

test.each([
	["/login", ANY],
	["/login/?env=x#key=y", ANY],
	[`/app/app_${UNKNOWN}`, ANY],
	[`/app/app_${UNKNOWN}/endpoints`, ANY],
	[`/app/app_${UNKNOWN}/endpoints/ep_1/testing/`, ANY],
	["/console", "'none'"],
	["/console/", "'none'"],
	["/console/event-types/a.b", "'none'"],
])("%s is a page, held to all that a page is held to", async (path, ancestors) => {
	for (const method of ["GET", "HEAD"]) {
		const response = await open(path, { method });
		const headers = Object.fromEntries(response.headers);
		const isConsole = path.startsWith("/console");
		expect(headers).toMatchObject({
			...PORTAL_HEADERS,
			...(isConsole && { "cross-origin-resource-policy": "same-origin" }),
			"content-security-policy": policyWith(ancestors),
		});
		for (const name of ["x-frame-options", "set-cookie", "access-control-allow-origin", "etag"]) {
			expect(headers).not.toHaveProperty(name);
		}
		// Which of them it is depends on whether the portal is built here.
		if (response.status === 200) expect(headers["content-type"]).toBe("text/html; charset=utf-8");
		else expect(response.status).toBe(503);
		const text = await response.text();
		if (method === "HEAD") expect(text).toBe("");
		else if (response.status === 200) expect(text).toMatch(/^<!doctype html>/i);
		else expect(text).toContain("npm run build");
	}
});

test("without a build a page says what to do", async () => {
	const { default: worker } = await import("../../src/index.ts");
	const context = { exports, waitUntil() {}, passThroughOnException() {}, props: {} };
	const response = await worker.fetch(
		new Request("https://portal.example/login") as never, // safe because a handler reads no more of it
		{ ...env, ASSETS: undefined } as never, // safe because it is the Worker's own without one
		context as never, // safe because pages wait for nothing
	);
	expect(response.status).toBe(503);
	expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
	expect(await response.text()).toContain("npm run build");
});

test("an organisation's list is what may show its portal, by its own id and by its applications'", async () => {
	const list = ["https://app.example.com", "https://*.example.org:8443"];
	const { app, orgId } = await newScene(list);
	for (const path of [`/login?env=${orgId}`, `/app/${app}`, `/app/${app}/messages?status=fail`]) {
		expect(await ancestorsOf(path), path).toBe(list.join(" "));
	}
	const other = await newScene();
	expect(await ancestorsOf(`/login?env=${other.orgId}`)).toBe(ANY);
	expect(await ancestorsOf(`/login?env=${other.orgId}&env=${orgId}`)).toBe(list.join(" "));
	expect(await ancestorsOf("/console")).toBe("'none'");
});

test("a page tells nobody what there is: names, deleted and unknown ones are all alike", async () => {
	const { api, app } = await newScene(["https://app.example.com"]);
	const deleted = await newApp(api);
	await api("DELETE", `/app/${deleted}`);
	const empty = await newScene();
	const heads = await Promise.all(
		["acme", deleted, empty.app, `app_${UNKNOWN}`, "app_x", "%00", "..%2f", "a;script-src *"].map(
			async (id) => {
				const { headers, status } = await open(`/app/${id}/endpoints`);
				return { status, headers: Object.fromEntries(headers) };
			},
		),
	);
	for (const head of heads) expect(head).toEqual(heads[0]);
	expect(heads[0]?.headers["content-security-policy"]).toBe(policyWith(ANY));
	expect(await ancestorsOf(`/app/${app}`)).toBe("https://app.example.com");
});

test("a changed list is followed within seconds", async () => {
	const { api, app, orgId } = await newScene(["https://one.example"]);
	const paths = [`/login?env=${orgId}`, `/app/${app}`];
	for (const path of paths) expect(await ancestorsOf(path)).toBe("https://one.example");
	await setList(api, ["https://two.example"]);
	for (const path of paths) {
		await until(
			() => ancestorsOf(path),
			(ancestors) => ancestors === "https://two.example",
		);
	}
	await setList(api, []);
	await until(
		() => ancestorsOf(paths[0] ?? ""),
		(ancestors) => ancestors === ANY,
	);
});

test("a page reads at most one row of each table, and none for what cannot be an id", async () => {
	const { app, orgId } = await newScene(["https://one.example"]);
	expect(await countRowsRead(() => open(`/app/${app}/endpoints`))).toBeLessThanOrEqual(2);
	expect(await countRowsRead(() => open(`/login?env=${orgId}`))).toBeLessThanOrEqual(1);
	for (const path of [
		`/app/${app}/x`,
		`/login?env=${orgId}`,
		"/login?env=x",
		"/app/a",
		"/console",
	]) {
		expect(await countRowsRead(() => open(path)), path).toBe(0);
	}
});

test("a host that is more than a name does not reach the policy", async () => {
	for (const host of ["a_b", "[::1]:8080"]) {
		const response = await exports.default.fetch(`http://${host}/login`);
		const policy = response.headers.get("content-security-policy") ?? "";
		expect(policy, host).toContain("; connect-src 'self'; base-uri 'none'");
	}
	const local = await exports.default.fetch("http://127.0.0.1:8787/login");
	expect(local.headers.get("content-security-policy")).toContain(
		"connect-src 'self' ws://127.0.0.1:8787;",
	);
});

test.each(["/loginx", "/login/more", "/consolex", "/application", "/portal/nothing-here"])(
	"%s is none of these pages",
	async (path) => {
		const { headers, status } = await open(path);
		expect(status).toBe(404);
		expect(headers.get("content-security-policy") ?? "").not.toContain("trusted-types");
	},
);

test("pages are only read", async () => {
	for (const path of ["/login", `/app/app_${UNKNOWN}/endpoints`, "/console"]) {
		const response = await open(path, { method: "POST" });
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ code: "not_found", detail: "No such path" });
	}
});
