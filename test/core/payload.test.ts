// The exact text of a member: odd keys, duplicates, spacing, and arbitrary JSON.

import fc from "fast-check";
import { expect, test } from "vitest";
import { memberText } from "../../src/core/payload.ts";

const PAYLOAD = ["payload"];

test.each([
	['{"payload":{"b":1,"a":2}}', PAYLOAD, '{"b":1,"a":2}'],
	[
		'{"payload":{"n":1.0,"big":12345678901234567890,"e":1E+2}}',
		PAYLOAD,
		'{"n":1.0,"big":12345678901234567890,"e":1E+2}',
	],
	['{"payload": { "a" : [ 1 , 2 ] } }', PAYLOAD, '{ "a" : [ 1 , 2 ] }'],
	['\n{\t"a" : 1 ,\r\n "payload" :\t-1.50\n}\n', PAYLOAD, "-1.50"],
	['{"pay\\u006coad":1}', PAYLOAD, "1"],
	['{"payload":1,"pay\\u006coad":2}', PAYLOAD, "2"],
	['{"payload":{"a":1},"x":0,"payload":[2]}', PAYLOAD, "[2]"],
	['{"a":{"payload":1},"payload":2}', PAYLOAD, "2"],
	['{"payload":2,"a":{"payload":1}}', PAYLOAD, "2"],
	['{"a":{"payload":1}}', PAYLOAD, null],
	['{"a":"\\"payload\\":1"}', PAYLOAD, null],
	['{"a":"}{][\\\\","payload":"}\\"]"}', PAYLOAD, '"}\\"]"'],
	['{"a":"\\\\\\"","payload":"\\\\"}', PAYLOAD, '"\\\\"'],
	['{"a":["]","}",{"b":"\\\\\\\\"}],"payload":null}', PAYLOAD, "null"],
	['{"payload":true}', PAYLOAD, "true"],
	['{"payload":"" }', PAYLOAD, '""'],
	['{"payload":{}}', PAYLOAD, "{}"],
	['{"payload":[]}', PAYLOAD, "[]"],
	['{"payload":"é😀\\u0000"}', PAYLOAD, '"é😀\\u0000"'],
	["{}", PAYLOAD, null],
	[" { } ", PAYLOAD, null],
	['{"":1}', [""], "1"],
	['{"\\\\":1}', ["\\"], "1"],
	['{"\\"":1}', ['"'], "1"],
	['{"__proto__":1}', ["__proto__"], "1"],
	['{"data":1,"payload":2}', ["payload", "data"], "2"],
	['{"payload":1,"data":2}', ["payload", "data"], "1"],
	['{"data":1}', ["payload", "data"], "1"],
	['{"payload":1,"data":2,"payload":3}', ["data", "payload"], "2"],
	['{"payload":1}', [], null],
])("of %j the members %j have the text %j", (json, names, text) => {
	expect(memberText(json, names)).toBe(text);
});

const spacing = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 3 });
const names = fc.constantFrom("payload", "data", "eventType", "\\", '"', "é😀", "");
const entries = fc.array(fc.tuple(fc.oneof(names, fc.string()), fc.jsonValue()), { maxLength: 8 });

/** A key with each character written as its escape or as itself. */
function renderKey(key: string, isEscaped: boolean): string {
	if (!isEscaped) return JSON.stringify(key);
	const units = Array.from({ length: key.length }, (_, i) => key.charCodeAt(i));
	return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")}"`;
}

test("the text is the source of the last such member, however keys and spaces are written", () => {
	const property = fc.property(
		entries,
		names,
		spacing,
		fc.constantFrom(undefined, 1, "\t"),
		fc.boolean(),
		(members, name, space, indent, isEscaped) => {
			// Not compared with JSON.parse of the whole: some engines misread escaped keys there.
			const texts = members.map(
				([key, value]) => [key, JSON.stringify(value, null, indent)] as const,
			);
			const body = texts
				.map(([key, text]) => [renderKey(key, isEscaped), text].join(`${space}:${space}`))
				.join(`${space},${space}`);
			const json = `${space}{${space}${body}${space}}${space}`;
			expect(memberText(json, [name])).toBe(new Map(texts).get(name) ?? null);
		},
	);
	fc.assert(property, { numRuns: 2000 });
});

test("the text means what JSON.parse reads there", () => {
	const property = fc.property(fc.jsonValue(), spacing, (value, space) => {
		const json = `{"x":0,"payload":${space}${JSON.stringify(value)}${space}}`;
		const text = memberText(json, PAYLOAD) ?? "";
		expect(json).toContain(text);
		expect(JSON.parse(text)).toEqual(JSON.parse(json).payload);
	});
	fc.assert(property);
});

test.each([
	["one long string", JSON.stringify("x".repeat(1_000_000))],
	["only backslashes", JSON.stringify("\\".repeat(500_000))],
	["only escaped quotes", JSON.stringify('"'.repeat(500_000))],
	["deep nesting", "[".repeat(500_000) + "]".repeat(500_000)],
	["many short members", `{${'"a":1,'.repeat(170_000)}"b":2}`],
])("a megabyte of %s is read in linear time", (_name, value) => {
	const json = `{"a":0,"payload":${value},"z":1}`;
	const startedAt = performance.now();
	expect(memberText(json, PAYLOAD) === value).toBe(true);
	// In quadratic time it would be hours.
	expect(performance.now() - startedAt).toBeLessThan(5_000);
});
