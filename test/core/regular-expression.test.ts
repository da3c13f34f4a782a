import { expect, test } from "vitest";
import { isPattern } from "../../src/core/regular-expression.ts";

test.each(["", "^a$", "\\p{L}", "(?<year>\\d{4})", "\\-", "[", "(", "(?i)a", "\\p{L", "a**"])(
	"%j is read or not",
	(text) => {
		const isWrong = ["[", "(", "(?i)a", "a**"].includes(text);
		expect(isPattern(text)).toBe(!isWrong);
	},
);
