// Telling base64 of what is no text from a text that looks like it.
import { expect, test } from "vitest";
import { isBinary } from "../../portal/src/lib/binary.ts";

const PNG = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, ...Array(40).keys()]).toString("base64");

test.each([
	[PNG, undefined, true],
	[PNG, "image/png", true],
	[PNG, "text/plain; charset=utf-8", false],
	[PNG, "application/problem+json", false],
	["ok", undefined, false],
	["internalservererror", undefined, false],
	["internal server error, sorry", undefined, false],
	[
		Buffer.from("some text that was sent as base64 on purpose").toString("base64"),
		undefined,
		false,
	],
	["", undefined, false],
])("%s as %s: %s", (text, contentType, expected) => {
	expect(isBinary(text, contentType)).toBe(expected);
});
