// JSON shown as it was written.
import fc from "fast-check";
import { expect, test } from "vitest";
import { indentJson, parseJsonText } from "../../portal/src/lib/json-tokens.ts";

const shown = (text: string) => {
	const node = parseJsonText(text);
	return node === null ? null : indentJson(node);
};

test("Numbers and texts keep every character", () => {
	const text =
		'{"id":12345678901234567890,"one":1.0,"big":1E+400,"s":"\\u00e9\\n","t":true,"n":null}';
	expect(shown(text)).toBe(
		'{\n  "id": 12345678901234567890,\n  "one": 1.0,\n  "big": 1E+400,\n  "s": "\\u00e9\\n",\n  "t": true,\n  "n": null\n}',
	);
});

test("Members of the same name stay, in their order", () => {
	expect(shown('{"b":1,"a":2,"b":3}')).toBe('{\n  "b": 1,\n  "a": 2,\n  "b": 3\n}');
});

test("Any JSON says the same as before", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = JSON.stringify(value);
			expect(JSON.parse(shown(text) ?? "")).toEqual(JSON.parse(text));
		}),
	);
});

test.each(["", "{", "nope", "{a:1}", '{"a":1}x', "[1,]", "[".repeat(500) + "]".repeat(500)])(
	"%s has no tree",
	(text) => {
		expect(parseJsonText(text)).toBeNull();
	},
);

test("A text of a megabyte is walked", () => {
	const text = JSON.stringify({ long: "x\\".repeat(500_000), list: Array(50_000).fill(1) });
	const node = parseJsonText(text);
	expect(node?.kind === "object" && node.members.map(({ key }) => key)).toEqual([
		'"long"',
		'"list"',
	]);
});
