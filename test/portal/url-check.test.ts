// What a reader types as an address is judged in words that help.
import { expect, test } from "vitest";
import { findUrlProblem, isPlainHttp } from "../../portal/src/lib/url-check.ts";

test.each([
	["", "empty"],
	["  ", "empty"],
	["example.com/hooks", "scheme"],
	["ftp://example.com", "other"],
	["javascript:alert(1)", "scheme"],
	["https://", "incomplete"],
	["https:///path", "incomplete"],
	["https://exa mple.com", "space"],
	["https://example.com/hooks?a=1", null],
	[" HTTP://localhost:3000 ", null],
])("%j: %s", (text, problem) => {
	expect(findUrlProblem(text)).toBe(problem);
});

test("clear text is told from what is encrypted", () => {
	expect([isPlainHttp("http://a"), isPlainHttp("https://a")]).toEqual([true, false]);
});
