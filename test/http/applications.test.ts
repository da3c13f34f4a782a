import { expect, test } from "vitest";
import { newTarget } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const TAKEN = "An application with that id or uid already exists";
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("an application is created with defaults, and read by its id and its uid", async () => {
	const api = await newCheckedApi();
	const created = await api("POST", "/app", { name: "Acme", uid: "acme" });
	expect(created.status).toBe(201);
	expect(created.body).toEqual({
		id: expect.stringMatching(/^app_[0-9A-Za-z]{27}$/),
		uid: "acme",
		name: "Acme",
		throttleRate: null,
		rateLimit: null,
		metadata: {},
		createdAt: expect.stringMatching(TIME),
		updatedAt: created.body.createdAt,
	});
	for (const name of [created.body.id, "acme"]) {
		const read = await api("GET", `/app/${name}`);
		expect(read.status).toBe(200);
		expect(read.body).toEqual(created.body);
	}
});

test("every field is kept, under the old names and the new", async () => {
	const api = await newCheckedApi();
	const fields = { name: "Acme – ☃", uid: "a-b_c.1", metadata: { plan: "pro", "": "" } };
	const created = await api("POST", "/app", { ...fields, throttleRate: 65535 });
	expect(created.body).toMatchObject({ ...fields, throttleRate: 65535, rateLimit: 65535 });
	const old = await api("POST", "/app", { name: "Old", rateLimit: 7 });
	expect(old.body).toMatchObject({ uid: null, throttleRate: 7, rateLimit: 7 });
	const nulls = { uid: null, throttleRate: null, rateLimit: null, metadata: null };
	const empty = await api("POST", "/app", { name: "Empty", ...nulls });
	expect(empty.body).toMatchObject({ ...nulls, metadata: {} });
});

test.each([
	[{}, ["name"]],
	[{ name: "" }, ["name"]],
	[{ name: null }, ["name"]],
	[{ name: 5 }, ["name"]],
	[{ name: "a\u0000b" }, ["name"]],
	[{ name: "a\u0008b" }, ["name"]],
	[{ name: "A", uid: "" }, ["uid"]],
	[{ name: "A", uid: "app_1" }, ["uid"]],
	[{ name: "A", uid: "a b" }, ["uid"]],
	[{ name: "A", uid: "a/b" }, ["uid"]],
	[{ name: "A", uid: "é" }, ["uid"]],
	[{ name: "A", uid: "u".repeat(257) }, ["uid"]],
	[{ name: "A", throttleRate: 0 }, ["throttleRate"]],
	[{ name: "A", throttleRate: 65536 }, ["throttleRate"]],
	[{ name: "A", throttleRate: 1.5 }, ["throttleRate"]],
	[{ name: "A", rateLimit: "1" }, ["rateLimit"]],
	[{ name: "A", metadata: { a: 1 } }, ["metadata", "a"]],
	[{ name: "A", metadata: [] }, ["metadata"]],
])("an application of %j is refused at %j, when created and when replaced", async (body, loc) => {
	const api = await newCheckedApi();
	expectIssues(await api("POST", "/app", body), ["body", ...loc]);
	const { body: app } = await api("POST", "/app", { name: "Before" });
	expectIssues(await api("PUT", `/app/${app.id}`, body), ["body", ...loc]);
	expect((await api("GET", `/app/${app.id}`)).body).toEqual(app);
	expect((await api("GET", "/app")).body.data).toHaveLength(1);
});

test("metadata may have 4096 bytes as JSON and not one more", async () => {
	const api = await newCheckedApi();
	// {"k":"…"} is 8 bytes beside the value, and each of these characters has two.
	const fits = { k: "é".repeat(2044) };
	expect((await api("POST", "/app", { name: "A", metadata: fits })).body.metadata).toEqual(fits);
	const over = { k: `${"é".repeat(2044)}x` };
	expectIssues(await api("POST", "/app", { name: "A", metadata: over }), ["body", "metadata"]);
});

test("a uid is taken once in an organisation, whoever asks and however", async () => {
	const [api, other] = await Promise.all([newCheckedApi(), newCheckedApi()]);
	const first = await api("POST", "/app", { name: "First", uid: "same" });
	const second = await api("POST", "/app", { name: "Second", uid: "second" });
	expectError(await api("POST", "/app", { name: "A", uid: "same" }), 409, "conflict", TAKEN);
	expectError(await api("PUT", "/app/none", { name: "A", uid: "same" }), 409, "conflict", TAKEN);
	expectError(await api("PUT", "/app/second", { name: "A", uid: "same" }), 409, "conflict", TAKEN);
	expectError(await api("PATCH", "/app/second", { uid: "same" }), 409, "conflict", TAKEN);
	expect((await api("GET", "/app")).body.data).toEqual([first.body, second.body]);
	const elsewhere = await other("POST", "/app", { name: "Theirs", uid: "same" });
	expect(elsewhere.status).toBe(201);
	expect((await other("GET", "/app/same")).body.id).toBe(elsewhere.body.id);
	expect((await api("GET", "/app/same")).body.id).toBe(first.body.id);
});

test("get_if_exists answers 200 with the stored application, unchanged", async () => {
	const api = await newCheckedApi();
	const ask = (body: object) => api("POST", "/app?get_if_exists=true", body);
	const created = await ask({ name: "First", uid: "same", throttleRate: 5 });
	expect(created.status).toBe(201);
	const again = await ask({ name: "Second", uid: "same", metadata: { a: "1" } });
	expect(again.status).toBe(200);
	expect(again.body).toEqual(created.body);
	expect((await ask({ name: "No uid" })).status).toBe(201);
	expect((await ask({ name: "No uid" })).status).toBe(201);
	const refused = await api("POST", "/app?get_if_exists=maybe", { name: "A" });
	expectIssues(refused, ["query", "get_if_exists"]);
});

test("many at once with get_if_exists get one and the same application", async () => {
	const api = await newCheckedApi();
	const body = { name: "A", uid: "same" };
	const replies = await Promise.all(
		Array.from({ length: 20 }, () => api("POST", "/app?get_if_exists=true", body)),
	);
	expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
	expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
});

test("PUT replaces an application, and creates one when there is none", async () => {
	const api = await newCheckedApi();
	const made = await api("PUT", "/app/unused-name", { name: "Made" });
	expect(made.status).toBe(201);
	expect(made.body.uid).toBeNull();
	expectError(await api("GET", "/app/unused-name"), 404, "not_found", "Entity not found");
	const full = { name: "A", uid: "a", throttleRate: 3, metadata: { a: "1" } };
	expect((await api("PUT", `/app/${made.body.id}`, full)).body).toMatchObject(full);
	const replaced = await api("PUT", "/app/a", { name: "B" });
	expect(replaced.status).toBe(200);
	const reset = { name: "B", uid: null, throttleRate: null, metadata: {} };
	expect(replaced.body).toMatchObject({ ...made.body, ...reset, updatedAt: expect.any(String) });
});

test("PATCH changes what is given, and null empties what may be empty", async () => {
	const api = await newCheckedApi();
	const full = { name: "A", uid: "a", throttleRate: 3, metadata: { a: "1" } };
	const { body: before } = await api("POST", "/app", full);
	const patch = async (body: object) => (await api("PATCH", `/app/${before.id}`, body)).body;
	expect(await patch({})).toMatchObject(full);
	expect(await patch({ name: "B" })).toMatchObject({ ...full, name: "B" });
	expect(await patch({ rateLimit: 9 })).toMatchObject({ throttleRate: 9, rateLimit: 9, uid: "a" });
	expect(await patch({ throttleRate: null })).toMatchObject({ throttleRate: null, name: "B" });
	expect(await patch({ throttleRate: 4 })).toMatchObject({ throttleRate: 4 });
	expect(await patch({ throttleRate: 0 })).toMatchObject({ throttleRate: null, rateLimit: null });
	expect(await patch({ metadata: { b: "2" } })).toMatchObject({ metadata: { b: "2" } });
	expect(await patch({ uid: null })).toMatchObject({ uid: null, name: "B" });
	for (const field of ["name", "metadata"]) {
		const refused = await api("PATCH", `/app/${before.id}`, { [field]: null });
		expectIssues(refused, ["body", field]);
	}
	const after = (await api("GET", `/app/${before.id}`)).body;
	expect(after).toMatchObject({ name: "B", createdAt: before.createdAt });
	expect(after.updatedAt >= before.updatedAt).toBe(true);
	expectError(await api("PATCH", "/app/none", {}), 404, "not_found");
});

test("a deleted application is gone, and its uid is free at once, for messages too", async () => {
	const api = await newCheckedApi();
	const message = { eventType: "a", payload: {} };
	const { body: first } = await api("POST", "/app", { name: "A", uid: "a" });
	await api("POST", "/app/a/endpoint", { url: newTarget().url });
	expect((await api("POST", "/app/a/msg", message)).status).toBe(202);
	expect((await api("DELETE", "/app/a")).status).toBe(204);
	for (const path of ["/app/a", `/app/${first.id}`, `/app/${first.id}/endpoint`, "/app/a/msg"]) {
		expectError(await api("GET", path), 404, "not_found");
	}
	expectError(await api("POST", "/app/a/msg", message), 404, "not_found", "Application not found");
	expectError(await api("DELETE", "/app/a"), 404, "not_found");
	expect((await api("GET", "/app")).body.data).toEqual([]);
	const second = await api("POST", "/app", { name: "B", uid: "a" });
	expect(second.status).toBe(201);
	const { body: sent } = await api("POST", "/app/a/msg", message);
	expect((await api("GET", `/app/${second.body.id}/msg`)).body.data).toMatchObject([
		{ id: sent.id },
	]);
	expect((await api("GET", "/app/a/endpoint")).body.data).toEqual([]);
});

test("a message follows a uid that moves from one application to another", async () => {
	const api = await newCheckedApi();
	const { body: one } = await api("POST", "/app", { name: "One", uid: "current" });
	const { body: two } = await api("POST", "/app", { name: "Two" });
	await api("POST", "/app/current/msg", { eventType: "a", payload: {} });
	await api("PATCH", `/app/${one.id}`, { uid: "former" });
	await api("PATCH", `/app/${two.id}`, { uid: "current" });
	const { body: sent } = await api("POST", "/app/current/msg", { eventType: "a", payload: {} });
	expect((await api("GET", `/app/${two.id}/msg`)).body.data).toMatchObject([{ id: sent.id }]);
	expect((await api("GET", `/app/${one.id}/msg`)).body.data).toHaveLength(1);
});
