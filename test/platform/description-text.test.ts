import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseDescription } from "../../src/platform/description-text.ts";

test.each([
	["JSON", '{"a":[1,{"b":null}]}'],
	["JSON with a mark and spaces", '\uFEFF\n {"a":1}'],
	["YAML", "a:\n  - 1\n  - b: null\n"],
	["YAML in flow style", "{a: [1, 2], b: 'c'}"],
	["anchors", "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n"],
	["folded and literal texts", "a: >\n  one\n  two\nb: |\n  one: two\n\n  three\n"],
	["keys as numbers", "200: a\n"],
	["a start and comments", "%YAML 1.2\n---\n# c\na: 1 # d\n"],
])("%s is read", (_what, text) => {
	expect(parseDescription(text)).toEqual({
		document: parse(text.replace("\uFEFF", ""), { merge: true }),
	});
});

test.each([
	["a: 'b", "line 1"],
	["a: 1\nb:\n  - c\n d: 2\n", "line 4"],
	["a: 1\nb: 2\na: 3\n", "line 3, column 1"],
	["a:\n  b: [1, 2\n", "line"],
	['{"a": 1,}}', "line 1"],
	['{"a": 1, "a": }', "line 1"],
	["a: *nothing\n", "nothing"],
	["a: 1\n---\nb: 2\n", "line"],
	["\ta: 1\n", "line 1"],
])("%j is refused with %s", (text, where) => {
	expect(parseDescription(text)).toEqual({ problem: expect.stringContaining(where) });
});

test("a few lines that stand for millions of values are refused", () => {
	const levels = ["a0: &a0 [1,1,1,1,1,1,1,1,1,1]"];
	for (let i = 1; i < 12; i++)
		levels.push(
			`a${i}: &a${i} [${Array(10)
				.fill(`*a${i - 1}`)
				.join(",")}]`,
		);
	expect(parseDescription(levels.join("\n"))).toEqual({
		problem: expect.stringContaining("anchors"),
	});
});

const keys = Array.from({ length: 1_000 }, (_, i) => `k${i}: 1`).join(", ");

test.each([
	["merges", 900, `x: &x {${keys}}, `, "{<<: *x}"],
	["anchors", 11_000, "", "&x 1"],
	["aliases", 11_000, "x: &x 1, ", "*x"],
])("more %s than can be followed are refused", (_what, count, head, value) => {
	const entries = Array.from({ length: count }, (_, i) => `y${i}: ${value}`);
	expect(parseDescription(`{${head}${entries.join(", ")}}`)).toEqual({
		problem: expect.stringMatching(/must not (merge|have more than \d+ anchors)/),
	});
});

test.each([
	["a: {<<: {b: 1}, b: 2}", { a: { b: 2 } }],
	[
		"a: &a {b: 1}\nc: &c {b: 2, d: 3}\ne: {<<: [*a, *c]}",
		{ a: { b: 1 }, c: { b: 2, d: 3 }, e: { b: 1, d: 3 } },
	],
	[
		"a: &a {b: 1}\nc: &c {<<: *a, d: 2}\ne: {<<: *c}",
		{ a: { b: 1 }, c: { b: 1, d: 2 }, e: { b: 1, d: 2 } },
	],
	["a: {<<: text}", { a: { "<<": "text" } }],
])("%j merges", (text, document) => {
	expect(parseDescription(text)).toEqual({ document });
});

test.each(["[", "{a: ", "- ", '{"a":'])("%s without end is refused", (part) => {
	expect(parseDescription(part.repeat(100_000))).toEqual({ problem: expect.any(String) });
});

/** One megabyte and more, in every shape that a key's value has. */
function large(size: number) {
	const schemas = Array.from({ length: size }, (_, i) => [
		`    "Schema ${i}":`,
		"      type: object # no text",
		"      description: |",
		"        First: line",
		"          # no comment",
		"",
		"        Last line",
		"      required:",
		"      - a",
		"      - b",
		"      properties:",
		"        a: {type: string, pattern: '^# a: b$'}",
		"        b:",
		"          title: A title that",
		"            goes on",
		'          example: "two',
		'            lines"',
	]);
	return [
		"---",
		"openapi: 3.1.0",
		"# Parts",
		"components:",
		"  schemas:",
		...schemas.flat(),
		"webhooks: {}",
		"",
	].join("\n");
}

test("a large text is read in pieces, as it would be as a whole", () => {
	const text = large(1_500);
	expect(text.length).toBeGreaterThan(400_000);
	expect(parseDescription(text)).toEqual({ document: parse(text) });
	expect(parseDescription(text.replaceAll("\n", "\r\n"))).toEqual({ document: parse(text) });
});

test("in a large text the right line is named", () => {
	const lines = large(1_500).split("\n");
	const at = lines.indexOf('    "Schema 1400":');
	lines[at + 1] = "      type: 'object";
	expect(parseDescription(lines.join("\n"))).toEqual({
		problem: expect.stringMatching(new RegExp(`^line ${at + 2}`)),
	});
	lines[at + 1] = "      type: object";
	lines[at] = '    "Schema 7":';
	expect(parseDescription(lines.join("\n"))).toEqual({
		problem: expect.stringContaining("'Schema 7' is there twice"),
	});
});

test("in a large text anchors reach as far as they are near", () => {
	const near = large(1_500).replace(
		'    "Schema 9":',
		'    X: &x {a: 1}\n    Y: *x\n    "Schema 9":',
	);
	expect(parseDescription(near)).toEqual({ document: parse(near) });
	const far = `x: &x {a: 1}\n${large(4_000).replace("---\n", "")}y: *x\n`;
	expect(parseDescription(far)).toEqual({ problem: expect.stringContaining("near each other") });
	const small = `x: &x {a: 1}\n${large(1_500).replace("---\n", "")}y: *x\n`;
	expect(small.length).toBeGreaterThan(400_000);
	expect(parseDescription(small)).toEqual({ document: parse(small) });
});

test("what is too large for one piece is refused", () => {
	const text = `a: 1\nb: [${"1,".repeat(600_000)}]\n`;
	expect(parseDescription(text)).toEqual({ problem: expect.stringMatching(/^line 2: .*as JSON/) });
});
