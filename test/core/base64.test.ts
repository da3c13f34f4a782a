// Base64 of bytes of any length, and what is not base64.

import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBase64, toBase64 } from "../../src/core/base64.ts";

test("any bytes come back, in the form that others write", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
			const text = toBase64(bytes);
			expect(text).toBe(Buffer.from(bytes).toString("base64"));
			expect([...(fromBase64(text) ?? [])]).toEqual([...bytes]);
		}),
	);
});

test("more bytes than a call takes arguments are no trouble", () => {
	const bytes = new Uint8Array(300_001).map((_byte, i) => i % 256);
	expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
});

test.each([["a"], ["a b="], ["YQ =="], ["YQ==\n"], ["_-=="], ["é"], ["YQ=a"], ["===="]])(
	"%j is not base64",
	(text) => {
		expect(fromBase64(text)).toBeNull();
	},
);
