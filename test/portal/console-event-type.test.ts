// Writing event types in the console: texts to what is saved, examples made from schemas and held against them.
import { expect, test } from "vitest";
import { checkExample } from "../../portal/src/console/event-types/check-example.ts";
import {
	EMPTY_DRAFT,
	nextVersion,
	toBody,
	toDraft,
} from "../../portal/src/console/event-types/draft.ts";
import { makeExample } from "../../portal/src/console/event-types/make-example.ts";
import type { EventTypeOut } from "../../portal/src/models.ts";

const TYPE: EventTypeOut = {
	...{ name: "a.b", description: "Words", archived: false, deprecated: true },
	...{ featureFlag: "beta", featureFlags: ["beta"], groupName: null, schemas: null, example: null },
	...{ createdAt: "2027-01-01T00:00:00Z", updatedAt: "2027-01-01T00:00:00Z" },
};

test.each([
	null,
	{ 1: { type: "string" } },
	{ 1: { type: "string", examples: ["a"] } },
	{ 1: { type: "string", examples: ["a", "b", "c"] } },
	{ 1: { examples: [{ id: 1 }] } },
	{ 1: true },
	{ 1: { examples: [null] }, 2: { type: "object" } },
])("schemas %j come out of the form as they went in", (schemas) => {
	const draft = toDraft({ ...TYPE, schemas });
	expect(toBody(draft)).toEqual({
		description: "Words",
		groupName: null,
		featureFlags: ["beta"],
		deprecated: true,
		schemas,
	});
});

test("an example makes a schema of its own, and what is not JSON makes nothing", () => {
	const written = (schema: string, example: string) =>
		toBody({ ...EMPTY_DRAFT, versions: [{ version: "1", schema, example }] })?.schemas;
	expect(written("", "")).toBeNull();
	expect(written("", "1")).toEqual({ 1: { examples: [1] } });
	expect(written("false", "1")).toEqual({ 1: { not: {}, examples: [1] } });
	expect(written("{", "1")).toBeUndefined();
	expect(written("{}", "nope")).toBeUndefined();
	expect(nextVersion([{ version: "3", schema: "", example: "" }])).toBe("4");
});

const RECURSIVE = {
	definitions: {
		node: {
			type: "object",
			required: ["id"],
			properties: {
				id: { type: "integer", exclusiveMinimum: 4 },
				children: { type: "array", items: { $ref: "#/definitions/node" } },
			},
		},
	},
	$ref: "#/definitions/node",
};

test.each([
	{ type: "string", minLength: 30, maxLength: 40 },
	{ type: "number", minimum: 2.5, maximum: 3 },
	{ type: "integer", multipleOf: 7, minimum: 8 },
	{ type: ["null", "boolean"] },
	{ enum: ["a", "b"] },
	{ const: 5 },
	{ type: "array", minItems: 2, items: { type: "string", format: "email" } },
	{ oneOf: [{ type: "null" }, { type: "string", format: "uuid" }] },
	{
		allOf: [
			{ required: ["a"], properties: { a: { type: "string" } } },
			{ required: ["b"], properties: { b: { type: "string", format: "date-time" } } },
		],
		type: "object",
	},
	{ type: "object", required: ["x"], properties: { x: { anyOf: [{ type: "integer" }] } } },
	RECURSIVE,
])("the example made for %j fits it", (schema) => {
	expect(checkExample(schema, makeExample(schema))).toEqual([]);
});

test("each thing that does not fit is told once, by its place and rule", () => {
	const schema = {
		...{ type: "object", additionalProperties: false, required: ["id", "gone"] },
		properties: {
			id: { type: "string" },
			node: RECURSIVE.definitions.node,
			pick: { oneOf: [{ type: "string" }, { type: "number" }] },
			list: { type: "array", items: { enum: ["a", "b"] } },
		},
		definitions: RECURSIVE.definitions,
	};
	const example = {
		...{ id: 5, extra: 1, pick: true, list: ["a", "c"] },
		node: { id: 5, children: [{ id: 1 }] },
	};
	expect(checkExample(schema, example)).toEqual([
		{ path: "", rule: "required", wanted: "gone" },
		{ path: "/id", rule: "type", wanted: "string" },
		{ path: "/node/children/0/id", rule: "exclusiveMinimum", wanted: "4" },
		{ path: "/pick", rule: "oneOf", wanted: '{"type":"string"}, {"type":"number"}' },
		{ path: "/list/1", rule: "enum", wanted: "a, b" },
		{ path: "/extra", rule: "false", wanted: "" },
	]);
	expect(checkExample({ $ref: "#/nowhere" }, 1)).toBeNull();
});
