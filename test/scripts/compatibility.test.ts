// What the table of client methods is made of: the packages' own methods and types, and rows held against a page.
import { expect, test } from "vitest";
import { libraries, methodsOf } from "../../scripts/compatibility/methods.ts";
import { untrueLines } from "../../scripts/compatibility/run.ts";
import { readShapes } from "../../scripts/compatibility/shapes.ts";
import { renderTable } from "../../scripts/compatibility/table.ts";

const current = libraries.find(({ title }) => title.startsWith("svix 2."));
const complaintsAbout = readShapes(current?.declarations ?? "");

test("methods and their types are read from the packages", () => {
	const [now = [], before = []] = libraries.map(methodsOf);
	expect(now.length).toBe(140);
	expect(before.length).toBeGreaterThan(130);
	expect(now).toContainEqual({
		name: "endpoint.transformation.get",
		parameters: ["string", "string"],
		result: "EndpointTransformationOut",
	});
	expect(before).toContainEqual({
		name: "application.delete",
		parameters: ["string"],
		result: "void",
	});
});

const TIMES = { createdAt: new Date(0), updatedAt: new Date(0) };
const APPLICATION = { id: "app_1", name: "A", metadata: { a: "1" }, ...TIMES };

test.each([
	["string", "a", []],
	["string", 1, ["the result must be string, is 1"]],
	["void", null, []],
	["void", {}, ["the result must be void, is {}"]],
	["EmptyResponse", {}, []],
	["EmptyResponse", null, ["the result must be EmptyResponse, is null"]],
	["MessageStatus", 4, []],
	["MessageStatus", 5, ["the result must be MessageStatus, is 5"]],
	["ApplicationOut", APPLICATION, []],
	[
		"ApplicationOut",
		{ ...APPLICATION, createdAt: new Date("none"), name: undefined, metadata: { a: 1 } },
		[
			"the result.metadata.a must be string, is 1",
			"the result.name must be string, is undefined",
			"the result.createdAt must be Date, is null",
		],
	],
	["ListResponseApplicationOut", { data: [APPLICATION], iterator: null, done: true }, []],
	[
		"ListResponseApplicationOut",
		{ data: [{ ...APPLICATION, id: null }], iterator: 1, done: true },
		["the result.data[0].id must be string, is null", "the result.iterator must be string, is 1"],
	],
	[
		"BulkExpungeContentsOut",
		{ results: { a: "gone" } },
		['the result.results.a must be BulkExpungeStatus, is "gone"'],
	],
])("%s: %j", (type, value, complaints) => {
	expect(complaintsAbout(value, type).sort()).toEqual([...complaints].sort());
});

test("a row that says something else than what came of the method is found", () => {
	const verdict = { method: "health.get", problems: [] };
	const pageOf = (state: "works" | "not yet") =>
		renderTable([{ title: "client 1", verdicts: [{ ...verdict, state }] }]);
	expect(untrueLines(pageOf("works"), pageOf("works"))).toEqual([]);
	expect(untrueLines(pageOf("not yet"), pageOf("works"))).toEqual([
		"untrue: - client 1: 1 methods; 1 work, 0 not yet, 0 left out.",
		"untrue: | `health.get` | works    |",
		"true:   - client 1: 1 methods; 0 work, 1 not yet, 0 left out.",
		"true:   | `health.get` | not yet  |",
	]);
});
