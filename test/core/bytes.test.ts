// Bytes in parts, put together.
import fc from "fast-check";
import { expect, test } from "vitest";
import { concatBytes } from "../../src/core/bytes.ts";

test("parts come together in order, whatever their sizes", () => {
	fc.assert(
		fc.property(fc.array(fc.uint8Array()), (parts) => {
			expect([...concatBytes(parts)]).toEqual(parts.flatMap((part) => [...part]));
		}),
	);
});
