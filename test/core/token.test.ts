import { expect, test } from "vitest";
import { hintOf, isApplicationToken, TOKEN_RANDOM_BYTES, toToken } from "../../src/core/token.ts";

const random = Uint8Array.from({ length: TOKEN_RANDOM_BYTES }, (_, i) => i * 10);

test("a secret is its prefix and its random bytes, and has no dot", () => {
	const text = toToken("appsk", random);
	expect(text).toBe("appsk_000a141e28323c46505a646e78828c96a0aab4bec8d2dce6");
	expect(text).not.toContain(".");
});

test("only tokens of applications are taken for one", () => {
	expect(isApplicationToken(toToken("appsk", random))).toBe(true);
	expect(isApplicationToken(toToken("integsk", random))).toBe(true);
	for (const other of [toToken("ehsk", random), toToken("link", random), "", "appsk", "testsk_a"]) {
		expect(isApplicationToken(other)).toBe(false);
	}
});

test("a hint is the end of a long key, and nothing of a short one", () => {
	expect(hintOf(toToken("ehsk", random))).toBe("dce6");
	for (const key of ["", "secret", "a".repeat(23)]) expect(hintOf(key)).toBe("");
});
