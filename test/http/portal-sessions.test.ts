// How a portal link becomes a session, what comes with it, and what a session is told about itself.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CAPABILITIES } from "../../src/core/capabilities.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { call, newApp, newTarget } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi, specOf } from "../support/contract.ts";
import { asToken, exchange, newAccess, newToken } from "../support/tokens.ts";

const REFUSED = "This link was already used or is too old. Ask for a new one.";

async function newScene() {
	const api = await newCheckedApi();
	const app = await newApp(api, { name: "Acme", uid: "acme" });
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	return { api, app, orgId };
}

const kindsOf = async (app: string) => {
	const query = "SELECT kind FROM application_tokens WHERE application_id = ?1 ORDER BY kind";
	const { results } = await env.DB.prepare(query).bind(app).all<{ kind: string }>();
	return results.map(({ kind }) => kind);
};

test("a link lives for ten minutes, its session as long as was asked for", async () => {
	const { api, app } = await newScene();
	await newAccess(api, app, { expiry: 7200 });
	const query =
		"SELECT kind, created_at, expires_at, session_expires_at FROM application_tokens WHERE application_id = ?1 ORDER BY kind";
	type Row = { kind: string; created_at: number; expires_at: number; session_expires_at: number };
	const { results } = await env.DB.prepare(query).bind(app).all<Row>();
	const lives = results.map((row) => ({
		kind: row.kind,
		expires: row.expires_at - row.created_at,
		session: row.session_expires_at === null ? null : row.session_expires_at - row.created_at,
	}));
	expect(lives).toEqual([
		{ kind: "link", expires: 600_000, session: 7_200_000 },
		{ kind: "session", expires: 7_200_000, session: null },
	]);
});

test("of a hundred exchanges of one link at once, one begins a session", async () => {
	const { api, app } = await newScene();
	const { link, token } = await newAccess(api, app);
	const replies = await Promise.all(Array.from({ length: 100 }, () => exchange(link)));
	const won = replies.filter((reply) => reply.status === 200);
	expect(won).toHaveLength(1);
	for (const lost of replies.filter((reply) => reply.status !== 200)) {
		expectError(lost, 401, "authentication_failed", REFUSED);
		expect(lost.text).not.toContain("appsk_");
	}
	expect(won[0]?.body.token).toMatch(/^appsk_[0-9a-f]{48}$/);
	expect(won[0]?.body.token).not.toBe(token);
	expect(await kindsOf(app)).toEqual(["session", "session"]);
	expectError(await exchange(link), 401, "authentication_failed", REFUSED);
});

test("the session has the link's rights, and its answer all that the first screen shows", async () => {
	const { api, app, orgId } = await newScene();
	const { url } = newTarget();
	const { body: endpoint } = await api("POST", `/app/${app}/endpoint`, { url });
	await api("PUT", "/environment/settings", {
		displayName: "Acme Inc.",
		colorPaletteLight: { primary: "#112233" },
		portalFrameAncestors: ["https://host.example"],
	});
	const rights = { capabilities: ["CreateAttempts", "Unknown"], featureFlags: ["beta"] };
	const { link } = await newAccess(api, app, { ...rights, expiry: 3600, sessionId: "s" });
	const { status, body } = await exchange(link);
	expect(status).toBe(200);
	expect(specOf("POST", "/auth/one-time-token").answers[200]?.parse(body)).toEqual(body);
	const { token, ...portal } = body;
	expect(portal).toMatchObject({
		appId: app,
		appName: "Acme",
		orgId,
		capabilities: ["ViewBase", "CreateAttempts"],
		featureFlags: ["beta"],
		sessionId: "s",
		settings: { displayName: "Acme Inc.", colorPaletteLight: { primary: "#112233" }, locale: null },
		endpoints: { data: [{ id: endpoint.id, url, state: "enabled" }], done: true },
	});
	// What its customer has no use for stays with the sender.
	expect(Object.keys(portal.settings)).not.toContain("portalFrameAncestors");
	expect(Object.keys(portal.settings)).not.toContain("isCatalogPublic");
	const leftS = (Date.parse(portal.expiresAt) - Date.now()) / 1000;
	expect(leftS).toBeGreaterThan(3500);
	expect(leftS).toBeLessThanOrEqual(3600);
	const refused = await asToken(token)("POST", `/app/${app}/endpoint`, { url });
	expectError(refused, 403, "insufficient access");

	for (const name of [app, "acme"]) {
		const again = await asToken(token)("GET", `/app/${name}/portal`);
		expect(again.body).toEqual({ ...portal, endpoints: expect.anything() });
		expect(again.body.endpoints.data).toMatchObject([{ id: endpoint.id }]);
	}
});

test("a key gets the first screen with all rights, and only of its own applications", async () => {
	const { api, app, orgId } = await newScene();
	const { body } = await api("GET", `/app/${app}/portal`);
	expect(body).toMatchObject({
		orgId,
		capabilities: [...CAPABILITIES],
		featureFlags: null,
		sessionId: null,
		expiresAt: null,
		endpoints: { data: [] },
	});
	const [other, elsewhere] = [await newApp(api), await newCheckedApi()];
	expectError(await elsewhere("GET", `/app/${app}/portal`), 404, "not_found");
	expectError(await (await newToken(api, other))("GET", `/app/${app}/portal`), 404, "not_found");
});

test("whoami tells a key and a token what they are", async () => {
	const { api, app, orgId } = await newScene();
	const [{ id: apiKeyId }] = (await api("GET", "/api-key")).body.data;
	expect((await api("GET", "/auth/whoami")).body).toEqual({
		...{ orgId, orgName: "Test", apiKeyId, isOperator: false },
		appId: null,
		capabilities: null,
		sessionId: null,
		expiresAt: null,
	});
	const operator = await newCheckedApi(FIRST_ORGANISATION);
	const who = { orgId: FIRST_ORGANISATION, isOperator: true };
	expect((await operator("GET", "/auth/whoami")).body).toMatchObject(who);
	const token = await newToken(api, app, { capabilities: ["ManageEndpoint"], sessionId: "s" });
	expect((await token("GET", "/auth/whoami")).body).toEqual({
		...{ orgId, orgName: null, apiKeyId: null, isOperator: false },
		appId: app,
		capabilities: ["ViewBase", "ManageEndpoint"],
		sessionId: "s",
		expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
	});
	const all = await newToken(api, app);
	expect((await all("GET", "/auth/whoami")).body.capabilities).toEqual([...CAPABILITIES]);
	const integration = (await api("POST", `/app/${app}/integration`, { name: "A" })).body.id;
	const key = await api("POST", `/app/${app}/integration/${integration}/key/rotate`);
	const program = await asToken(key.body.key)("GET", "/auth/whoami");
	expect(program.body).toMatchObject({ appId: app, expiresAt: null });
});

test("a link that nobody opened for ten minutes, and what is no link, begins nothing", async () => {
	const { api, app } = await newScene();
	const { link, token } = await newAccess(api, app);
	const expire = env.DB.prepare("UPDATE application_tokens SET expires_at = ?1 WHERE hash = ?2");
	await expire.bind(Date.now() - 1, await sha256Hex(link)).run();
	for (const key of [
		link,
		await sha256Hex(link),
		token,
		api.key,
		"",
		"x",
		"link_",
		"a".repeat(9999),
	]) {
		expectError(await exchange(key), 401, "authentication_failed", REFUSED);
	}
	expectIssues(await exchange(5), ["body", "oneTimeToken"]);
	expectIssues(await exchange(null), ["body", "oneTimeToken"]);
	expect((await asToken(token)("GET", `/app/${app}`)).status).toBe(200);
});

test("a page that names another than the link's organisation, or nobody in a frame, does not spend it", async () => {
	const { api, app, orgId } = await newScene();
	const [second, stranger] = [await newApp(api), await newScene()];
	const { link } = await newAccess(api, app);
	for (const other of [stranger.orgId, "", "org_", null]) {
		expectIssues(await exchange(link, { orgId: other }), ["body", "orgId"]);
	}
	for (const other of [stranger.app, "acme", "", "app_", orgId]) {
		expectIssues(await exchange(link, { appId: other }), ["body", "appId"]);
	}
	expectIssues(await exchange(link, { appId: null }), ["body", "appId"]);
	expect(await kindsOf(app)).toEqual(["link", "session"]);
	// To who has no link it tells nothing.
	expectError(await exchange("none", { orgId: null }), 401, "authentication_failed", REFUSED);
	expect((await exchange(link, { orgId })).body).toMatchObject({ appId: app, orgId });
	for (const appId of [app, second]) {
		const { link: next } = await newAccess(api, app);
		expect((await exchange(next, { appId })).body).toMatchObject({ appId: app });
	}
});

test("an exchange is repeated for nobody, whatever key it carries", async () => {
	const { api, app } = await newScene();
	const { link } = await newAccess(api, app);
	const headers = { "idempotency-key": "k" };
	const send = (key: string | null) =>
		call(key, "POST", "/auth/one-time-token", { oneTimeToken: link }, headers);
	const first = await send(null);
	expect(first.status).toBe(200);
	for (const key of [null, api.key, first.body.token]) {
		const again = await send(key);
		expectError(again, 401, "authentication_failed", REFUSED);
	}
	const stored = JSON.stringify(
		(await env.DB.prepare("SELECT * FROM application_tokens").all()).results,
	);
	const answers = JSON.stringify((await env.DB.prepare("SELECT * FROM idempotency").all()).results);
	for (const secret of [link, first.body.token]) {
		expect(stored).not.toContain(secret);
		expect(answers).not.toContain(secret);
	}
});

test("a begun session ends by logout and by expire-all at once, and so does an unused link", async () => {
	const { api, app } = await newScene();
	const begin = async (body: object = {}) =>
		asToken((await exchange((await newAccess(api, app, body)).link)).body.token);
	const portal = `/app/${app}/portal`;
	const [one, other, named] = [await begin(), await begin(), await begin({ sessionId: "a" })];
	expect((await one("GET", portal)).status).toBe(200);
	expect((await one("POST", "/auth/logout")).status).toBe(204);
	expectError(await one("GET", portal), 401, "authentication_failed");
	const { link } = await newAccess(api, app, { sessionId: "a" });
	await api("POST", `/auth/app/${app}/expire-all`, { sessionIds: ["a"] });
	expectError(await named("GET", portal), 401, "authentication_failed");
	expectError(await exchange(link), 401, "authentication_failed", REFUSED);
	expect((await other("GET", portal)).status).toBe(200);
	const unused = await newAccess(api, app);
	await api("POST", `/auth/app/${app}/expire-all`);
	for (const path of [portal, "/auth/whoami"]) {
		expectError(await other("GET", path), 401, "authentication_failed");
	}
	expectError(await exchange(unused.link), 401, "authentication_failed", REFUSED);
});

test("the link of a deleted application begins nothing", async () => {
	const { api, app } = await newScene();
	const { link } = await newAccess(api, app);
	await api("DELETE", `/app/${app}`);
	expectError(await exchange(link), 401, "authentication_failed", REFUSED);
});

test("where the portal is read-only every session may only look, also one that began before", async () => {
	const { api, app } = await newScene();
	const { url } = newTarget();
	const path = `/app/${app}/endpoint`;
	const token = await newToken(api, app);
	const { link } = await newAccess(api, app, { capabilities: ["ManageEndpoint"] });
	const integration = (await api("POST", `/app/${app}/integration`, { name: "A" })).body.id;
	const { key } = (await api("POST", `/app/${app}/integration/${integration}/key/rotate`)).body;
	const { body: endpoint } = await token("POST", path, { url });
	await api("PATCH", "/environment/settings", { isPortalReadOnly: true });

	const { body: begun } = await exchange(link);
	expect(begun).toMatchObject({ capabilities: ["ViewBase"], settings: { isPortalReadOnly: true } });
	for (const session of [token, asToken(begun.token)]) {
		const writes = [
			await session("POST", path, { url }),
			await session("PATCH", `${path}/${endpoint.id}`, { description: "x" }),
			await session("DELETE", `${path}/${endpoint.id}`),
			await session("GET", `${path}/${endpoint.id}/secret`),
			await session("POST", `${path}/${endpoint.id}/send-example`, { eventType: "svix.ping" }),
		];
		for (const reply of writes) {
			expectError(reply, 403, "insufficient access");
			expect(reply.body.detail).toContain("the organisation's portal is read-only");
		}
		expect((await session("GET", path)).body.data).toHaveLength(1);
		expect((await session("GET", "/auth/whoami")).body.capabilities).toEqual(["ViewBase"]);
		expect((await session("GET", `/app/${app}/portal`)).body.capabilities).toEqual(["ViewBase"]);
	}
	// Programs are not portal sessions, and the sender is not its customer.
	expect((await asToken(key)("POST", path, { url })).status).toBe(201);
	expect((await api("POST", path, { url })).status).toBe(201);

	await api("PATCH", "/environment/settings", { isPortalReadOnly: false });
	expect((await token("POST", path, { url })).status).toBe(201);
	expect((await asToken(begun.token)("GET", "/auth/whoami")).body.capabilities).toEqual([
		"ViewBase",
		"ManageEndpoint",
	]);
});
