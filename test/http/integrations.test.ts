import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/platform/digest.ts";
import { newApp, newTarget } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { asToken } from "../support/tokens.ts";

async function newScene() {
	const api = await newCheckedApi();
	const app = await newApp(api, { uid: "customer" });
	const path = `/app/${app}/integration`;
	const { body } = await api("POST", path, { name: "Sync", featureFlags: ["beta"] });
	const one = `${path}/${body.id}`;
	const rotate = async () => (await api("POST", `${one}/key/rotate`)).body.key as string;
	return { api, app, path, one, made: body, rotate };
}

const keysIn = async (app: string) =>
	(
		await env.DB.prepare("SELECT * FROM application_tokens WHERE application_id = ?1")
			.bind(app)
			.all<Record<string, unknown>>()
	).results;

test("an integration has exactly the published fields, through its whole life", async () => {
	const { api, path, one, made } = await newScene();
	expect(made).toEqual({
		id: expect.stringMatching(/^integ_[0-9A-Za-z]{27}$/),
		name: "Sync",
		featureFlags: ["beta"],
		createdAt: expect.any(String),
		updatedAt: made.createdAt,
	});
	expect((await api("GET", one)).body).toEqual(made);
	expect((await api("GET", path)).body.data).toEqual([made]);
	const changed = (await api("PUT", one, { name: "Other" })).body;
	expect(changed).toEqual({
		...made,
		...{ name: "Other", featureFlags: [], updatedAt: expect.any(String) },
	});
	expect(changed.updatedAt > made.updatedAt).toBe(true);
	expect((await api("GET", one)).body).toEqual(changed);
	expect((await api("DELETE", one)).status).toBe(204);
	for (const method of ["GET", "DELETE"]) expectError(await api(method, one), 404, "not_found");
	expectError(await api("PUT", one, { name: "A" }), 404, "not_found");
	expectError(await api("POST", `${one}/key/rotate`), 404, "not_found");
	expect((await api("GET", path)).body.data).toEqual([]);
});

test("its key is a token of the application without end, stored as a digest", async () => {
	const { app, rotate } = await newScene();
	expect(await keysIn(app)).toEqual([]);
	const key = await rotate();
	expect(key).toMatch(/^integsk_[0-9a-f]{48}$/);
	const rows = await keysIn(app);
	expect(rows).toMatchObject([
		{ hash: await sha256Hex(key), kind: "integration", capabilities: null, expires_at: null },
	]);
	expect(rows[0]?.feature_flags).toBe('["beta"]');
	expect(JSON.stringify(rows)).not.toContain(key);
	const token = asToken(key);
	const url = newTarget().url;
	expect((await token("POST", `/app/customer/endpoint`, { url })).status).toBe(201);
	expectError(await token("GET", "/app"), 403, "insufficient access");
});

test("a rotation ends the key before, and only it", async () => {
	const { api, app, path, rotate } = await newScene();
	const other = (await api("POST", path, { name: "Other" })).body.id;
	const { body } = await api("POST", `${path}/${other}/key/rotate`);
	const [first, second] = [await rotate(), await rotate()];
	const works = async (key: string) => (await asToken(key)("GET", `/app/${app}`)).status === 200;
	expect([await works(first), await works(second), await works(body.key)]).toEqual([
		false,
		true,
		true,
	]);
	const rotations = await Promise.all(Array.from({ length: 5 }, rotate));
	const left = await Promise.all(rotations.map(works));
	expect(left.filter((isLeft) => isLeft)).toHaveLength(1);
});

test("a change of flags reaches the key, and the end of sessions does not", async () => {
	const { api, app, one, rotate } = await newScene();
	const token = asToken(await rotate());
	await api("PUT", one, { name: "Sync", featureFlags: ["other"] });
	expect(await keysIn(app)).toMatchObject([{ feature_flags: '["other"]' }]);
	await api("POST", `/auth/app/${app}/expire-all`);
	expect((await token("GET", `/app/${app}`)).status).toBe(200);
	// It leaves only by its own will.
	expect((await token("POST", "/auth/logout")).status).toBe(204);
	expectError(await token("GET", `/app/${app}`), 401, "authentication_failed");
});

test("a deleted integration's key ends, and a deleted application's integrations are gone", async () => {
	const { api, app, one, path, rotate } = await newScene();
	const key = asToken(await rotate());
	await api("DELETE", one);
	expectError(await key("GET", `/app/${app}`), 401, "authentication_failed");
	expect(await keysIn(app)).toEqual([]);
	await api("POST", path, { name: "A" });
	await api("DELETE", `/app/${app}`);
	const left = env.DB.prepare("SELECT id FROM integrations WHERE application_id = ?1").bind(app);
	expect((await left.all()).results).toEqual([]);
});

test("an integration is its own application's, and wrong fields are named", async () => {
	const { api, path, made } = await newScene();
	const other = await newApp(api);
	expectError(await api("GET", `/app/${other}/integration/${made.id}`), 404, "not_found");
	expect((await api("GET", `/app/${other}/integration`)).body.data).toEqual([]);
	expectIssues(await api("POST", path, {}), ["body", "name"]);
	expectIssues(await api("POST", path, { name: "" }), ["body", "name"]);
	expectIssues(
		await api("POST", path, { name: 5, featureFlags: "a" }),
		["body", "name"],
		["body", "featureFlags"],
	);
	expectIssues(await api("POST", path, { name: "A", featureFlags: ["a b"] }), [
		"body",
		"featureFlags",
		0,
	]);
});

test("a key is never in a list, and a repeated rotation shows the same one", async () => {
	const { api, app, path, one } = await newScene();
	const headers = { "idempotency-key": "again" };
	const first = await api("POST", `${one}/key/rotate`, undefined, headers);
	expect((await api("POST", `${one}/key/rotate`, undefined, headers)).body).toEqual(first.body);
	expect(await keysIn(app)).toHaveLength(1);
	expect((await api("GET", path)).text).not.toContain("integsk_");
	expect((await api("GET", one)).text).not.toContain("integsk_");
	const { results } = await env.DB.prepare("SELECT body FROM idempotency").all();
	expect(JSON.stringify(results)).not.toContain("integsk_");
});
