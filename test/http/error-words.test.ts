// A value of the wrong kind is answered with what to write, in words of ours.
import { expect, test } from "vitest";
import { routes } from "../../src/http/routes/index.ts";
import { newApp } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";
import { bodyFor, pathFor, sharedScenes, titled } from "../support/scene.ts";

const ENDPOINT = { url: "https://example.com/" };

test.each([
	["/app", { name: 5 }, ["name"], "must be a text"],
	["/app", { name: "a", metadata: [] }, ["metadata"], "must be a JSON object"],
	["/app", { name: "a", metadata: { k: 1 } }, ["metadata", "k"], "must be a text"],
	["/app", { name: "a", throttleRate: 1.5 }, ["throttleRate"], /^must be a whole number from 1/],
	["/app", [], [], "must be a JSON object"],
	["/event-type", { name: "a", archived: null }, ["archived"], "must be true or false"],
	["/event-type", { name: "a", featureFlags: 5 }, ["featureFlags"], /^must be a name, or a list/],
	["endpoint", { ...ENDPOINT, disabled: "no" }, ["disabled"], "must be true or false"],
	["endpoint", { ...ENDPOINT, channels: "a" }, ["channels"], "must be a list"],
	["endpoint", { ...ENDPOINT, headers: 1 }, ["headers"], "must be a JSON object"],
	["endpoint", {}, ["url"], "must be given: a text"],
	["msg", { eventType: "a", payload: {}, tags: {} }, ["tags"], "must be a list"],
])("%s with %j says at %j: %s", async (where, body, loc, msg) => {
	const api = await newCheckedApi();
	const path = where.startsWith("/") ? where : `/app/${await newApp(api)}/${where}`;
	const reply = await api("POST", path, body);
	expectIssues(reply, ["body", ...loc]);
	expect(reply.body.detail[0].msg).toMatch(msg);
});

const withBody = routes.filter((spec) => spec.body !== undefined);

/** What some of them write takes nothing away. */
const sceneOf = sharedScenes();

test.each(titled(withBody))("%s never answers in the words of a library", async (_, spec) => {
	const { api, params } = await sceneOf(spec);
	const path = pathFor(spec, params);
	const fields = Object.keys(spec.body && "shape" in spec.body ? (spec.body.shape ?? {}) : {});
	expect(fields.length).toBeGreaterThan(0);
	for (const wrong of [null, 5, "", [], {}, true]) {
		const body = { ...bodyFor(spec), ...Object.fromEntries(fields.map((field) => [field, wrong])) };
		const reply = await api(spec.method.toUpperCase(), path, body);
		expect(reply.text).not.toMatch(/Invalid|expected|received|undefined/);
	}
});
