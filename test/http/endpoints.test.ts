import { expect, test } from "vitest";
import { newApp } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const URL_OK = "https://example.com/hook";

async function newEndpoints(...eventTypes: string[]) {
	const api = await newCheckedApi();
	for (const name of eventTypes) await api("POST", "/event-type", { name });
	const app = await newApp(api);
	return { api, app, path: `/app/${app}/endpoint` };
}

test("an endpoint is created with defaults, and read by its id and its uid", async () => {
	const { api, path } = await newEndpoints();
	const created = await api("POST", path, { url: URL_OK, uid: "main" });
	expect(created.status).toBe(201);
	expect(created.body).toEqual({
		id: expect.stringMatching(/^ep_[0-9A-Za-z]{27}$/),
		uid: "main",
		url: URL_OK,
		description: "",
		version: 1,
		disabled: false,
		eventTypes: null,
		filterTypes: null,
		channels: null,
		throttleRate: null,
		rateLimit: null,
		ordered: false,
		maxInFlight: null,
		paused: false,
		disabledReason: null,
		metadata: {},
		createdAt: expect.stringMatching(TIME),
		updatedAt: created.body.createdAt,
	});
	for (const name of [created.body.id, "main"]) {
		expect((await api("GET", `${path}/${name}`)).body).toEqual(created.body);
	}
});

test("every field is kept, under the old names and the new", async () => {
	const { api, path } = await newEndpoints("a", "b");
	const fields = {
		url: URL_OK,
		description: "Main",
		version: 7,
		disabled: true,
		channels: ["project:1", "a.b-c_d+e"],
		metadata: { team: "x" },
	};
	const fresh = await api("POST", path, { ...fields, eventTypes: ["a", "b"], throttleRate: 9 });
	const old = await api("POST", path, { ...fields, filterTypes: ["a", "b"], rateLimit: 9 });
	const both = { eventTypes: ["a", "b"], filterTypes: ["a", "b"], throttleRate: 9, rateLimit: 9 };
	expect(fresh.body).toMatchObject({ ...fields, ...both, uid: null });
	expect(old.body).toMatchObject({ ...fields, ...both, uid: null });
});

test.each([
	["HTTPS://Example.COM", "https://example.com/"],
	["http://localhost:9000", "http://localhost:9000/"],
	["https://example.com:443/a b".replace(" ", "%20"), "https://example.com/a%20b"],
	["https://user:pw@bücher.example/a?b=c#d", "https://user:***@xn--bcher-kva.example/a?b=c#d"],
	["https://example.com/x/../y", "https://example.com/y"],
])("the URL %s is written %s", async (given, normal) => {
	const { api, path } = await newEndpoints();
	expect((await api("POST", path, { url: given })).body.url).toBe(normal);
});

test.each([
	[{}, ["url"]],
	[{ url: null }, ["url"]],
	[{ url: "" }, ["url"]],
	[{ url: "example.com" }, ["url"]],
	[{ url: "ftp://example.com" }, ["url"]],
	[{ url: "javascript:alert(1)" }, ["url"]],
	[{ url: "https://exa mple.com" }, ["url"]],
	[{ url: "https://example.com/\n" }, ["url"]],
	[{ url: `https://example.com/${"a".repeat(65_530)}` }, ["url"]],
	[{ url: URL_OK, description: null }, ["description"]],
	[{ url: URL_OK, description: "\u0001" }, ["description"]],
	[{ url: URL_OK, disabled: "yes" }, ["disabled"]],
	[{ url: URL_OK, version: 0 }, ["version"]],
	[{ url: URL_OK, uid: "ep_1" }, ["uid"]],
	[{ url: URL_OK, uid: "a b" }, ["uid"]],
	[{ url: URL_OK, throttleRate: 0 }, ["throttleRate"]],
	[{ url: URL_OK, rateLimit: 65_536 }, ["rateLimit"]],
	[{ url: URL_OK, channels: ["a b"] }, ["channels", 0]],
	[{ url: URL_OK, channels: ["a", "a"] }, ["channels"]],
	[{ url: URL_OK, channels: ["c".repeat(129)] }, ["channels", 0]],
	[{ url: URL_OK, channels: Array.from({ length: 11 }, (_, i) => `c${i}`) }, ["channels"]],
	[{ url: URL_OK, eventTypes: ["a", "a"] }, ["eventTypes"]],
	[{ url: URL_OK, eventTypes: ["a b"] }, ["eventTypes", 0]],
	[{ url: URL_OK, eventTypes: "a" }, ["eventTypes"]],
	[{ url: URL_OK, metadata: { k: "v".repeat(4096) } }, ["metadata"]],
])("an endpoint of %j is refused at %j", async (body, loc) => {
	const { api, path } = await newEndpoints("a");
	expectIssues(await api("POST", path, body), ["body", ...loc]);
	expectIssues(await api("PUT", `${path}/none`, body), ["body", ...loc]);
	expect((await api("GET", path)).body.data).toEqual([]);
});

test("event types that do not exist here or are archived are named", async () => {
	const { api, path } = await newEndpoints("live", "archived");
	await api("DELETE", "/event-type/archived");
	const stranger = await newCheckedApi();
	await stranger("POST", "/event-type", { name: "none" });
	const unknown = ["none", "archived"];
	const msg = "The following event types don't exist: 'none', 'archived'";
	for (const field of ["eventTypes", "filterTypes"]) {
		const refused = await api("POST", path, { url: URL_OK, [field]: ["live", ...unknown] });
		expectIssues(refused, ["body", "eventTypes"]);
		expect(refused.body.detail[0].msg).toBe(msg);
	}
	const { body } = await api("POST", path, { url: URL_OK, eventTypes: ["live"] });
	expectIssues(await api("PATCH", `${path}/${body.id}`, { eventTypes: unknown }), [
		"body",
		"eventTypes",
	]);
	const replaced = await api("PUT", `${path}/${body.id}`, { url: URL_OK, eventTypes: unknown });
	expectIssues(replaced, ["body", "eventTypes"]);
	expect((await api("GET", `${path}/${body.id}`)).body).toEqual(body);
});

test("an empty list of event types or channels means all, and is shown as null", async () => {
	const { api, path } = await newEndpoints("a");
	const empty = { url: URL_OK, eventTypes: [], channels: [] };
	const all = { eventTypes: null, filterTypes: null, channels: null };
	expect((await api("POST", path, empty)).body).toMatchObject(all);
	const some = { url: URL_OK, eventTypes: ["a"], channels: ["c"] };
	const { body } = await api("POST", path, some);
	expect((await api("PATCH", `${path}/${body.id}`, empty)).body).toMatchObject(all);
	await api("PUT", `${path}/${body.id}`, some);
	expect((await api("PUT", `${path}/${body.id}`, empty)).body).toMatchObject(all);
	await api("PATCH", `${path}/${body.id}`, { filterTypes: ["a"] });
	expect((await api("PATCH", `${path}/${body.id}`, { filterTypes: [] })).body).toMatchObject(all);
});

test("PATCH changes what is given, and null empties what may be empty", async () => {
	const { api, path } = await newEndpoints("a", "b");
	const lists = { eventTypes: ["a"], channels: ["c"] };
	const full = {
		url: URL_OK,
		uid: "u",
		description: "D",
		throttleRate: 3,
		...lists,
		metadata: { a: "1" },
	};
	const { body: before } = await api("POST", path, full);
	const patch = async (body: object) => (await api("PATCH", `${path}/${before.id}`, body)).body;
	expect(await patch({})).toMatchObject(full);
	expect(await patch({ disabled: true, url: "HTTP://B.example" })).toMatchObject({
		...full,
		disabled: true,
		url: "http://b.example/",
	});
	expect(await patch({ filterTypes: ["b"], rateLimit: 4 })).toMatchObject({
		eventTypes: ["b"],
		throttleRate: 4,
		uid: "u",
	});
	expect(await patch({ rateLimit: 0 })).toMatchObject({ throttleRate: null, rateLimit: null });
	const nulls = { uid: null, eventTypes: null, channels: null, throttleRate: null };
	expect(await patch(nulls)).toMatchObject({ ...nulls, description: "D", metadata: { a: "1" } });
	for (const field of ["url", "description", "disabled", "metadata", "version"]) {
		const refused = await api("PATCH", `${path}/${before.id}`, { [field]: null });
		expectIssues(refused, ["body", field]);
	}
	expectError(await api("PATCH", `${path}/none`, {}), 404, "not_found", "Entity not found");
});

test("PUT replaces an endpoint but not its secret, and creates one when there is none", async () => {
	const { api, path } = await newEndpoints("a");
	const made = await api("PUT", `${path}/unused-name`, {
		url: URL_OK,
		eventTypes: ["a"],
		uid: "u",
	});
	expect(made.status).toBe(201);
	expectError(await api("GET", `${path}/unused-name`), 404, "not_found");
	const secret = (await api("GET", `${path}/u/secret`)).body;
	const replaced = await api("PUT", `${path}/u`, { url: "https://b.example" });
	expect(replaced.status).toBe(200);
	expect(replaced.body).toMatchObject({ id: made.body.id, uid: null, eventTypes: null });
	expect((await api("GET", `${path}/${made.body.id}/secret`)).body).toEqual(secret);
});
