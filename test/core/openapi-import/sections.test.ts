import { expect, test } from "vitest";
import { splitSections } from "../../../src/core/openapi-import/sections.ts";

const cut = (text: string) =>
	splitSections(text)?.map(({ line, head, inner }) => [line, head.trim(), inner]) ?? null;

test.each([
	[
		"a: 1\nb:\n  c: 2\n",
		[
			[0, "a: 1", null],
			[1, "b:", "  c: 2\n"],
		],
	],
	[
		"# first\n---\n\na: 1\n# between\nb: 2",
		[
			[3, "a: 1", null],
			[5, "b: 2", null],
		],
	],
	[
		"  a:\n    b: 1\n  c: # said\n   d: 2\n",
		[
			[0, "a:", "    b: 1\n"],
			[2, "c: # said", "   d: 2\n"],
		],
	],
	[
		"a:\n- b\n- c: 1\nd: 2\n",
		[
			[0, "a:", "- b\n- c: 1\n"],
			[3, "d: 2", null],
		],
	],
	[
		"a: |\n  b: 1\n\n  c\nd: 2\n",
		[
			[0, "a: |", null],
			[4, "d: 2", null],
		],
	],
	[
		"\"a: b\": 1\n'c: d': 2\n",
		[
			[0, '"a: b": 1', null],
			[1, "'c: d': 2", null],
		],
	],
	[
		"a:\r\n  b: 1\r\nc: 2\r\n",
		[
			[0, "a:", "  b: 1\r\n"],
			[2, "c: 2", null],
		],
	],
	[
		"/a/{b}: 1\n-c: 2\n200: 3\n",
		[
			[0, "/a/{b}: 1", null],
			[1, "-c: 2", null],
			[2, "200: 3", null],
		],
	],
])("%j is cut at its keys", (text, sections) => {
	expect(cut(text)).toEqual(sections);
});

test.each([
	["nothing", "\n# a\n"],
	["a list", "- a\n- b\n"],
	["a map in braces", "{a: 1}\n"],
	["a text", "just words\nand more\n"],
	["a key with a mark", "? a\n: b\n"],
	["an anchor before a key", "&x a: 1\n"],
	["less indentation later", "  a: 1\nb: 2\n"],
	["two documents", "a: 1\n---\nb: 2\n"],
	["an end", "a: 1\n...\n"],
])("%s is not cut", (_what, text) => {
	expect(splitSections(text)).toBeNull();
});
