import { expect, test } from "vitest";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SCHEMA = { type: "object", properties: { id: { type: "string" } }, examples: [{ id: "1" }] };
const namesOf = (reply: { body: { data: { name: string }[] } }) =>
	reply.body.data.map(({ name }) => name);

test("an event type is created with defaults and read by its name", async () => {
	const api = await newCheckedApi();
	const created = await api("POST", "/event-type", { name: "user.created", description: "A user" });
	expect(created.status).toBe(201);
	expect(created.body).toEqual({
		name: "user.created",
		description: "A user",
		archived: false,
		deprecated: false,
		schemas: null,
		example: null,
		featureFlag: null,
		featureFlags: null,
		groupName: null,
		createdAt: expect.stringMatching(TIME),
		updatedAt: created.body.createdAt,
	});
	expect((await api("GET", "/event-type/user.created")).body).toEqual(created.body);
	expectError(await api("GET", "/event-type/user"), 404, "not_found", "Entity not found");
});

test("every field is kept", async () => {
	const api = await newCheckedApi();
	const fields = { deprecated: true, schemas: { "1": SCHEMA, "2": true }, groupName: "user" };
	const body = { name: "a-b_c.1", description: "", featureFlags: ["f1", "f2"], ...fields };
	const { body: created } = await api("POST", "/event-type", body);
	expect(created).toMatchObject({ ...body, featureFlag: "f1" });
	expect((await api("GET", "/event-type/a-b_c.1")).body).toEqual(created);
});

test("schema is short for version 1 of schemas, which count when both are given", async () => {
	const api = await newCheckedApi();
	const one = await api("POST", "/event-type", { name: "a", schema: SCHEMA });
	expect(one.body.schemas).toEqual({ "1": SCHEMA });
	const two = { schema: {}, schemas: { "1": SCHEMA } };
	const both = await api("POST", "/event-type", { name: "b", ...two });
	expect(both.body.schemas).toEqual({ "1": SCHEMA });
	const changed = await api("PATCH", "/event-type/a", { schema: { type: "array" } });
	expect(changed.body.schemas).toEqual({ "1": { type: "array" } });
	expect((await api("POST", "/event-type/a", { schema: null })).body.schemas).toBeNull();
});

test.each([
	["featureFlag", "beta", ["beta"]],
	["featureFlag", ["beta", "gamma"], ["beta", "gamma"]],
	["featureFlags", "beta", ["beta"]],
	["featureFlags", ["beta", "gamma"], ["beta", "gamma"]],
	["featureFlags", [], null],
	["featureFlag", null, null],
])("%s may be %j", async (field, given, featureFlags) => {
	const api = await newCheckedApi();
	const created = await api("POST", "/event-type", { name: "a", [field]: given });
	expect(created.body).toMatchObject({ featureFlags, featureFlag: featureFlags?.[0] ?? null });
});

test.each(["POST", "PATCH"])(
	"%s on a name changes what is given, and null frees of flags",
	async (method) => {
		const api = await newCheckedApi();
		const more = { featureFlags: ["beta"], schemas: { "1": SCHEMA } };
		const full = { description: "A", groupName: "g", ...more };
		const created = await api("POST", "/event-type", { name: "a", ...full });
		const change = async (body: object) => {
			const reply = await api(method, "/event-type/a", body);
			expect(reply.status).toBe(200);
			return reply.body;
		};
		expect(await change({})).toMatchObject(full);
		expect(await change({ featureFlag: null })).toMatchObject({ ...full, featureFlags: null });
		expect(await change({ featureFlag: "x" })).toMatchObject({ ...full, featureFlags: ["x"] });
		const rest = { description: "B", deprecated: true, groupName: null };
		expect(await change(rest)).toMatchObject({ ...full, featureFlags: ["x"], ...rest });
		const after = (await api("GET", "/event-type/a")).body;
		expect(after).toMatchObject({ description: "B", createdAt: created.body.createdAt });
		const refused = await api(method, "/event-type/a", { description: null });
		expectIssues(refused, ["body", "description"]);
		expectError(await api(method, "/event-type/none", {}), 404, "not_found");
	},
);

test.each([
	[{}, ["name"]],
	[{ name: "" }, ["name"]],
	[{ name: "a b" }, ["name"]],
	[{ name: "a/b" }, ["name"]],
	[{ name: "n".repeat(257) }, ["name"]],
	[{ name: "a", description: null }, ["description"]],
	[{ name: "a", description: "\u0000" }, ["description"]],
	[{ name: "a", archived: "no" }, ["archived"]],
	[{ name: "a", schemas: [] }, ["schemas"]],
	[{ name: "a", schemas: { "1": 5 } }, ["schemas", "1"]],
	[{ name: "a", schema: [] }, ["schema"]],
	[{ name: "a", schema: { type: "text" } }, ["schema"]],
	[{ name: "a", schemas: { "1": {}, "2": { required: "id" } } }, ["schemas", "2"]],
	[{ name: "a", featureFlags: ["f", "f"] }, ["featureFlags"]],
	[{ name: "a", groupName: "a b" }, ["groupName"]],
	[{ name: "a", featureFlags: ["a b"] }, ["featureFlags", 0]],
	[{ name: "a", featureFlag: "a b" }, ["featureFlag"]],
])("an event type of %j is refused at %j", async (body, loc) => {
	const api = await newCheckedApi();
	expectIssues(await api("POST", "/event-type", body), ["body", ...loc]);
	expect((await api("GET", "/event-type")).body.data).toEqual([]);
});

test("a name exists once in an organisation, however it is created", async () => {
	const [api, other] = await Promise.all([newCheckedApi(), newCheckedApi()]);
	const first = await api("POST", "/event-type", { name: "a", description: "First" });
	expectError(await api("POST", "/event-type", { name: "a" }), 409, "event_type_exists");
	expect((await api("GET", "/event-type/a")).body).toEqual(first.body);
	expect((await other("POST", "/event-type", { name: "a" })).status).toBe(201);
	const names = await Promise.all(
		Array.from({ length: 10 }, () => api("POST", "/event-type", { name: "b" })),
	);
	expect(names.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
});

test("PUT replaces an event type, or creates one of the name in the path", async () => {
	const api = await newCheckedApi();
	const full = {
		description: "A",
		deprecated: true,
		groupName: "g",
		featureFlags: ["f"],
		schema: {},
	};
	const made = await api("PUT", "/event-type/a.b", full);
	expect(made.status).toBe(201);
	expect(made.body).toMatchObject({ name: "a.b", description: "A", schemas: { "1": {} } });
	const replaced = await api("PUT", "/event-type/a.b", { description: "B" });
	expect(replaced.status).toBe(200);
	const reset = { deprecated: false, groupName: null, featureFlags: null, schemas: null };
	expect(replaced.body).toMatchObject({ name: "a.b", description: "B", ...reset });
	for (const name of ["a%20b", "a%2Fb", "%C3%A9", "n".repeat(257)]) {
		const refused = await api("PUT", `/event-type/${name}`, { description: "" });
		expectIssues(refused, ["path", "event_type_name"]);
	}
	expect(namesOf(await api("GET", "/event-type"))).toEqual(["a.b"]);
});

test("DELETE archives: hidden from the list, kept by name, and back with a new POST", async () => {
	const api = await newCheckedApi();
	const fields = { description: "A", groupName: "g", schemas: { "1": SCHEMA } };
	const { body: first } = await api("POST", "/event-type", { name: "a", ...fields });
	await api("POST", "/event-type", { name: "b" });
	expect((await api("DELETE", "/event-type/a")).status).toBe(204);
	expect((await api("GET", "/event-type/a")).body).toMatchObject({ ...fields, archived: true });
	expect(namesOf(await api("GET", "/event-type"))).toEqual(["b"]);
	const all = await api("GET", "/event-type?include_archived=true");
	expect(all.body.data).toMatchObject([
		{ name: "a", archived: true },
		{ name: "b", archived: false },
	]);
	const back = await api("POST", "/event-type", { name: "a", description: "New" });
	expect(back.status).toBe(201);
	expect(back.body).toMatchObject({
		description: "New",
		archived: false,
		createdAt: first.createdAt,
	});
	await api("PATCH", "/event-type/a", { archived: true });
	expect(namesOf(await api("GET", "/event-type"))).toEqual(["b"]);
	expectError(await api("DELETE", "/event-type/none"), 404, "not_found");
});

test("DELETE with expunge removes for good, archived or not", async () => {
	const api = await newCheckedApi();
	for (const name of ["a", "b"]) await api("POST", "/event-type", { name });
	await api("DELETE", "/event-type/b");
	for (const name of ["a", "b"]) {
		expect((await api("DELETE", `/event-type/${name}?expunge=true`)).status).toBe(204);
		expectError(await api("GET", `/event-type/${name}`), 404, "not_found");
	}
	expect(namesOf(await api("GET", "/event-type?include_archived=true"))).toEqual([]);
	expectIssues(await api("DELETE", "/event-type/a?expunge=1"), ["query", "expunge"]);
});

test("the list shows schemas only when they are asked for", async () => {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "a", schema: SCHEMA });
	expect((await api("GET", "/event-type")).body.data[0].schemas).toBeNull();
	const plain = await api("GET", "/event-type?with_content=false");
	expect(plain.body.data[0].schemas).toBeNull();
	const full = await api("GET", "/event-type?with_content=true");
	expect(full.body.data[0].schemas).toEqual({ "1": SCHEMA });
	for (const field of ["with_content", "include_archived"]) {
		expectIssues(await api("GET", `/event-type?${field}=yes`), ["query", field]);
	}
});

test("what is wrong with a schema is said", async () => {
	const api = await newCheckedApi();
	const reply = await api("POST", "/event-type", { name: "a", schema: { type: "text" } });
	expect(reply.body.detail[0].msg).toMatch(/^must be a JSON Schema \(Draft 7\): .*#\/type/);
});
