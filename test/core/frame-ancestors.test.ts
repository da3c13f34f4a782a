// Which origins may show the portal, and that no text can be more than an origin.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isFrameOrigin, toFrameAncestors } from "../../src/core/frame-ancestors.ts";

const GOOD = [
	"https://example.com",
	"http://example.com",
	"https://app.example.co.uk:8443",
	"https://*.example.com",
	"https://*.example.com:65535",
	"http://localhost:3000",
	"http://127.0.0.1:1",
	"https://xn--mller-kva.de",
	`https://${"a".repeat(63)}.com`,
];

const BAD = [
	"",
	"*",
	"https:",
	"https://",
	"https://*",
	"example.com",
	"//example.com",
	"ftp://example.com",
	"javascript://example.com",
	"https://example.com/",
	"https://example.com/path",
	"https://example.com?a",
	"https://example.com#a",
	"https://user@example.com",
	"https://example.com:",
	"https://example.com:*",
	"https://example.com:0",
	"https://example.com:65536",
	"https://example.com:080",
	"https://a.*.example.com",
	"https://*example.com",
	"https://*.*.example.com",
	"https://.example.com",
	"https://example..com",
	"https://example.com.",
	"https://-example.com",
	"https://EXAMPLE.com",
	"https://müller.de",
	"https://[::1]",
	" https://example.com",
	"https://example.com ",
	"https://example.com\n",
	"https://example.com; script-src *",
	"https://example.com;script-src",
	"https://a.com https://b.com",
	"https://a.com,https://b.com",
	"'self'",
	"'none'",
	'https://a"b.com',
	"https://a'b.com",
	"https://a\r\nx-evil: 1",
	`https://${"a".repeat(64)}.com`,
	`https://${"a.".repeat(126)}aa`,
];

test.each(GOOD)("%j is an origin", (origin) => expect(isFrameOrigin(origin)).toBe(true));

test.each(BAD)("%j is none", (text) => expect(isFrameOrigin(text)).toBe(false));

test("what passes is one word of a policy, and is what the URL parser makes of it", () => {
	const piece = fc.constantFrom(
		"*",
		"*.",
		".",
		":",
		"/",
		";",
		",",
		"'",
		" ",
		"\n",
		"@",
		"9",
		"a",
		"-",
		"",
	);
	const changed = fc
		.tuple(fc.constantFrom(...GOOD), fc.nat(), piece, fc.nat(2))
		.map(([text, at, added, removed]) => {
			const index = at % (text.length + 1);
			return text.slice(0, index) + added + text.slice(index + removed);
		});
	let passed = 0;
	fc.assert(
		fc.property(fc.oneof(changed, fc.string()), (text) => {
			if (!isFrameOrigin(text)) return;
			passed += 1;
			expect(text).toMatch(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/);
			const plain = new URL(text.replace("*.", ""));
			expect([plain.pathname, plain.search, plain.hash, plain.username]).toEqual(["/", "", "", ""]);
		}),
	);
	expect(passed).toBeGreaterThan(0);
});

test("a list is the policy; without one every safe page may", () => {
	expect(toFrameAncestors([])).toBe("https: http://localhost:* http://127.0.0.1:*");
	const list = ["https://a.com", "https://*.b.com:8443"];
	expect(toFrameAncestors(list)).toBe("https://a.com https://*.b.com:8443");
});

test("what is no origin never reaches the policy, and does not open it", () => {
	expect(toFrameAncestors(["https://a.com", "*; script-src *"])).toBe("https://a.com");
	expect(toFrameAncestors(["*"])).toBe("'none'");
});
