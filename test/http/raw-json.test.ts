// Answers that carry exact texts inside JSON.
import { expect, test } from "vitest";
import { RawJson, stringify } from "../../src/http/raw-json.ts";

test.each([
	["a number that JSON would change", '{"n":1.0,"big":12345678901234567890}'],
	["keys in their order", '{"b":1,"a":2,"1":3}'],
	["spaces and line breaks", '{ "a" :\n [ 1 , 2 ] }'],
	["marks that a replacement would expand", '"$& $1 $$ $` \'"'],
	["a text", '"é😀\\u0000"'],
	["null", "null"],
])("%s comes out as it was written", (_name, text) => {
	expect(stringify(new RawJson(text))).toBe(text);
	expect(stringify({ a: 1, payload: new RawJson(text), z: 2 })).toBe(
		`{"a":1,"payload":${text},"z":2}`,
	);
});

test("many texts each come out in their own place", () => {
	const texts = Array.from({ length: 25 }, (_item, i) => `${i}.0`);
	const data = texts.map((text) => ({ payload: new RawJson(text), same: "x" }));
	const items = texts.map((text) => `{"payload":${text},"same":"x"}`).join(",");
	expect(stringify({ data, done: true })).toBe(`{"data":[${items}],"done":true}`);
});

test("what holds no exact text is plain JSON", () => {
	const value = { a: [1, "b", null, true], c: { d: undefined, e: new Date(0) } };
	expect(stringify(value)).toBe(JSON.stringify(value));
});

test("a text that looks like another's place is left alone", () => {
	const value = { a: "0", b: '"0"', c: new RawJson('"1"'), d: new RawJson("2.0") };
	expect(stringify(value)).toBe('{"a":"0","b":"\\"0\\"","c":"1","d":2.0}');
});
