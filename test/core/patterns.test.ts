// The wire's patterns: what a name, a channel and a tag may be.

import { expect, test } from "vitest";
import { CHANNEL, CONTROL, NAME, TAG } from "../../src/core/patterns.ts";

test.each([
	["a", true, true, true],
	["user.created_v-2", true, true, true],
	["a:b", false, true, false],
	["a+b", false, true, false],
	["a/b", false, false, true],
	["a\\b", false, false, true],
	["#a", false, false, true],
	["", false, false, false],
	["a b", false, false, false],
	["é", false, false, false],
	["a\n", false, false, false],
	["\na", false, false, false],
	["a@b", false, false, false],
	["a,b", false, false, false],
])("%j as a name, a channel, a tag: %s, %s, %s", (text, name, channel, tag) => {
	expect([NAME, CHANNEL, TAG].map((pattern) => pattern.test(text))).toEqual([name, channel, tag]);
});

test.each([
	["\u0000", true],
	["a\u0008", true],
	["\t", false],
	["\n", false],
	["\r", false],
	[" ", false],
	["é😀", false],
])("%j holds a control character: %s", (text, found) => {
	expect(CONTROL.test(text)).toBe(found);
});
