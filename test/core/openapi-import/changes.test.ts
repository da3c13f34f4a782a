import { expect, test } from "vitest";
import { fieldChanges, schemaChanges } from "../../../src/core/openapi-import/changes.ts";

const fields = {
	description: "A",
	archived: false,
	deprecated: false,
	featureFlags: null,
	groupName: null,
};

test("fields that differ are told with what was and what is", () => {
	expect(fieldChanges(fields, { ...fields })).toEqual([]);
	const after = { ...fields, description: "B", archived: true, featureFlags: ["f"] };
	expect(fieldChanges(fields, after)).toEqual([
		{ field: "description", before: "A", after: "B" },
		{ field: "archived", before: false, after: true },
		{ field: "featureFlags", before: null, after: ["f"] },
	]);
});

const schema = {
	type: "object",
	properties: { a: { type: "string" }, "b/c": {} },
	required: ["a"],
};

test.each([
	["nothing", schema, schema, []],
	[
		"only the order",
		schema,
		{ required: ["a"], properties: { "b/c": {}, a: { type: "string" } }, type: "object" },
		[],
	],
	[
		"a word",
		schema,
		{ ...schema, type: "array" },
		[{ path: "/type", before: "object", after: "array" }],
	],
	[
		"a list",
		schema,
		{ ...schema, required: ["b"] },
		[{ path: "/required", before: ["a"], after: ["b"] }],
	],
	["one more", schema, { ...schema, title: "T" }, [{ path: "/title", after: "T" }]],
	[
		"one less",
		schema,
		{ type: "object", properties: schema.properties },
		[{ path: "/required", before: ["a"] }],
	],
	[
		"deep inside",
		schema,
		{ ...schema, properties: { a: { type: "integer" }, "b/c": { const: null } } },
		[
			{ path: "/properties/a/type", before: "string", after: "integer" },
			{ path: "/properties/b~1c/const", after: null },
		],
	],
	["all of it", undefined, schema, [{ path: "", after: schema }]],
	["none of it", schema, undefined, [{ path: "", before: schema }]],
	["another kind", true, schema, [{ path: "", before: true, after: schema }]],
])("of a schema %s", (_what, before, after, expected) => {
	const found = schemaChanges(before, after);
	expect(found).toEqual(expected.map((change) => ({ field: "schema", ...change })));
});
