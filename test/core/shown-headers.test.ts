import fc from "fast-check";
import { expect, test } from "vitest";
import {
	credentialsIn,
	type HeaderList,
	isCredential,
	MASKED,
	SHOWN_CHARACTERS_MAX,
	toShownHeaders,
} from "../../src/core/shown-headers.ts";

test.each([
	["authorization", true],
	["Proxy-Authorization", true],
	["COOKIE", true],
	["set-cookie", true],
	["x-api-key", true],
	["X-ApiKey", true],
	["x-auth-token", true],
	["client_secret", true],
	["x-session-id", true],
	["my-password", true],
	["www-authenticate", true],
	["content-type", false],
	["webhook-signature", false],
	["idempotency-key", false],
	["x-tokenizer", false],
	["cookies-allowed", false],
])("the value of %s lets somebody in: %s", (name, expected) => {
	expect(isCredential(name)).toBe(expected);
});

test("credentials are masked and named, the rest is as it was", () => {
	const headers: HeaderList = [
		["content-type", "application/json"],
		["Authorization", "Bearer x"],
		["x-team", ""],
	];
	expect(toShownHeaders(headers)).toEqual([
		["content-type", "application/json"],
		["Authorization", MASKED],
		["x-team", ""],
	]);
	expect(credentialsIn(headers)).toEqual(["Authorization"]);
});

test("whatever the headers are, there is an end, and no credential is shown", () => {
	const name = fc.oneof(fc.constantFrom("authorization", "cookie", "x-token"), fc.string());
	const value = fc.oneof(fc.string(), fc.string({ minLength: 2_000, maxLength: 5_000 }));
	fc.assert(
		fc.property(fc.array(fc.tuple(name, value)), (headers) => {
			const shown = toShownHeaders(headers);
			const size = shown.flat().reduce((sum, text) => sum + text.length, 0);
			expect(size).toBeLessThanOrEqual(SHOWN_CHARACTERS_MAX);
			for (const [key, text] of shown) if (isCredential(key)) expect(text).toBe(MASKED);
			// Showing what was shown changes nothing.
			expect(toShownHeaders(shown)).toEqual(shown);
		}),
	);
});
