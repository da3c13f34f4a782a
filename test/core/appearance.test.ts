// What a logo, a colour, a font and a language can be.
import { expect, test } from "vitest";
import { FONT_FAMILY, HEX_COLOUR, isLogoUrl, LOCALE } from "../../src/core/appearance.ts";

test.each([
	["https://example.com/logo.svg", true],
	["https://example.com:8443/a%20b.png?x=1&y=2;z#a", true],
	["https://EXAMPLE.com/a;b,c*.png", true],
	["https://müller.example/logo.svg", true],
	["https://x;sandbox/a.png", false],
	["https://x;script-src/a.png", false],
	["https://*/a.png", false],
	["https://*.example.com/a.png", false],
	["https://example.com,evil.example/a.png", false],
	["https://a_b.example/a.png", false],
	["https://[::1]/a.png", false],
	["http://example.com/logo.svg", false],
	["HTTPS://example.com/logo.svg", false],
	["javascript:alert(1)", false],
	["data:image/svg+xml,<svg/>", false],
	["//example.com/logo.svg", false],
	["https://", false],
	["https://user:pass@example.com/logo.svg", false],
	["https://user@example.com/logo.svg", false],
	['https://example.com/"onerror=', false],
	["https://example.com/'", false],
	["https://example.com/<svg>", false],
	["https://example.com/a b", false],
	["https://example.com/a\nb", false],
	["https://example.com\\@evil.example", false],
])("the logo %j: %s", (text, isGood) => expect(isLogoUrl(text)).toBe(isGood));

test.each([
	[
		HEX_COLOUR,
		["#000000", "#aAbBcC"],
		["000000", "#000", "#00000g", "#0000000", "red", "#000000;"],
	],
	[
		FONT_FAMILY,
		["Open Sans", "a", "A-b_9"],
		["", "a".repeat(65), 'a"', "a;b", "a\n", "é", "url(a)"],
	],
	[
		LOCALE,
		["en", "pt-BR", "zh-Hant-TW", "deu"],
		["", "e", "en_US", "en-", "english", "en-US;", "en\n"],
	],
])("%s takes what it should, and nothing more", (pattern, good, bad) => {
	expect(good.filter((text) => !pattern.test(text))).toEqual([]);
	expect(bad.filter((text) => pattern.test(text))).toEqual([]);
});
