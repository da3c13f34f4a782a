// The key of a link, in every way that it is written.
import { expect, test } from "vitest";
import { parseLink } from "../../portal/src/lib/link.ts";

const linkOf = (fields: unknown, encoding: "base64" | "base64url" = "base64url") =>
	new URL(
		`https://portal.example/login?env=org_1#key=${Buffer.from(JSON.stringify(fields)).toString(encoding)}`,
	);

test.each(["base64", "base64url"] as const)("A key in %s is read", (encoding) => {
	expect(parseLink(linkOf({ appId: "app_1", oneTimeToken: "ott_?>~ÿ" }, encoding))).toEqual({
		appId: "app_1",
		oneTimeToken: "ott_?>~ÿ",
	});
});

test("The older name of its token is read, too", () => {
	expect(parseLink(linkOf({ appId: "app_1", token: "t" }))?.oneTimeToken).toBe("t");
});

test.each([
	"https://portal.example/login",
	"https://portal.example/login#key=",
	"https://portal.example/login#key=%%%",
	"https://portal.example/login#key=bnVsbA",
	"https://portal.example/login#other=1",
	`https://portal.example/login#key=${"a".repeat(5000)}`,
])("%s has no key", (url) => {
	expect(parseLink(new URL(url))).toBeNull();
});

test("A key without an application or with a number as token is none", () => {
	expect(parseLink(linkOf({ oneTimeToken: "t" }))).toBeNull();
	expect(parseLink(linkOf({ appId: "app_1", oneTimeToken: 1 }))).toBeNull();
});
