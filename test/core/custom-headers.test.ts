// Which custom headers are taken, shown and merged.

import { expect, test } from "vitest";
import {
	checkCustomHeaders,
	isSensitiveHeader,
	mergeHeaders,
	toVisibleHeaders,
} from "../../src/core/custom-headers.ts";

const FORBIDDEN =
	"user-agent keep-alive proxy-authenticate proxy-authorization te trailers transfer-encoding " +
	"upgrade age cache-control clear-site-data expires pragma warning content-length content-type " +
	"content-encoding content-language content-location host connection";
const RESERVED =
	"x-amz-a x-amzn-a x-google x-google-a x-goog-a x-gfe x-gfe-a x-azure-a x-fd-a x-svix-a svix-id " +
	"svix-a webhook-id webhook-a";

test.each(`${FORBIDDEN} ${RESERVED}`.split(" "))("%s is refused in any case", (name) => {
	expect(checkCustomHeaders({ [name]: "v" })).toHaveLength(1);
	expect(checkCustomHeaders({ [name.toUpperCase()]: "v" })).toHaveLength(1);
});

test.each([
	[""],
	["a b"],
	[" a"],
	["a:"],
	["a\r\nb"],
	["a\n"],
	["a\u0000"],
	["é"],
	["x-to\u212Aen"],
	["(a)"],
	["a/b"],
	["a@b"],
	['"a"'],
	["日本"],
])("the name %j is refused", (name) => {
	expect(checkCustomHeaders({ [name]: "v" })).toMatchObject([{ name }]);
});

test.each([
	["a\r\nb: c"],
	["a\n"],
	["\r"],
	["a\u0000"],
	["a\u001b"],
	["a\u007f"],
	["a\u0085"],
	["日本"],
	["\ud800"],
	["a".repeat(4097)],
	["é"],
])("the value %j is refused", (value) => {
	expect(checkCustomHeaders({ "x-a": value })).toMatchObject([{ name: "x-a" }]);
});

test.each([
	["Authorization", "Bearer abc"],
	["X-API-Key", "abc"],
	["x-empty", ""],
	["x-tab", "a\tb"],
	["x-long", "a".repeat(4096)],
	["!#$%&'*+-.^_`|~09azAZ", "~"],
	["__proto__", "v"],
	["hostname", "v"],
	["x-host", "v"],
	["x-amz", "v"],
	["webhook", "v"],
])("%s: %s is accepted", (name, value) => {
	expect(checkCustomHeaders(Object.fromEntries([[name, value]]))).toEqual([]);
});

test("names that differ only by case collide, and each problem names its header", () => {
	const headers = { "X-A": "1", "x-a": "2", "x-b": "3", Host: "h", "x-c": "\n" };
	expect(checkCustomHeaders(headers).map((problem) => problem.name)).toEqual([
		"x-a",
		"Host",
		"x-c",
	]);
});

test.each([
	["x-auth-token", true],
	["X-Api-Key", true],
	["WWW-Authenticate", true],
	["Authorization", true],
	["proxy-authenticate", true],
	["Proxy-Authorization", true],
	["x-api", false],
	["cookie", false],
])("sensitivity of %s is %s", (name, expected) => {
	expect(isSensitiveHeader(name)).toBe(expected);
});

test("values of sensitive headers are withheld, their names listed in their own case", () => {
	const headers = { "X-Tenant": "a", Authorization: "Bearer s", "x-api-key": "s" };
	expect(toVisibleHeaders(headers)).toEqual({
		headers: { "X-Tenant": "a" },
		sensitive: ["Authorization", "x-api-key"],
	});
});

test.each([
	["a new name is added", { A: "1" }, { B: "2" }, [], { A: "1", B: "2" }],
	["a set name brings its spelling", { "X-A": "1" }, { "x-a": "2" }, [], { "x-a": "2" }],
	["null deletes whatever the case", { "X-A": "1", B: "2" }, { "x-a": null }, [], { B: "2" }],
	["null for an unknown name is no change", { A: "1" }, { Z: null }, [], { A: "1" }],
	["deleteHeaders delete", { "X-A": "1", B: "2" }, {}, ["x-A"], { B: "2" }],
	["a value set outlives deleteHeaders", { A: "1" }, { A: "2" }, ["a"], { A: "2" }],
	["an empty value stays", { A: "1" }, { A: "" }, [], { A: "" }],
	["an empty patch is no change", { "X-A": "1" }, {}, [], { "X-A": "1" }],
])("%s", (_name, current, patch, deleteHeaders, expected) => {
	expect(mergeHeaders(current, patch as Record<string, string | null>, deleteHeaders)).toEqual(
		expected,
	);
});

test("merging leaves its arguments alone and keeps odd names", () => {
	const current = Object.freeze(Object.fromEntries([["__proto__", "1"]]));
	const merged = mergeHeaders(current, { constructor: "2" } as Record<string, string>);
	expect(Object.entries(merged)).toEqual([
		["__proto__", "1"],
		["constructor", "2"],
	]);
});
