import { expect, test } from "vitest";
import { convert, SCHEMA_AT } from "./tools.ts";

const SAME: [string, object | boolean][] = [
	["anything", {}],
	["true", true],
	["nothing", false],
	["composition", { oneOf: [{ type: "string" }], anyOf: [{}], allOf: [{ minLength: 1 }], not: {} }],
	// biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema, and never awaited
	["a condition", { if: { type: "string" }, then: { minLength: 1 }, else: false }],
	["nested objects", { properties: { a: { properties: { b: { type: "integer" } } } } }],
	["required", { type: "object", required: ["a"], properties: { a: {} } }],
	["items", { type: "array", items: { type: "string", pattern: "^a" }, uniqueItems: true }],
	["a map", { additionalProperties: { type: "number" }, propertyNames: { pattern: "^x" } }],
	["patternProperties", { patternProperties: { "^x-": { type: "string" } } }],
	["limits", { minimum: 0, exclusiveMaximum: 5, multipleOf: 2, minItems: 1, maxProperties: 3 }],
	["format and pattern", { type: "string", format: "date-time", pattern: "^\\d{4}$" }],
	[
		"enum, const, default",
		{ enum: ["a", 1, null, { $ref: "#/x" }], const: "a", default: { a: 1 } },
	],
	["types", { type: ["string", "null", "integer"] }],
	[
		"annotations",
		{ title: "T", description: "D", deprecated: true, readOnly: true, writeOnly: false },
	],
	["content", { contentEncoding: "base64", contentMediaType: "image/png" }],
	["examples", { examples: [1, { $ref: "#/nowhere" }, [2]] }],
	["extensions", { "x-order": 1, "x-enum-names": ["A"], xml: { name: "a" }, $comment: "c" }],
	["contains", { contains: { type: "string" } }],
	["a property that is called $ref", { properties: { $ref: { type: "string" }, items: {} } }],
];

test.each(SAME)("%s stays as it is", (_what, schema) => {
	for (const version of ["3.0.3", "3.1.0"] as const) {
		expect(convert(version, schema)).toEqual({ schema, failed: [], notes: [] });
	}
});

const NULL = { type: "null" };
const OLD: [string, object, object][] = [
	["nullable", { type: "string", nullable: true }, { type: ["string", "null"] }],
	["not nullable", { type: "string", nullable: false }, { type: "string" }],
	[
		"a nullable enum",
		{ type: "string", enum: ["a"], nullable: true },
		{ type: ["string", "null"], enum: ["a", null] },
	],
	["a nullable enum with null", { enum: ["a", null], nullable: true }, { enum: ["a", null] }],
	[
		"nullable around others",
		{ nullable: true, description: "D", oneOf: [{ type: "string" }, { type: "integer" }] },
		{ description: "D", anyOf: [{ oneOf: [{ type: "string" }, { type: "integer" }] }, NULL] },
	],
	[
		"nullable around one",
		{ nullable: true, allOf: [{ type: "string" }] },
		{ anyOf: [{ type: "string" }, NULL] },
	],
	[
		"a nullable object of parts",
		{ type: "object", nullable: true, allOf: [{ required: ["a"] }] },
		{ anyOf: [{ type: "object", allOf: [{ required: ["a"] }] }, NULL] },
	],
	[
		"nullable inside",
		{ properties: { a: { type: "integer", nullable: true } } },
		{ properties: { a: { type: ["integer", "null"] } } },
	],
	["an excluded minimum", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
	["an included minimum", { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
	["an excluded maximum", { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
	["a flag without a limit", { exclusiveMaximum: true }, {}],
	["an example", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
	["an example of null", { example: null }, { examples: [null] }],
];

test.each(OLD)("OpenAPI 3.0: %s", (_what, schema, expected) => {
	expect(convert("3.0.3", schema)).toEqual({ schema: expected, failed: [], notes: [] });
});

const NEW: [string, object, object][] = [
	["an example and examples", { example: 1, examples: [2] }, { examples: [1, 2] }],
	[
		"an example that is one of them",
		{ example: { a: 1 }, examples: [{ a: 1 }] },
		{ examples: [{ a: 1 }] },
	],
	["prefixItems", { prefixItems: [{ type: "string" }, {}] }, { items: [{ type: "string" }, {}] }],
	[
		"prefixItems and no more",
		{ prefixItems: [{}], items: false },
		{ items: [{}], additionalItems: false },
	],
	["dependentRequired", { dependentRequired: { a: ["b"] } }, { dependencies: { a: ["b"] } }],
	[
		"dependentSchemas",
		{ dependentSchemas: { a: { minProperties: 2 } } },
		{ dependencies: { a: { minProperties: 2 } } },
	],
	[
		"both for one",
		{ dependentRequired: { a: ["b"] }, dependentSchemas: { a: { minProperties: 2 } } },
		{ dependencies: { a: { allOf: [{ minProperties: 2 }, { required: ["b"] }] } } },
	],
	[
		"a schema's dialect",
		{ $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" },
		{ type: "string" },
	],
	["its anchor", { $anchor: "here", $dynamicAnchor: "there", type: "string" }, { type: "string" }],
	[
		"$defs that nobody uses",
		{ $defs: { A: { type: "string" } } },
		{ definitions: { A: { type: "string" } } },
	],
	[
		"definitions",
		{ definitions: { A: { const: 1 } }, type: "object" },
		{ type: "object", definitions: { A: { const: 1 } } },
	],
	[
		"$defs inside",
		{ properties: { a: { $defs: { X: { const: 1 } } } } },
		{ properties: { a: {} }, definitions: { X: { const: 1 } } },
	],
];

test.each(NEW)("OpenAPI 3.1: %s", (_what, schema, expected) => {
	expect(convert("3.1.0", schema)).toEqual({ schema: expected, failed: [], notes: [] });
});

const NOTED: [string, object, unknown, string][] = [
	[
		"unevaluatedProperties",
		{ unevaluatedProperties: false },
		{ unevaluatedProperties: false },
		"/unevaluatedProperties",
	],
	[
		"unevaluatedItems",
		{ unevaluatedItems: { type: "string" } },
		{ unevaluatedItems: { type: "string" } },
		"/unevaluatedItems",
	],
	[
		"maxContains",
		{ contains: {}, maxContains: 2 },
		{ contains: {}, maxContains: 2 },
		"/maxContains",
	],
	[
		"minContains 0",
		{ contains: { const: 1 }, minContains: 0 },
		{ "x-contains": { const: 1 }, minContains: 0 },
		"/minContains",
	],
	["$id", { $id: "https://example.com/a", type: "string" }, { type: "string" }, "/$id"],
	[
		"id of an old draft",
		{ id: "https://example.com/a", type: "string" },
		{ type: "string" },
		"/id",
	],
	[
		"nullable in 3.1",
		{ type: "string", nullable: true },
		{ type: "string", nullable: true },
		"/nullable",
	],
	["a pattern of another language", { pattern: "(?i)^a" }, { "x-pattern": "(?i)^a" }, "/pattern"],
	[
		"such a pattern of names",
		{ patternProperties: { "(?i)^a": {}, "^b": {} } },
		{ patternProperties: { "^b": {} }, "x-patternProperties": { "(?i)^a": {} } },
		"/patternProperties/(?i)^a",
	],
	[
		"examples by name",
		{ examples: { one: { value: 1 }, two: 2 } },
		{ examples: [1, 2] },
		"/examples",
	],
	[
		"an extension that refers",
		{ "x-a": { b: { $ref: "#/c" } } },
		{ "x-a": '{"b":{"$ref":"#/c"}}' },
		"/x-a",
	],
];

test.each(NOTED)("%s is noted, and not lost", (_what, schema, expected, place) => {
	const found = convert("3.1.0", schema);
	expect(found).toMatchObject({ failed: [], notes: [{ path: SCHEMA_AT + place }] });
	expect(found.schema).toEqual(expected);
	expect(found.notes).toHaveLength(1);
});

test.each([
	["no schema", "text", ""],
	["a wrong type", { properties: { a: { type: "text" } } }, ""],
	["a list where one is wanted", { not: [] }, "/not"],
	["one where a list is wanted", { allOf: {} }, "/allOf"],
	["a list of properties", { properties: [] }, "/properties"],
	[
		"a property that is no schema",
		{ properties: { a: { items: "string" } } },
		"/properties/a/items",
	],
	["a $ref that is no text", { properties: { a: { $ref: 5 } } }, "/properties/a"],
	["required as a flag", { properties: { a: { required: true } } }, ""],
	["too many names", { required: Array.from({ length: 1001 }, (_, i) => `a${i}`) }, "/required"],
])("%s is reported where it is", (_what, schema, place) => {
	const { failed } = convert("3.1.0", schema);
	expect(failed).toEqual([{ path: SCHEMA_AT + place, message: expect.stringMatching(/./) }]);
});
