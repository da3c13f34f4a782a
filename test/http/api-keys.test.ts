// API keys by API, and organisations for whoever operates the installation.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/platform/digest.ts";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { call, newApp, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const statusOf = async (key: string) => (await call(key, "GET", "/app")).status;

test("a key is shown once, works at once, and only its digest is stored", async () => {
	const api = await newCheckedApi();
	const { body } = await api("POST", "/api-key", { name: "Billing" });
	const { key, ...known } = body;
	expect(key).toMatch(/^ehsk_[0-9a-f]{48}$/);
	expect(known).toEqual({
		id: expect.stringMatching(/^key_[0-9A-Za-z]{27}$/),
		name: "Billing",
		hint: key.slice(-4),
		createdAt: expect.any(String),
		expiresAt: null,
		revokedAt: null,
	});
	expect(await statusOf(key)).toBe(200);
	expect((await api("GET", `/api-key/${body.id}`)).body).toEqual(known);
	const list = await api("GET", "/api-key");
	expect(list.body.data).toMatchObject([{ name: "Test" }, known]);
	expect(list.text).not.toContain(key);
	const row = await env.DB.prepare("SELECT * FROM api_keys WHERE id = ?1").bind(body.id).first();
	expect(row?.hash).toBe(await sha256Hex(key));
	expect(JSON.stringify(row)).not.toContain(key);
});

test("a repeated creation shows the same key, which is not stored readable", async () => {
	const api = await newCheckedApi();
	const send = () => api("POST", "/api-key", { name: "A" }, { "idempotency-key": "again" });
	const first = await send();
	expect((await send()).body).toEqual(first.body);
	const { results } = await env.DB.prepare("SELECT body FROM idempotency").all();
	expect(JSON.stringify(results)).not.toContain("ehsk_");
});

test("a key is renamed, and ends when it should", async () => {
	const api = await newCheckedApi();
	const { body } = await api("POST", "/api-key", { name: "A", expiresAt: inSeconds(60) });
	const path = `/api-key/${body.id}`;
	expect((await api("PATCH", path, { name: "B" })).body).toMatchObject({
		name: "B",
		expiresAt: body.expiresAt,
	});
	expect((await api("PATCH", path, {})).body.name).toBe("B");
	expect((await api("PATCH", path, { expiresAt: null })).body.expiresAt).toBeNull();
	await api("PATCH", path, { expiresAt: inSeconds(-1) });
	expect(await statusOf(body.key)).toBe(401);
	expectError(await api("PATCH", path, { expiresAt: null }), 409, "conflict");
	expect((await api("PATCH", path, { name: "Ended" })).body.name).toBe("Ended");
	expect(await statusOf(body.key)).toBe(401);
});

test("a revoked key ends within two seconds where it was in use, and stays in the list", async () => {
	const api = await newCheckedApi();
	const { body } = await api("POST", "/api-key", { name: "A" });
	const path = `/api-key/${body.id}`;
	expect(await statusOf(body.key)).toBe(200);
	expect((await api("DELETE", path)).status).toBe(204);
	const revokedAt = Date.now();
	await until(
		() => statusOf(body.key),
		(status) => status === 401,
	);
	expect(Date.now() - revokedAt).toBeLessThan(3000);
	const first = (await api("GET", path)).body.revokedAt;
	expect(first).toEqual(expect.any(String));
	expect((await api("DELETE", path)).status).toBe(204);
	expect((await api("GET", path)).body.revokedAt).toBe(first);
	expectError(await api("PATCH", path, { expiresAt: inSeconds(60) }), 409, "conflict");
});

test("a key cannot revoke itself, another one can", async () => {
	const api = await newCheckedApi();
	const [own] = (await api("GET", "/api-key")).body.data;
	expectError(await api("DELETE", `/api-key/${own.id}`), 409, "conflict");
	const { body } = await api("POST", "/api-key", { name: "A" });
	expect((await call(body.key, "DELETE", `/api-key/${own.id}`)).status).toBe(204);
});

test("wrong fields of keys are named", async () => {
	const api = await newCheckedApi();
	const at = (field: string) => ["body", field];
	expectIssues(await api("POST", "/api-key", {}), at("name"));
	for (const name of ["", "a".repeat(101), "a\u0000", 5, null]) {
		expectIssues(await api("POST", "/api-key", { name }), at("name"));
	}
	for (const expiresAt of [inSeconds(-1), "tomorrow", 5, ""]) {
		expectIssues(await api("POST", "/api-key", { name: "A", expiresAt }), at("expiresAt"));
	}
	const both = await api("POST", "/api-key", { name: "", expiresAt: "x" });
	expectIssues(both, at("name"), at("expiresAt"));
	const [own] = (await api("GET", "/api-key")).body.data;
	expectIssues(await api("PATCH", `/api-key/${own.id}`, { name: "" }), at("name"));
	expectIssues(await api("PATCH", `/api-key/${own.id}`, { expiresAt: "x" }), at("expiresAt"));
	expect((await api("GET", "/api-key")).body.data).toEqual([own]);
});

test("the operator makes organisations, which share nothing", async () => {
	const operator = await newCheckedApi(FIRST_ORGANISATION);
	const made = await operator("POST", "/operator/organisation", { name: "Second" });
	expect(made.body).toEqual({
		id: expect.stringMatching(/^org_[0-9A-Za-z]{27}$/),
		name: "Second",
		createdAt: expect.any(String),
		apiKey: expect.objectContaining({ name: "First key", key: expect.stringMatching(/^ehsk_/) }),
	});
	const { apiKey, ...known } = made.body;
	const list = await operator("GET", "/operator/organisation?limit=250&order=descending");
	expect(list.body.data).toContainEqual(known);
	expect(list.text).not.toContain("ehsk_");

	const app = await newApp(operator);
	expectError(await call(apiKey.key, "GET", `/app/${app}`), 404, "not_found");
	const keys = await call(apiKey.key, "GET", "/api-key");
	expect(keys.body.data).toMatchObject([{ id: apiKey.id }]);
	expectError(await operator("GET", `/api-key/${apiKey.id}`), 404, "not_found");

	const path = `/operator/organisation/${known.id}/api-key`;
	const { body: spare } = await operator("POST", path, { name: "Spare" });
	expect((await call(spare.key, "GET", "/api-key")).body.data).toHaveLength(2);
	const nowhere = `/operator/organisation/org_${"0".repeat(26)}1/api-key`;
	expectError(await operator("POST", nowhere, { name: "A" }), 404, "not_found");
	expectIssues(await operator("POST", path, { name: "", expiresAt: inSeconds(-1) }), [
		"body",
		"name",
	]);
	expectIssues(await operator("POST", "/operator/organisation", { name: "" }), ["body", "name"]);
});

test("nobody else makes or sees organisations", async () => {
	const api = await newCheckedApi();
	const path = "/operator/organisation";
	const before = await env.DB.prepare("SELECT count(*) AS n FROM api_keys").first();
	for (const reply of [
		await api("GET", path),
		await api("POST", path, { name: "A" }),
		await api("POST", `${path}/${FIRST_ORGANISATION}/api-key`, { name: "A" }),
		await api("POST", `${path}/org_nothing/api-key`, { name: "A" }),
	]) {
		expectError(reply, 403, "insufficient access");
	}
	expect(await env.DB.prepare("SELECT count(*) AS n FROM api_keys").first()).toEqual(before);
});
