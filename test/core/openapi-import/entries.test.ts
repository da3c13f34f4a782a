import { expect, test } from "vitest";
import { read } from "./tools.ts";

const json = (schema: object, more: object = {}) => ({
	content: { "application/json": { schema, ...more } },
});
const webhooks = (entries: object, more: object = {}) =>
	read({ openapi: "3.1.0", webhooks: entries, ...more });
const post = (operation: object, item: object = {}) =>
	webhooks({ "a.b": { ...item, post: operation } }).eventTypes[0];

test("a post operation is an event type", () => {
	const { eventTypes, failed, notes } = webhooks({
		"invoice.paid": {
			post: {
				operationId: "invoicePaid",
				description: "An invoice was paid",
				deprecated: true,
				"x-service-feature-flags": ["beta", "beta", "new"],
				"x-service-group-name": "invoices",
				requestBody: json({ type: "object" }, { example: { id: 1 } }),
				responses: { 200: { description: "OK" } },
			},
		},
	});
	expect(eventTypes).toEqual([
		{
			path: "/webhooks/invoice.paid",
			name: "invoice.paid",
			description: "An invoice was paid",
			deprecated: true,
			featureFlags: ["beta", "new"],
			groupName: "invoices",
			schema: { type: "object", examples: [{ id: 1 }] },
			chars: expect.any(Number),
		},
	]);
	expect([failed, notes]).toEqual([[], []]);
});

test.each([
	[{ description: "D", summary: "S" }, { description: "I" }, "D"],
	[{ summary: "S" }, { description: "I", summary: "J" }, "S"],
	[{ description: "" }, { description: "I", summary: "J" }, "I"],
	[{}, { summary: "J" }, "J"],
	[{ description: null }, {}, ""],
])("of %j in %j the description is %j", (operation, item, description) => {
	expect(post(operation, item)).toMatchObject({ description });
});

test.each([
	["x-service-feature-flags", ["a"], { featureFlags: ["a"] }],
	["x-svix-feature-flags", ["a"], { featureFlags: ["a"] }],
	["x-service-feature-flags", "a", { featureFlags: ["a"] }],
	["x-service-feature-flags", [], { featureFlags: null }],
	["x-svix-feature-flags", null, { featureFlags: null }],
	["x-service-group-name", "g", { groupName: "g" }],
	["x-svix-group-name", "g", { groupName: "g" }],
	["x-service-group-name", null, { groupName: null }],
	["x-other", "g", { groupName: undefined, featureFlags: undefined }],
])("%s: %j is read beside the operation's words, and in it", (word, value, expected) => {
	expect(post({ [word]: value })).toMatchObject(expected);
	expect(post({}, { [word]: value })).toMatchObject(expected);
});

test("the service's own words go before those of others", () => {
	const operation = { "x-svix-group-name": "two", "x-service-group-name": "one" };
	expect(post(operation)).toMatchObject({ groupName: "one" });
});

test.each([
	["example", { example: 1 }, {}, [1]],
	["examples", { examples: { a: { value: 1 }, b: { value: 2, summary: "B" } } }, {}, [1, 2]],
	["an example by reference", { examples: { a: { $ref: "#/components/examples/x" } } }, {}, [7]],
	[
		"all that there are, once",
		{ example: { a: 1 }, examples: { a: { value: 2 } } },
		{ example: { a: 1 }, examples: [3] },
		[{ a: 1 }, 2, 3],
	],
	["a null", { example: null }, {}, [null]],
	["a list", { examples: [1, 2] }, {}, [1, 2]],
])("the examples of a body: %s", (_what, media, schema, examples) => {
	const entry = { post: { requestBody: json(schema, media) } };
	const components = { examples: { x: { value: 7 } } };
	const { eventTypes } = webhooks({ a: entry }, { components });
	expect(eventTypes).toMatchObject([{ schema: { examples } }]);
});

test("an example without a schema is kept, and one that is elsewhere is noted", () => {
	const content = {
		"application/json": {
			examples: { a: { value: 1 }, b: { externalValue: "https://example.com" } },
		},
	};
	const { eventTypes, notes } = webhooks({ a: { post: { requestBody: { content } } } });
	expect(eventTypes[0]?.schema).toEqual({ examples: [1] });
	expect(notes).toMatchObject([
		{ path: "/webhooks/a/post/requestBody/content/application~1json/examples/b" },
	]);
});

test.each([
	[["text/plain", "application/json"], "application/json"],
	[["application/json; charset=utf-8"], "application/json; charset=utf-8"],
	[["application/x-www-form-urlencoded", "application/vnd.api+json"], "application/vnd.api+json"],
	[["application/cloudevents+json", "application/json"], "application/json"],
	[["*/*"], "*/*"],
])("of %j the body in %s is read", (types, read) => {
	const content = Object.fromEntries(types.map((type) => [type, { schema: { title: type } }]));
	const { eventTypes, notes } = webhooks({ a: { post: { requestBody: { content } } } });
	expect(eventTypes).toMatchObject([{ schema: { title: read } }]);
	expect(notes).toHaveLength(types.length - 1);
});

test("an entry without JSON is an event type without a schema, and that is noted", () => {
	const content = { "application/xml": { schema: {} } };
	const { eventTypes, notes } = webhooks({
		a: { post: {} },
		b: { post: { requestBody: {} } },
		c: { post: { requestBody: { content } } },
	});
	expect(eventTypes).toMatchObject([{ schema: null }, { schema: null }, { schema: null }]);
	expect(notes).toMatchObject([{ path: "/webhooks/c/post/requestBody/content" }]);
});

test("path items, bodies and media types may be referred to", () => {
	const components = {
		pathItems: {
			Paid: { summary: "Paid", post: { requestBody: { $ref: "#/components/requestBodies/Paid" } } },
		},
		requestBodies: { Paid: json({ $ref: "#/components/schemas/Paid" }) },
		schemas: { Paid: { type: "object" } },
	};
	const item = { $ref: "#/components/pathItems/Paid" };
	const { eventTypes, failed } = webhooks(
		{ paid: item, other: { ...item, "x-svix-group-name": "g" } },
		{ components },
	);
	expect(failed).toEqual([]);
	expect(eventTypes).toMatchObject([
		{ name: "paid", description: "Paid", schema: { type: "object" } },
		{ name: "other", groupName: "g" },
	]);
});

test("a wrong entry is reported with its place, and the others are read", () => {
	const { eventTypes, failed, names } = webhooks({
		good: { post: {} },
		"a b": { post: {} },
		"": { post: {} },
		["n".repeat(257)]: { post: {} },
		"a/b~c": { post: {} },
		get: { get: {}, put: {} },
		nothing: {},
		text: "text",
		list: [],
		none: null,
		remote: { $ref: "https://example.com/hook.json" },
		loop: { $ref: "#/webhooks/loop" },
		flags: { post: { "x-service-feature-flags": ["a b"] } },
		flag: { post: { "x-service-feature-flags": [5] } },
		group: { post: { "x-svix-group-name": "" } },
		number: { post: { description: 5 } },
		control: { post: { description: "\u0000" } },
		post: { post: [] },
		" good ": { post: {} },
		last: { post: {} },
	});
	expect(eventTypes.map(({ name }) => name)).toEqual(["good", "last"]);
	const places = failed.map(({ path }) => path.slice(0, 60));
	const at = (path: string) => `/webhooks/${path}`;
	expect(places).toEqual([
		at("a b"),
		at(""),
		at("n".repeat(257)).slice(0, 60),
		at("a~1b~0c"),
		at("get"),
		at("nothing"),
		at("text"),
		at("list"),
		at("none"),
		at("remote/$ref"),
		at("loop"),
		at("flags/post/x-service-feature-flags"),
		at("flag/post/x-service-feature-flags"),
		at("group/post/x-svix-group-name"),
		at("number/post/description"),
		at("control/post/description"),
		at("post/post"),
		at(" good "),
	]);
	expect(failed[4]?.message).toContain("get, put");
	expect(names).toContain("flags");
});

test("other methods beside post are noted", () => {
	const { eventTypes, notes } = webhooks({ a: { get: {}, post: {}, parameters: [] } });
	expect(eventTypes).toHaveLength(1);
	expect(notes).toMatchObject([{ path: "/webhooks/a/get" }]);
});

test("a name that languages give meaning to is a name", () => {
	const entries = JSON.parse(
		'{"__proto__":{"post":{"description":"A"}},"constructor":{"post":{}}}',
	);
	const { eventTypes } = webhooks(entries);
	expect(eventTypes.map(({ name }) => name)).toEqual(["__proto__", "constructor"]);
	const text = '{"properties":{"__proto__":{"type":"string"},"a":{"examples":[{"__proto__":1}]}}}';
	const { eventTypes: made } = webhooks({ a: { post: { requestBody: json(JSON.parse(text)) } } });
	expect(JSON.stringify(made[0]?.schema)).toBe(text);
	expect(({} as { type?: string }).type).toBeUndefined();
});
