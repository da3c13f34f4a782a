// JSON Schemas as rows to read.
import { expect, test } from "vitest";
import { readSchema, type SchemaNode } from "../../src/core/schema-tree.ts";

const fieldsOf = (schema: object) =>
	Object.fromEntries(
		readSchema(schema)?.fields.map((field) => [
			field.name,
			`${field.node.type}${field.isRequired ? "*" : ""}`,
		]) ?? [],
	);

test("Fields with their types, required ones marked", () => {
	const schema = {
		type: "object",
		required: ["id"],
		properties: {
			id: { type: "string" },
			amount: { type: ["number", "null"] },
			tags: { type: "array", items: { type: "string" } },
			note: { type: "string", nullable: true },
			owner: { oneOf: [{ type: "string" }, { type: "null" }] },
			nested: { properties: { a: { enum: ["x", "y"] } } },
		},
	};
	expect(fieldsOf(schema)).toEqual({
		id: "string*",
		amount: "number or null",
		tags: "array of string",
		note: "string or null",
		owner: "string or null",
		nested: "object",
	});
	expect(readSchema(schema)?.fields.at(-1)?.node.fields[0]?.node.values).toEqual(["x", "y"]);
});

test("Local references are followed, allOf is folded in", () => {
	const schema = {
		definitions: { "a/b": { properties: { x: { type: "integer" } }, required: ["x"] } },
		allOf: [{ $ref: "#/definitions/a~1b" }, { properties: { y: { type: "boolean" } } }],
		required: ["y"],
	};
	expect(fieldsOf(schema)).toEqual({ x: "integer*", y: "boolean*" });
});

test("What refers to itself ends", () => {
	const schema = {
		$ref: "#/definitions/tree",
		definitions: {
			tree: { properties: { child: { $ref: "#/definitions/tree" }, name: { type: "string" } } },
			loop: { $ref: "#/definitions/loop" },
		},
	};
	const child = readSchema(schema)?.fields[0]?.node;
	expect(child?.isRepeated).toBe(true);
	expect(child?.fields).toEqual([]);
	expect(readSchema({ ...schema, $ref: "#/definitions/loop" })?.fields).toEqual([]);
});

test("Deep schemas without references are bounded", () => {
	let schema: object = { type: "string" };
	for (let level = 0; level < 40; level++) schema = { properties: { deeper: schema } };
	let levels = 0;
	for (let node = readSchema(schema); node; node = node.fields[0]?.node ?? null) levels++;
	expect(levels).toBeLessThan(20);
});

test("References elsewhere are not followed", () => {
	expect(readSchema({ $ref: "https://evil.example/schema.json" })?.fields).toEqual([]);
	expect(readSchema({ $ref: "#/__proto__/x" })?.fields).toEqual([]);
});

test("Choices, constants, formats and defaults are told", () => {
	const schema = {
		properties: {
			kind: { const: "card", description: "How it was paid." },
			at: { type: "string", format: "date-time", deprecated: true, default: "now" },
		},
		oneOf: [{ type: "object", properties: { a: {} } }, { type: "string" }],
	};
	const root = readSchema(schema);
	expect(root?.choices?.nodes.map(({ type }) => type)).toEqual(["object", "string"]);
	expect(root?.fields[0]?.node).toMatchObject({
		description: "How it was paid.",
		facts: [{ name: "const", value: "card" }],
	});
	expect(root?.fields[1]?.node).toMatchObject({
		isDeprecated: true,
		facts: [
			{ name: "format", value: "date-time" },
			{ name: "default", value: "now" },
		],
	});
});

test.each([null, undefined, "x", 1, []])("%s is no schema", (value) => {
	expect(readSchema(value)).toBeNull();
});

test("a schema whose parts refer to each other many times over is read in bounded time and size", () => {
	const count = (node: SchemaNode | null): number =>
		node === null
			? 0
			: 1 + node.fields.reduce((sum, field) => sum + count(field.node), 0) + count(node.items);
	const letters = [..."abcdefghijkl"];
	const wide = Object.fromEntries(
		letters.map((name, i) => {
			const next = { $ref: `#/definitions/${letters[i + 1] ?? "end"}` };
			return [name, { properties: Object.fromEntries(letters.map((field) => [field, next])) }];
		}),
	);
	const definitions = { ...wide, end: { type: "string" } };
	expect(count(readSchema({ $ref: "#/definitions/a", definitions }))).toBeLessThan(20_000);
	const parts = Object.fromEntries(
		letters.map((name, i) => {
			const next = { $ref: `#/definitions/${letters[i + 1] ?? "end"}` };
			return [name, { allOf: letters.map(() => next) }];
		}),
	);
	const merged = readSchema({ $ref: "#/definitions/a", definitions: { ...parts, end: {} } });
	expect(count(merged)).toBe(1);
	const within = readSchema({ type: "array", items: { $ref: "#" } });
	expect(within?.type).toMatch(/^array of array/);
});
