// The endpoints that get the operational webhooks: their nine operations.
import { expect, test } from "vitest";
import { OPERATIONAL_EVENT_TYPES } from "../../src/core/operational-event.ts";
import { newApp } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { OWN } from "../support/operational.ts";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const URL_OK = "https://example.com/hook";

test("an operational endpoint is created with defaults, and read by its id and its uid", async () => {
	const api = await newCheckedApi();
	const created = await api("POST", OWN, { url: URL_OK, uid: "ops" });
	expect(created.status).toBe(201);
	expect(created.body).toEqual({
		id: expect.stringMatching(/^ep_[0-9A-Za-z]{27}$/),
		uid: "ops",
		url: URL_OK,
		description: "",
		throttleRate: null,
		disabled: false,
		eventTypes: null,
		metadata: {},
		createdAt: expect.stringMatching(TIME),
		updatedAt: created.body.createdAt,
	});
	for (const name of [created.body.id, "ops"]) {
		expect((await api("GET", `${OWN}/${name}`)).body).toEqual(created.body);
	}
	expect((await api("GET", OWN)).body.data).toEqual([created.body]);
});

test("every field is kept, and a PUT replaces all but secret and headers", async () => {
	const api = await newCheckedApi();
	const fields = {
		url: URL_OK,
		description: "Ops",
		uid: "ops",
		throttleRate: 9,
		disabled: true,
		eventTypes: ["endpoint.disabled", "message.attempt.exhausted"],
		metadata: { team: "x" },
	};
	const only = { secret: `whsec_${"A".repeat(32)}`, headers: { "x-a": "1", authorization: "s" } };
	const { body } = await api("POST", OWN, { ...fields, ...only });
	expect(body).toMatchObject(fields);
	expect((await api("POST", OWN, { url: URL_OK, rateLimit: 4 })).body.throttleRate).toBe(4);
	const replaced = await api("PUT", `${OWN}/ops`, { url: "https://b.example/" });
	expect(replaced.status).toBe(200);
	expect(replaced.body).toMatchObject({
		...{ id: body.id, url: "https://b.example/", description: "", uid: null, throttleRate: null },
		...{ disabled: false, eventTypes: null, metadata: {} },
	});
	const path = `${OWN}/${body.id}`;
	expect((await api("GET", `${path}/secret`)).body).toEqual({ key: only.secret });
	const headers = { headers: { "x-a": "1" }, sensitive: ["authorization"] };
	expect((await api("GET", `${path}/headers`)).body).toEqual(headers);
});

test("a PUT on a name that is not known creates one, also the first", async () => {
	const api = await newCheckedApi();
	const made = await api("PUT", `${OWN}/unused`, { url: URL_OK, uid: "ops" });
	expect(made.status).toBe(200);
	expect((await api("GET", OWN)).body.data).toEqual([made.body]);
	expectError(await api("GET", `${OWN}/unused`), 404, "not_found");
});

test("headers and secret are read, replaced and rotated, and deletion ends all", async () => {
	const api = await newCheckedApi();
	const { body } = await api("POST", OWN, { url: URL_OK });
	const path = `${OWN}/${body.id}`;
	expect((await api("GET", `${path}/headers`)).body).toEqual({ headers: {}, sensitive: [] });
	const replaced = await api("PUT", `${path}/headers`, { headers: { "x-b": "2" } });
	expect(replaced.status).toBe(204);
	expect((await api("GET", `${path}/headers`)).body.headers).toEqual({ "x-b": "2" });
	const { body: before } = await api("GET", `${path}/secret`);
	expect((await api("POST", `${path}/secret/rotate`, { gracePeriodSeconds: 5 })).status).toBe(204);
	expect((await api("GET", `${path}/secret`)).body.key).not.toBe(before.key);
	expect((await api("DELETE", path)).status).toBe(204);
	for (const part of ["", "/headers", "/secret"]) {
		expectError(await api("GET", path + part), 404, "not_found", "Entity not found");
	}
	expectError(await api("DELETE", path), 404, "not_found");
	expect((await api("GET", OWN)).body.data).toEqual([]);
});

test.each([
	[{}, ["url"]],
	[{ url: "" }, ["url"]],
	[{ url: "ftp://example.com" }, ["url"]],
	[{ url: "http://edgehook.test/" }, ["url"]],
	[{ url: URL_OK, description: null }, ["description"]],
	[{ url: URL_OK, uid: "ep_1" }, ["uid"]],
	[{ url: URL_OK, throttleRate: 0 }, ["throttleRate"]],
	[{ url: URL_OK, rateLimit: 65_536 }, ["rateLimit"]],
	[{ url: URL_OK, disabled: "yes" }, ["disabled"]],
	[{ url: URL_OK, eventTypes: ["a b"] }, ["eventTypes", 0]],
	[{ url: URL_OK, eventTypes: ["endpoint.created", "endpoint.created"] }, ["eventTypes"]],
	[{ url: URL_OK, eventTypes: ["invoice.paid"] }, ["eventTypes"]],
	[{ url: URL_OK, metadata: { k: "v".repeat(4096) } }, ["metadata"]],
])("an operational endpoint of %j is refused at %j, and leaves no trace", async (body, loc) => {
	const api = await newCheckedApi();
	expectIssues(await api("POST", OWN, body), ["body", ...loc]);
	expectIssues(await api("PUT", `${OWN}/none`, body), ["body", ...loc]);
	expect((await api("GET", OWN)).body.data).toEqual([]);
});

test.each([
	[{ secret: "short" }, ["secret"]],
	[{ headers: { "webhook-id": "1" } }, ["headers", "webhook-id"]],
	[{ headers: { "x-a": 1 } }, ["headers", "x-a"]],
])("%j is refused at %j on creation, rotation and in headers", async (only, loc) => {
	const api = await newCheckedApi();
	expectIssues(await api("POST", OWN, { url: URL_OK, ...only }), ["body", ...loc]);
	const { body } = await api("POST", OWN, { url: URL_OK });
	const path = `${OWN}/${body.id}`;
	if ("headers" in only) {
		expectIssues(await api("PUT", `${path}/headers`, only), ["body", ...loc]);
	} else {
		expectIssues(await api("POST", `${path}/secret/rotate`, { key: only.secret }), ["body", "key"]);
	}
});

test("an event that does not exist is named beside those that do; the sender's own do not count", async () => {
	const api = await newCheckedApi();
	await api("POST", "/event-type", { name: "user.created" });
	const refused = await api("POST", OWN, {
		url: URL_OK,
		eventTypes: ["endpoint.created", "user.created"],
	});
	expectIssues(refused, ["body", "eventTypes"]);
	const { msg } = refused.body.detail[0];
	expect(msg).toContain("'user.created'");
	for (const type of OPERATIONAL_EVENT_TYPES) expect(msg).toContain(type);
	const all = { url: URL_OK, eventTypes: OPERATIONAL_EVENT_TYPES };
	expect((await api("POST", OWN, all)).body.eventTypes).toEqual([...OPERATIONAL_EVENT_TYPES]);
	const path = `/app/${await newApp(api)}/endpoint`;
	const ordinary = await api("POST", path, { url: URL_OK, eventTypes: ["endpoint.created"] });
	expectIssues(ordinary, ["body", "eventTypes"]);
});
