// Errors of requests: a code, a sentence, and the fields that are wrong.

import { expect, test } from "vitest";
import { conflict, DomainError, invalid, notFound } from "../../src/core/errors.ts";

test.each([
	["not_found", notFound()],
	["not_found", notFound("Application not found")],
	["conflict", conflict("taken")],
	["validation", invalid(["body", "url"], "must be a URL")],
])("a %s error can be told from a fault by its class and its code", (code, error) => {
	expect(error).toBeInstanceOf(DomainError);
	expect(error.code).toBe(code);
	expect(error.message).not.toBe("");
});

test("an error about a field says where it is and what to write", () => {
	expect(invalid(["body", "url"], "must be a URL").issues).toEqual([
		{ loc: ["body", "url"], msg: "must be a URL", type: "value_error" },
	]);
});
