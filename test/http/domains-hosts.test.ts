// What a host shows: the installation, one organisation's catalog or portal, or nothing.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { newApi, newApp } from "../support/api.ts";
import { expectError } from "../support/contract.ts";
import { countRowsRead } from "../support/rows-read.ts";
import { newSite, OWN_HOST } from "../support/site.ts";
import { linkOf, newAccess } from "../support/tokens.ts";

const site = newSite();
const NOTHING = "There is nothing at this host.\n";

/** An organisation with a public catalog and an active domain of its own. */
async function newDomain(serves: "catalog" | "portal") {
	const [api, operator] = [await newApi(), await newApi(FIRST_ORGANISATION)];
	await api("POST", "/event-type", { name: "invoice.paid", description: "An invoice was paid" });
	await api("PATCH", "/environment/settings", { displayName: "Acme", isCatalogPublic: true });
	const host = `a${crypto.randomUUID()}.customer.example`;
	const { body } = await site.call(api.key, "POST", "/environment/domain", {
		hostname: host,
		serves,
	});
	const put = (active: boolean) =>
		site.call(operator.key, "PUT", `/operator/domain/${body.id}`, { active });
	await put(true);
	const remove = () => site.call(api.key, "DELETE", `/environment/domain/${body.id}`);
	const open = (path: string, init?: RequestInit) => site.open(`https://${host}${path}`, init);
	return { api, host, open, put, remove };
}

test("a domain shows its organisation's catalog from the root, and nothing else", async () => {
	const { open, host } = await newDomain("catalog");
	const page = await open("/");
	expect(page.status).toBe(200);
	const text = await page.text();
	expect(text).toContain("An invoice was paid");
	expect(text).not.toContain("/catalog/org_");
	expect(text).toContain('href="/event-types.json"');
	expect((await open("/invoice.paid")).status).toBe(200);
	expect((await open("/invoice.paid/")).status).toBe(200);
	expect((await open("/event-types.json")).headers.get("content-type")).toBe("application/json");
	expect((await site.open(`https://${host.toUpperCase()}:8443/`)).status).toBe(200);
	expect((await site.open(`https://${host}./`)).status).toBe(200);
	for (const path of [
		"/login",
		"/app/x/y",
		"/console",
		"/docs",
		"/api/v1/health/ping",
		"/catalog/x",
		"/%",
	]) {
		expect((await open(path)).status, path).toBe(404);
	}
	expect((await open("/", { method: "POST" })).status).toBe(404);
	const head = await open("/", { method: "HEAD" });
	expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a domain that is taken back or removed shows nothing from the next request on", async () => {
	const { open, put, remove } = await newDomain("catalog");
	expect((await open("/")).status).toBe(200);
	await put(false);
	const gone = await open("/");
	expect([gone.status, await gone.text()]).toEqual([404, NOTHING]);
	expect(gone.headers.get("cache-control")).toBe("no-store");
	await put(true);
	expect((await open("/")).status).toBe(200);
	await remove();
	expect((await open("/")).status).toBe(404);
});

test("a catalog that is no longer public is gone from its domain at once", async () => {
	const { api, open } = await newDomain("catalog");
	expect((await open("/")).status).toBe(200);
	await api("PATCH", "/environment/settings", { isCatalogPublic: false });
	expect((await open("/")).status).toBe(404);
	expect((await open("/event-types.json")).status).toBe(404);
});

test("a portal's domain has the portal's pages and the API, for its own organisation alone", async () => {
	const { api, host, open } = await newDomain("portal");
	const root = await open("/");
	expect([root.status, root.headers.get("location")]).toEqual([302, `https://${host}/login`]);
	for (const path of ["/console", "/docs", "/catalog/x", "/index.html", "/apix", "/logo.svg"]) {
		const page = await open(path);
		expect([page.status, await page.text()], path).toEqual([404, NOTHING]);
	}
	expect((await open("/login")).headers.get("content-security-policy")).toContain(
		"frame-ancestors",
	);
	expect((await open("/api/v1/health/ping")).status).toBe(204);

	const app = await newApp(api);
	const { token } = await newAccess(api, app);
	const whoami = (key: string, at = host) => site.call(key, "GET", "/auth/whoami", undefined, at);
	expect((await whoami(token)).body).toMatchObject({ appId: app });
	const stranger = await newApi();
	const other = await newAccess(stranger, await newApp(stranger));
	for (const key of [stranger.key, other.token]) {
		expect((await whoami(key)).status).toBe(401);
		expect((await whoami(key, OWN_HOST)).status).toBe(200);
	}
});

test("the link of another organisation is not spent on a portal's domain, and works at its own", async () => {
	const [mine, other] = [await newDomain("portal"), await newDomain("portal")];
	const access = `/auth/app-portal-access/${await newApp(other.api)}`;
	const { url } = (await site.call(other.api.key, "POST", access, {})).body;
	const oneTimeToken = linkOf(url);
	const { orgId } = (await other.api("GET", "/auth/whoami")).body;
	const exchange = (host: string, page: object = {}) =>
		site.call("", "POST", "/auth/one-time-token", { oneTimeToken, ...page }, host);
	for (const page of [{}, { orgId }]) {
		const refused = await exchange(mine.host, page);
		expectError(refused, 401, "authentication_failed");
		expect(refused.text).toBe((await exchange(mine.host, { oneTimeToken: "none" })).text);
	}
	// At its own domain nothing else can frame it: the page need not name the organisation.
	const begun = await exchange(other.host, { orgId: null });
	expect(begun.status, begun.text).toBe(200);
	expect(begun.body).toMatchObject({ orgId });
});

test("a portal's domain is framed by whom its own organisation lets, whatever the link says", async () => {
	const { api, open } = await newDomain("portal");
	await api("PATCH", "/environment/settings", {
		portalFrameAncestors: ["https://app.example.com"],
	});
	const stranger = await newApi();
	const { orgId } = (await stranger("GET", "/auth/whoami")).body;
	const policy = (await open(`/login?env=${orgId}`)).headers.get("content-security-policy");
	expect(policy).toContain("frame-ancestors https://app.example.com;");
});

test("links into the portal lead to the organisation's own domain while it is active", async () => {
	const { api, host, put } = await newDomain("portal");
	const app = await newApp(api);
	const link = async () =>
		new URL((await site.call(api.key, "POST", `/auth/app-portal-access/${app}`, {})).body.url).host;
	expect(await link()).toBe(host);
	await put(false);
	expect(await link()).toBe(OWN_HOST);
});

test("links lead to where the operator serves the portal, which is an own host, unless the organisation has a domain", async () => {
	const portal = newSite({ PORTAL_URL: "https://portal.edgehook.test" });
	const linkOf = async (key: string, app: string) =>
		new URL((await portal.call(key, "POST", `/auth/app-portal-access/${app}`, {})).body.url).origin;
	const api = await newApi();
	expect(await linkOf(api.key, await newApp(api))).toBe("https://portal.edgehook.test");
	const page = await portal.open("https://portal.edgehook.test/api/v1/health/ping");
	expect(page.status).toBe(204);
	const { api: other, host } = await newDomain("portal");
	expect(await linkOf(other.key, await newApp(other))).toBe(`https://${host}`);
	const anywhere = newSite({ OWN_HOSTS: "", PORTAL_URL: "http://127.0.0.1:8788" });
	const access = `/auth/app-portal-access/${await newApp(api)}`;
	const { url } = (await anywhere.call(api.key, "POST", access, {})).body;
	expect(new URL(url).origin).toBe("http://127.0.0.1:8788");
});

test("a host that nobody has shows nothing, and the installation's own go on", async () => {
	for (const path of ["/", "/login", "/api/v1/health/ping", "/docs"]) {
		const page = await site.open(`https://nobody.customer.example${path}`);
		expect([page.status, await page.text()]).toEqual([404, NOTHING]);
	}
	for (const host of [OWN_HOST, "localhost:8787", "127.0.0.1", "edgehook.me.workers.dev"]) {
		expect((await site.open(`http://${host}/api/v1/health/ping`)).status, host).toBe(204);
	}
});

test("only a host that is not the installation's own costs a look-up, of one row", async () => {
	const { open } = await newDomain("catalog");
	const ping = (host: string) => () => site.open(`https://${host}/api/v1/health/ping`);
	expect(await countRowsRead(ping(OWN_HOST))).toBe(0);
	expect(await countRowsRead(ping("nobody.customer.example"))).toBe(0);
	await open("/");
	// The domain and the settings; the page itself is kept.
	expect(await countRowsRead(() => open("/"))).toBeLessThanOrEqual(2);
});

test("without hosts of its own every host is the installation's", async () => {
	const { host } = await newDomain("catalog");
	const open = newSite({ OWN_HOSTS: "" });
	expect((await open.open(`https://${host}/api/v1/health/ping`)).status).toBe(204);
	expect(env.OWN_HOSTS ?? "").toBe("");
});
