// A pasted list of event types: read from lines or JSON, and compared with what there is.
import { expect, test } from "vitest";
import { toOrigin } from "../../portal/src/console/embedding/origin.ts";
import { compareList, readList, toFields } from "../../portal/src/console/import/read-list.ts";
import type { EventTypeOut } from "../../portal/src/models.ts";

test.each([
	["a.b|Words | and more\r\n# a remark\n\n  c  ", ["a.b", "c"], []],
	["a\na", ["a"], [["2", "twice"]]],
	[
		"|x\nno way|y",
		[],
		[
			["1", "name"],
			["2", "letters"],
		],
	],
	[
		'["a", " b ", 5, {"name": "c d"}]',
		["a", "b"],
		[
			["/2", "name"],
			["/3", "letters"],
		],
	],
	['{"name": "a", "description": "x"}', ["a"], []],
	['{"a": "x", "b": {"description": "y"}}', ["a", "b"], []],
	['{"data": [{"name": "a", "createdAt": "x"}]}', ["a"], []],
	['[{"name": "a"', [], [["", "json"]]],
])("%j", (text, names, failed) => {
	const list = readList(text);
	expect(list.entries.map(({ name }) => name)).toEqual(names);
	expect(list.failed.map(({ path, message }) => [path, message])).toEqual(failed);
});

const known = (name: string, fields: Partial<EventTypeOut> = {}): EventTypeOut => ({
	...{ name, description: "", archived: false, deprecated: false, schemas: null, example: null },
	...{ featureFlag: null, featureFlags: null, groupName: null },
	...{ createdAt: "2027-01-01T00:00:00Z", updatedAt: "2027-01-01T00:00:00Z" },
	...fields,
});

test("only what the list says is compared and sent; what was archived comes back", () => {
	const { entries } = readList("same\nsame.words|Words\nother.words|New\ngone\nfresh|Hello");
	const existing = [
		known("same", { description: "Kept", featureFlags: ["f"] }),
		known("same.words", { description: "Words" }),
		known("other.words", { description: "Old" }),
		known("gone", { archived: true }),
	];
	const { rows, unchanged } = compareList(entries, existing);
	expect(unchanged).toEqual(["same", "same.words"]);
	expect(rows.map(({ name, kind, changes }) => [name, kind, changes])).toEqual([
		["other.words", "changed", [{ field: "description", before: "Old", after: "New" }]],
		["gone", "changed", [{ field: "archived", before: true, after: false }]],
		["fresh", "new", []],
	]);
	expect(entries.map(toFields)[0]).toEqual({ archived: false });
});

test.each([
	["https://App.Example.com/some/page?x#y", "https://app.example.com"],
	[" http://localhost:3000 ", "http://localhost:3000"],
	["https://*.example.com", "https://*.example.com"],
	["app.example.com", null],
	["https://", null],
	["https://a b", null],
	["https://example.com;x", null],
])("the origin of %j is %j", (typed, origin) => {
	expect(toOrigin(typed)).toBe(origin);
});
