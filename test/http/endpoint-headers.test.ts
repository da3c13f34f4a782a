import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

async function newEndpoint(fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget();
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const path = `${app}/endpoint/${body.id}/headers`;
	const read = async () => (await api("GET", path)).body;
	return { api, app, target, path, read, id: body.id };
}

test("an endpoint has no headers until some are put, and PUT replaces them all", async () => {
	const { api, path, read } = await newEndpoint();
	expect(await read()).toEqual({ headers: {}, sensitive: [] });
	expect((await api("PUT", path, { headers: { "X-One": "1", "x-two": "zwei two" } })).status).toBe(
		204,
	);
	expect(await read()).toEqual({ headers: { "X-One": "1", "x-two": "zwei two" }, sensitive: [] });
	await api("PUT", path, { headers: { "X-Three": "3" } });
	expect(await read()).toEqual({ headers: { "X-Three": "3" }, sensitive: [] });
	await api("PUT", path, { headers: {} });
	expect(await read()).toEqual({ headers: {}, sensitive: [] });
});

test("PATCH adds, changes in any case, and removes by null and by name", async () => {
	const { api, path, read } = await newEndpoint();
	await api("PUT", path, { headers: { "X-One": "1", "X-Two": "2", "X-Three": "3" } });
	const changes = { "x-one": "eins", "X-Two": null, "X-Four": "4", "X-Never": null };
	const reply = await api("PATCH", path, { headers: changes, deleteHeaders: ["x-three"] });
	expect(reply.status).toBe(204);
	expect((await read()).headers).toEqual({ "x-one": "eins", "X-Four": "4" });
	await api("PATCH", path, { headers: {} });
	expect((await read()).headers).toEqual({ "x-one": "eins", "X-Four": "4" });
});

test("values of sensitive headers are never shown, only their names", async () => {
	const headers = {
		Authorization: "Bearer secret-1",
		"X-API-Key": "secret-2",
		"x-auth-token": "secret-3",
		"www-authenticate": "secret-4",
		"x-plain": "shown",
	};
	const { api, path } = await newEndpoint({ headers });
	const reply = await api("GET", path);
	expect(reply.body.headers).toEqual({ "x-plain": "shown" });
	const { "x-plain": _, ...withheld } = headers;
	expect(reply.body.sensitive.sort()).toEqual(Object.keys(withheld).sort());
	expect(reply.text).not.toContain("secret-");
	await api("PATCH", path, { headers: { "x-plain": null } });
	expect((await api("GET", path)).body.sensitive).toHaveLength(4);
});

test("headers arrive at the receiver, beside those of the delivery", async () => {
	const { api, app, path, target } = await newEndpoint({ headers: { "X-First": "1" } });
	const message = { eventType: "a", payload: {} };
	await api("POST", `${app}/msg`, message);
	await until(target.seen, (all) => all.length === 1);
	await api("PATCH", path, { headers: { Authorization: "Bearer t", "X-First": null, "x-b": "2" } });
	await api("POST", `${app}/msg`, message);
	const [first, second] = await until(target.seen, (all) => all.length === 2);
	expect(first.headers).toMatchObject({ "x-first": "1", "content-type": "application/json" });
	expect(second.headers).toMatchObject({ authorization: "Bearer t", "x-b": "2" });
	expect(second.headers).not.toHaveProperty("x-first");
	expect(second.headers["webhook-signature"]).toMatch(/^v1,/);
});

test.each([
	["User-Agent", "x"],
	["proxy-authorization", "x"],
	["Transfer-Encoding", "x"],
	["cache-control", "x"],
	["Content-Type", "x"],
	["content-length", "1"],
	["svix-id", "x"],
	["X-Svix-Anything", "x"],
	["webhook-id", "x"],
	["x-amz-date", "x"],
	["X-Goog-Thing", "x"],
	["x-google1", "x"],
	["bad name", "x"],
	["", "x"],
	["x-a", "line\r\nx-b: 1"],
	["x-a", "☃"],
	["x-a", "v".repeat(4097)],
])("the header %j with the value %j is refused everywhere", async (name, value) => {
	const { api, app, path, read } = await newEndpoint({ headers: { "x-kept": "1" } });
	const loc = ["body", "headers", name];
	const headers = { [name]: value };
	expectIssues(await api("PUT", path, { headers }), loc);
	expectIssues(await api("PATCH", path, { headers }), loc);
	expectIssues(await api("POST", `${app}/endpoint`, { url: newTarget().url, headers }), loc);
	expect((await read()).headers).toEqual({ "x-kept": "1" });
	expect((await api("GET", `${app}/endpoint`)).body.data).toHaveLength(1);
});

test("every header that is wrong is named at once", async () => {
	const { api, path } = await newEndpoint();
	const headers = { te: "x", "x-fine": "x", pragma: "x", "X-Fine": "y" };
	const loc = ["body", "headers"];
	const reply = await api("PUT", path, { headers });
	expectIssues(reply, [...loc, "te"], [...loc, "pragma"], [...loc, "X-Fine"]);
	expectIssues(await api("PUT", path, {}), loc);
	expectIssues(await api("PUT", path, { headers: { a: 1 } }), [...loc, "a"]);
	expectIssues(await api("PUT", path, { headers: { a: null } }), [...loc, "a"]);
});

test("header values are not stored in clear", async () => {
	const { api, path, id } = await newEndpoint({ headers: { "x-api-key": "given-at-create" } });
	const stored = async () =>
		JSON.stringify(await env.DB.prepare("SELECT * FROM endpoints WHERE id = ?1").bind(id).first());
	expect(await stored()).toContain(id);
	expect(await stored()).not.toContain("given-at-create");
	await api("PUT", path, { headers: { "x-api-key": "put-later" } });
	expect(await stored()).not.toContain("put-later");
	expect(await stored()).not.toContain("x-api-key");
});
