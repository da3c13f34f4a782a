import { expect, test } from "vitest";
import { Problem } from "../../../src/core/openapi-import/problem.ts";
import { WEBHOOKS_MAX } from "../../../src/core/openapi-import/read.ts";
import { convert, read } from "./tools.ts";

const hooks = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { post: {} }]));
const namesIn = (document: object) => read(document).eventTypes.map(({ name }) => name);

test.each([
	[{ openapi: "3.1.0", webhooks: hooks("a") }, ["a"]],
	[{ openapi: "3.1.1", "x-webhooks": hooks("a") }, ["a"]],
	[{ openapi: "3.2.0", webhooks: hooks("a") }, ["a"]],
	[{ openapi: "3.0.3", "x-webhooks": hooks("a") }, ["a"]],
	[{ openapi: "3.0.3", webhooks: hooks("a") }, ["a"]],
	[{ openapi: "3.1.0", webhooks: { ...hooks("a"), "x-order": 5 } }, ["a"]],
	[{ openapi: "3.1.0", webhooks: {} }, []],
])("%j has %j", (document, names) => {
	expect(namesIn(document)).toEqual(names);
	expect(read(document)).toMatchObject({ failed: [], notes: [] });
});

test("where both are, the word of the version counts, and the other is noted", () => {
	const both = { webhooks: hooks("new"), "x-webhooks": hooks("old") };
	expect(namesIn({ openapi: "3.1.0", ...both })).toEqual(["new"]);
	expect(namesIn({ openapi: "3.0.0", ...both })).toEqual(["old"]);
	expect(read({ openapi: "3.1.0", ...both }).notes).toMatchObject([{ path: "/x-webhooks" }]);
});

test("without a version it is told by the word", () => {
	const schema = { type: "string", nullable: true };
	const entry = { a: { post: { requestBody: { content: { "application/json": { schema } } } } } };
	expect(read({ "x-webhooks": entry }).eventTypes[0]?.schema).toEqual({ type: ["string", "null"] });
	expect(read({ webhooks: entry }).eventTypes[0]?.schema).toEqual(schema);
	expect(read({ webhooks: {} }).notes).toMatchObject([{ path: "/openapi" }]);
});

const nested = (levels: number): unknown =>
	levels === 0 ? {} : { properties: { a: nested(levels - 1) } };
const circle: Record<string, unknown> = {};
circle.self = circle;
const bomb = Array.from({ length: 6 }).reduce<unknown>((inner) => Array(20).fill(inner), "ha");

test.each([
	["a text", "text", []],
	["null", null, []],
	["a list", [], []],
	["nothing", {}, []],
	["an older description", { swagger: "2.0", webhooks: {} }, ["openapi"]],
	["a version that is a number", { openapi: 3.1, webhooks: {} }, ["openapi"]],
	["a later version", { openapi: "4.0.0", webhooks: {} }, ["openapi"]],
	["no webhooks", { openapi: "3.1.0", paths: {} }, []],
	["webhooks that are a list", { openapi: "3.1.0", webhooks: [] }, ["webhooks"]],
	[
		"too many webhooks",
		{ webhooks: hooks(...Array.from({ length: WEBHOOKS_MAX + 1 }, (_, i) => `a${i}`)) },
		["webhooks"],
	],
	["too many levels", { openapi: "3.1.0", webhooks: {}, components: nested(60) }, []],
	["itself inside", { openapi: "3.1.0", webhooks: {}, "x-a": circle }, []],
	["more values than it has lines", { openapi: "3.1.0", webhooks: {}, "x-a": bomb }, []],
])("%s is refused as a whole", (_what, document, at) => {
	try {
		read(document);
	} catch (error) {
		expect(error).toBeInstanceOf(Problem);
		expect(error).toMatchObject({ at, message: expect.stringMatching(/^(must|has)/) });
		return;
	}
	expect.unreachable();
});

test("a schema near the limit of levels is read", () => {
	const { failed, schema } = convert("3.1.0", nested(40));
	expect(failed).toEqual([]);
	expect(schema).toEqual(nested(40));
});

test("words that put schemas deeper do not go beyond the limit either", () => {
	const deep = (levels: number): unknown =>
		levels === 0 ? {} : { nullable: true, allOf: [{}, deep(levels - 1)] };
	expect(convert("3.0.3", deep(45)).failed).toMatchObject([
		{ message: expect.stringContaining("levels") },
	]);
});

test("a schema that grows too large by what it refers to is reported, and others are read", () => {
	const many = Array.from({ length: 60 }, (_, i) => [`S${i}`, { description: "x".repeat(10_000) }]);
	const allOf = many.map(([name]) => ({ $ref: `#/components/schemas/${name}` }));
	const content = { "application/json": { schema: { allOf } } };
	const { eventTypes, failed } = read({
		openapi: "3.1.0",
		webhooks: { big: { post: { requestBody: { content } } }, small: { post: {} } },
		components: { schemas: Object.fromEntries(many) },
	});
	expect(eventTypes).toMatchObject([{ name: "small" }]);
	expect(failed).toMatchObject([{ message: expect.stringContaining("larger than 500000") }]);
});

test("what is more than one import can hold is reported entry by entry", () => {
	const Large = { description: "x".repeat(400_000) };
	const schema = { $ref: "#/components/schemas/Large" };
	const entry = { post: { requestBody: { content: { "application/json": { schema } } } } };
	const webhooks = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${i}`, entry]));
	const { eventTypes, failed } = read({
		openapi: "3.1.0",
		webhooks,
		components: { schemas: { Large } },
	});
	expect(eventTypes.length).toBe(49);
	expect(failed).toHaveLength(11);
	expect(failed[0]).toMatchObject({
		path: "/webhooks/a49",
		message: expect.stringContaining("in parts"),
	});
});
