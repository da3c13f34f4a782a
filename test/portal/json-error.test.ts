// What is no JSON is found where the browser finds it, and with a word for what is missing.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonProblem } from "../../portal/src/lib/json-error.ts";

const isJson = (text: string) => {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
};

test.each([
	["", "value", 1, 1],
	["{", "key", 1, 2],
	['{"a" 1}', "colon", 1, 6],
	['{"a": 1,}', "key", 1, 9],
	['{\n  "a": 1\n  "b": 2\n}', "comma", 3, 3],
	['{"a": tru}', "value", 1, 7],
	["[1, 2", "open", 1, 6],
	["{} x", "end", 1, 4],
	['{"a": "\\x"}', "escape", 1, 7],
	["{'a': 1}", "key", 1, 2],
] as const)("%j: %s at %i:%i", (text, kind, line, column) => {
	expect(findJsonProblem(text)).toEqual({ kind, line, column });
});

test("every JSON passes, and what was broken is judged as the browser judges", () => {
	fc.assert(
		fc.property(
			fc.json(),
			fc.nat(),
			fc.constantFrom("", "{", '"', ",", "\\", "0", "\u0001"),
			(json, at, put) => {
				expect(findJsonProblem(json)).toBeNull();
				expect(findJsonProblem(JSON.stringify(JSON.parse(json), null, 2))).toBeNull();
				const place = at % (json.length + 1);
				const broken = json.slice(0, place) + put + json.slice(place + 1);
				expect(findJsonProblem(broken) === null).toBe(isJson(broken));
			},
		),
	);
});
