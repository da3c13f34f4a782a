// Where links lead: to pages of the portal and nowhere else.
import { expect, test } from "vitest";
import { HOME, matchRoute, pathTo, resolveNext, toSearch } from "../../portal/src/lib/routes.ts";

test.each([
	["/endpoints", "/endpoints"],
	["endpoints/ep_1", "/endpoints/ep_1"],
	["/endpoints/ep_1/testing", "/endpoints/ep_1/testing"],
	["/messages?status=fail&tag=a", "/messages?status=fail&tag=a"],
	["/endpoints/", "/endpoints"],
	["/endpoints/../messages", "/messages"],
	["/event-types/user.created", "/event-types/user.created"],
])("next=%s opens %s", (next, path) => {
	expect(resolveNext(next)).toBe(path);
});

test.each([
	null,
	"",
	"//evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"https://evil.example/endpoints",
	"javascript:alert(1)",
	"/endpoints/../../x",
	"/endpoints/%2e%2e/%2e%2e/console",
	"/endpoints/a b",
	"/endpoints/ep_1/unknown",
	"/unknown",
	"http://[",
])("next=%s opens the first page", (next) => {
	expect(resolveNext(next)).toBe(HOME);
});

test("A fixed word wins over a name", () => {
	expect(matchRoute("/endpoints/new")?.name).toBe("endpointNew");
	expect(matchRoute("/endpoints/ep_1")).toEqual({
		name: "endpoint",
		params: { endpointId: "ep_1" },
	});
	expect(matchRoute("/endpoints/ep_1/..")).toBeNull();
});

test("Paths are put together with what is given alone", () => {
	const params = { endpointId: "ep_1" };
	expect(pathTo("endpointTesting", params)).toBe("/endpoints/ep_1/testing");
	expect(pathTo("endpoint", params, { status: "fail", tag: null, id: "" })).toBe(
		"/endpoints/ep_1?status=fail",
	);
	expect(toSearch({ a: "ü & b" })).toBe("?a=%C3%BC+%26+b");
});
