// Portal links: who gets which, and what is stored of them.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CAPABILITIES } from "../../src/core/capabilities.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { type Api, newApp, newTarget } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { asToken, exchange, keyOf, newAccess, newToken } from "../support/tokens.ts";

const DAY_S = 86_400;

type Row = Record<string, string | number | null>;
const rowsOf = async (app: string): Promise<Row[]> =>
	(
		await env.DB.prepare("SELECT * FROM application_tokens WHERE application_id = ?1 ORDER BY kind")
			.bind(app)
			.all<Row>()
	).results;

async function newScene() {
	const api = await newCheckedApi();
	return { api, app: await newApp(api) };
}

const canRead = async (api: Api, app: string) => (await api("GET", `/app/${app}`)).status;

test("a link and a token come with each access, and only their digests are stored", async () => {
	const { api, app } = await newScene();
	const reply = await api("POST", `/auth/app-portal-access/${app}`, { sessionId: "u@1_-" });
	expect(reply.body).toEqual({
		url: expect.stringMatching(
			/^http:\/\/edgehook\.test\/login\?env=org_[0-9A-Za-z]{27}#key=[\w-]+$/,
		),
		token: expect.stringMatching(/^appsk_[0-9a-f]{48}$/),
	});
	const url = new URL(reply.body.url);
	expect(url.searchParams.get("env")).toBe((await api("GET", "/auth/whoami")).body.orgId);
	const { oneTimeToken: link = "", ...rest } = keyOf(reply.body.url);
	expect(rest).toEqual({ appId: app });
	expect(link).toMatch(/^link_[0-9a-f]{48}$/);
	const rows = await rowsOf(app);
	const hashes = [await sha256Hex(link), await sha256Hex(reply.body.token)];
	expect(rows).toMatchObject([
		{ hash: hashes[0], kind: "link", session_id: "u@1_-", capabilities: null },
		{ hash: hashes[1], kind: "session", session_id: "u@1_-", capabilities: null },
	]);
	for (const secret of [link, reply.body.token]) expect(JSON.stringify(rows)).not.toContain(secret);
	const ends = rows.map((row) => (Number(row.expires_at) - Number(row.created_at)) / 1000);
	expect(ends).toEqual([600, 7 * DAY_S]);
});

test("without capabilities a token has all; otherwise the known ones, and ViewBase", async () => {
	const { api, app } = await newScene();
	const granted = async (body: object) =>
		(await exchange((await newAccess(api, app, body)).link)).body.capabilities;
	expect(await granted({})).toEqual([...CAPABILITIES]);
	expect(await granted({ capabilities: null })).toEqual([...CAPABILITIES]);
	expect(await granted({ capabilities: [] })).toEqual(["ViewBase"]);
	expect(await granted({ capabilities: ["Nothing", "ManageEndpoint"] })).toEqual([
		"ViewBase",
		"ManageEndpoint",
	]);
	expect(await granted({ readOnly: true })).toEqual(["ViewBase"]);
	expect(await granted({ readOnly: true, capabilities: ["ManageEndpoint"] })).toEqual(["ViewBase"]);
	expect(await granted({ readOnly: false })).toEqual([...CAPABILITIES]);
});

test("whoever may change a secret or an endpoint may see the secret", async () => {
	const { api, app } = await newScene();
	const { body } = await api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
	const secret = `/app/${app}/endpoint/${body.id}/secret`;
	for (const one of CAPABILITIES) {
		const token = await newToken(api, app, { capabilities: [one] });
		const sees = /Secret|ManageEndpoint/.test(one);
		expect((await token("GET", secret)).status, one).toBe(sees ? 200 : 403);
		const rotates = /^ManageEndpoint/.test(one);
		expect((await token("POST", `${secret}/rotate`)).status, one).toBe(rotates ? 204 : 403);
	}
});

test("every wrong field of an access is named", async () => {
	const { api, app } = await newScene();
	const path = `/auth/app-portal-access/${app}`;
	const long = Array.from({ length: 26 }, (_, i) => `f${i}`);
	const wrong: [object, string[]][] = [
		[{ expiry: 3599 }, ["expiry"]],
		[{ expiry: 604_801 }, ["expiry"]],
		[{ expiry: 3600.5 }, ["expiry"]],
		[{ expiry: "3600" }, ["expiry"]],
		[{ sessionId: "" }, ["sessionId"]],
		[{ sessionId: "a b" }, ["sessionId"]],
		[{ sessionId: "a".repeat(65) }, ["sessionId"]],
		[{ featureFlags: long }, ["featureFlags"]],
		[{ featureFlags: ["a", "a"] }, ["featureFlags"]],
		[{ featureFlags: ["a b"] }, ["featureFlags", "0"]],
		[{ capabilities: "ViewBase" }, ["capabilities"]],
		[{ capabilities: [1] }, ["capabilities", "0"]],
		[{ readOnly: "yes" }, ["readOnly"]],
		[{ application: { name: "" } }, ["application", "name"]],
	];
	for (const [body, loc] of wrong) expectIssues(await api("POST", path, body), ["body", ...loc]);
	const both = await api("POST", path, { expiry: 1, sessionId: "" });
	expectIssues(both, ["body", "expiry"], ["body", "sessionId"]);
	expect(await rowsOf(app)).toEqual([]);
	for (const body of [{ expiry: null, sessionId: null, featureFlags: null, application: null }]) {
		expect((await api("POST", path, body)).status).toBe(200);
	}
});

test("an access creates its application when there is none, once", async () => {
	const api = await newCheckedApi();
	const path = "/auth/app-portal-access/customer";
	const application = { name: "Customer", uid: "customer" };
	expectError(await api("POST", path, {}), 404, "not_found");
	const types = async (given: object) =>
		(await api("POST", path, { application: given })).body.detail[0];
	expect(await types({ name: "A" })).toMatchObject({ type: "application_uid_missing" });
	expect(await types({ name: "A", uid: "b" })).toMatchObject({ type: "application_uid_mismatch" });
	const many = await Promise.all(
		Array.from({ length: 10 }, () => api("POST", path, { application })),
	);
	expect(many.map((reply) => reply.status)).toEqual(Array.from({ length: 10 }, () => 200));
	const other = { application: { ...application, name: "Other" } };
	expect((await api("POST", path, other)).status).toBe(200);
	const { body } = await api("GET", "/app");
	expect(body.data).toMatchObject([application]);
	for (const reply of many) {
		expect(await canRead(asToken(reply.body.token), "customer")).toBe(200);
	}
});

test("a repetition gets the same secrets, which are not stored readable", async () => {
	const { api, app } = await newScene();
	const key = crypto.randomUUID();
	const path = `/auth/app-portal-access/${app}`;
	const send = () => api("POST", path, {}, { "idempotency-key": key });
	const first = await send();
	const again = await send();
	expect(again.body).toEqual(first.body);
	expect(await rowsOf(app)).toHaveLength(2);
	const name = await sha256Hex(`${await sha256Hex(api.key)}\n/api/v1${path}\n${key}`);
	const row = await env.DB.prepare("SELECT * FROM idempotency WHERE hash = ?1").bind(name).first();
	const stored = JSON.stringify(row) + (await env.IDEMPOTENCY.get(name));
	expect(stored).toContain("s1.");
	expect(stored).not.toContain(first.body.token);
	expect(stored).not.toContain("#key=");
	// Another token with the same key is somebody else.
	const other = await newCheckedApi();
	expectError(await other("POST", path, {}, { "idempotency-key": key }), 404, "not_found");
	const token = asToken(first.body.token);
	const replayed = await token("POST", path, {}, { "idempotency-key": key });
	expectError(replayed, 403, "insufficient access");
});

test("the old route gives everything, with or without a body", async () => {
	const { api, app } = await newScene();
	const { body } = await api("POST", `/auth/dashboard-access/${app}`);
	expect(Object.keys(body).sort()).toEqual(["token", "url"]);
	const url = newTarget().url;
	const made = await asToken(body.token)("POST", `/app/${app}/endpoint`, { url });
	expect(made.status).toBe(201);
	expectError(await api("POST", "/auth/dashboard-access/nobody"), 404, "not_found");
});
