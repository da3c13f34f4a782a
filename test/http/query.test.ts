// Query strings in every spelling of a list.
import { expect, test } from "vitest";
import { readQuery } from "../../src/http/query.ts";

test.each([
	["", {}],
	["limit=5", { limit: "5" }],
	["limit=5&limit=6", { limit: "6" }],
	["a[]=1", { a: "1" }],
	["a[]=1&a[]=2", { a: "1,2" }],
	["a[0]=1&a[1]=2", { a: "1,2" }],
	["a%5B%5D=1&a%5B%5D=2", { a: "1,2" }],
	["event_types=x&event_types=y", { event_types: "x,y" }],
	["event_types=x,y&event_types[]=z", { event_types: "x,y,z" }],
	["a=", { a: "" }],
	["a", { a: "" }],
	["a=b%20c+d", { a: "b c d" }],
	["a[b]=1", { "a[b]": "1" }],
	["__proto__=1&constructor=2", { ["__proto__"]: "1", constructor: "2" }],
])("?%s is read as %j", (search, query) => {
	const read = readQuery(`https://example.com/path?${search}`);
	expect(Object.entries(read)).toEqual(Object.entries(query));
});

test("a name that was not given is not found, even when every object has it", () => {
	const query = readQuery("https://example.com/");
	expect(query.toString).toBeUndefined();
	expect(query.constructor).toBeUndefined();
});
