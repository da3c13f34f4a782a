// What is shown of a URL's password, and what comes back for it.

import { expect, test } from "vitest";
import { maskPassword, unmaskPassword } from "../../src/core/url-secret.ts";

test.each([
	["https://user:pw@example.com/a?b=c#d", "https://user:***@example.com/a?b=c#d"],
	["https://:p%40w@example.com:8443/", "https://:***@example.com:8443/"],
	["https://user@example.com/", "https://user@example.com/"],
	["https://example.com/@a:b", "https://example.com/@a:b"],
	["no URL @ all", "no URL @ all"],
])("%s is shown as %s", (url, shown) => {
	expect(maskPassword(url)).toBe(shown);
	expect(maskPassword(shown)).toBe(shown);
});

test.each(["https://user:pw@example.com/a?b=c#d", "https://:p%40%25w@example.com:8443/"])(
	"%s comes back from what was shown of it",
	(url) => {
		expect(unmaskPassword(maskPassword(url), url)).toBe(url);
	},
);

test("the stored password stays with its user and origin", () => {
	const stored = "https://user:pw@example.com/";
	expect(unmaskPassword("https://user:***@example.com/other", stored)).toBe(
		"https://user:pw@example.com/other",
	);
	for (const url of [
		"https://user:***@evil.example/",
		"https://user:***@example.com:8443/",
		"http://user:***@example.com/",
		"https://other:***@example.com/",
	]) {
		expect(unmaskPassword(url, stored)).toBeNull();
	}
});

test("the mask alone stands for no password, and other passwords are themselves", () => {
	expect(unmaskPassword("https://user:***@example.com/", null)).toBeNull();
	expect(unmaskPassword("https://user:***@example.com/", "https://user@example.com/")).toBeNull();
	for (const url of ["https://user:new@example.com/", "https://example.com/", "no URL @ all"]) {
		expect(unmaskPassword(url, "https://user:pw@example.com/")).toBe(url);
	}
});
