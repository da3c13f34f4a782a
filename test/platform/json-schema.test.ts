import { expect, test } from "vitest";
import { createChecker, whyNoSchema } from "../../src/platform/json-schema.ts";

const SCHEMAS: unknown[] = [
	true,
	false,
	{},
	{ type: "object", required: ["id"], properties: { id: { type: ["string", "null"] } } },
	{ $schema: "http://json-schema.org/draft-07/schema#", $id: "https://example.com/a", title: "A" },
	{ definitions: { a: { type: "integer" } }, properties: { a: { $ref: "#/definitions/a" } } },
	{ properties: { tree: { $ref: "#" } } },
	{ anyOf: [{ const: 1 }, { enum: ["a", null] }], examples: [1], default: 5 },
	// biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema, and never awaited
	{ if: { minimum: 1 }, then: { multipleOf: 2 }, else: { not: {} } },
	{ items: [{ type: "string" }], additionalItems: false, contains: true },
	{ patternProperties: { "^x-": { format: "date-time" } }, propertyNames: { maxLength: 5 } },
	// An escape that only older dialects of patterns take, and a keyword that nobody knows.
	{ pattern: "^a\\-b$", "x-internal": { anything: [1] } },
];

test.each(SCHEMAS.map((schema) => [JSON.stringify(schema), schema]))(
	"%s is a schema",
	(_, schema) => {
		expect(whyNoSchema(schema)).toBeNull();
	},
);

test.each([
	[{ type: "text" }, "#/type"],
	[{ type: [] }, "#/type"],
	[{ properties: { a: { type: 5 } } }, "#/properties/a/type"],
	[{ properties: [] }, "#/properties"],
	[{ required: "id" }, "#/required"],
	[{ required: ["id", "id"] }, "#/required"],
	[{ minLength: -1 }, "#/minLength"],
	[{ exclusiveMinimum: true }, "#/exclusiveMinimum"],
	[{ allOf: [] }, "#/allOf"],
	[{ items: "a" }, "#/items"],
	[{ additionalProperties: null }, "#/additionalProperties"],
	[{ enum: "a" }, "#/enum"],
	[{ pattern: "(" }, "'('"],
	[{ patternProperties: { "[": {} } }, "'['"],
	[{ properties: { a: { $ref: "#/definitions/none" } } }, "'#/definitions/none'"],
	[{ $ref: "https://example.com/other.json" }, "'https://example.com/other.json'"],
	[{ $id: "http://[" }, "$id"],
	[5, "#"],
	["{}", "#"],
	[null, "#"],
	[[], "#"],
])("%j is no schema, and where is said (%s)", (schema, where) => {
	expect(whyNoSchema(schema)).toContain(where);
});

test("a schema is left as it was, also when it cannot be changed", () => {
	const schema = Object.freeze({ properties: Object.freeze({ a: Object.freeze({ $ref: "#" }) }) });
	expect(whyNoSchema(schema)).toBeNull();
	expect(createChecker(schema)({ a: {} })).toEqual({ valid: true, errors: [] });
	expect(Object.getOwnPropertyNames(schema)).toEqual(["properties"]);
});

test("what does not fit is told by where it is, without what is only wrong for it", () => {
	const check = createChecker({
		type: "object",
		required: ["id", "at"],
		properties: { id: { type: "string" }, list: { items: { $ref: "#/definitions/n" } } },
		additionalProperties: false,
		definitions: { n: { type: "integer" } },
	});
	expect(check({ id: "1", at: 1 }).valid).toBe(false);
	expect(check({ id: 1, list: [1, "a"], other: 1 })).toEqual({
		valid: false,
		errors: [
			'#: Instance does not have required property "at".',
			'#/id: Instance type "number" is invalid. Expected "string".',
			'#/list/1: Instance type "string" is invalid. Expected "integer".',
			'#: Property "other" does not match additional properties schema.',
		],
	});
});

test("errors are few and short", () => {
	const check = createChecker({ additionalProperties: { const: "c".repeat(500) } });
	const { errors } = check(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`f${i}`, i])));
	expect(errors).toHaveLength(10);
	expect(Math.max(...errors.map(({ length }) => length))).toBe(200);
});

test("a schema that has no end, or a pattern of another dialect, marks the payload and throws nothing", () => {
	const errors = ["#: cannot be checked against this schema"];
	expect(createChecker({ $ref: "#" })({})).toEqual({ valid: false, errors });
	const dialect = createChecker({ properties: { a: { pattern: "^a\\-b$" } } });
	expect(dialect({ a: "a-b" })).toEqual({ valid: false, errors });
	expect(dialect({}).valid).toBe(true);
});
