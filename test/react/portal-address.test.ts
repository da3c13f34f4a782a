// What the component's props become for the portal.
import { expect, test } from "vitest";
import {
	toFrameAddress,
	toHeight,
	toLook,
	toLookMessage,
} from "../../clients/react/src/portal-address.ts";

const LINK = "https://webhooks.example.com/login?env=org_1&darkMode=true#key=abc";

test("Props go into the link's query, before its key; what the link said before yields", () => {
	const look = toLook({ darkMode: "auto", primaryColor: "ff00aa", noGutters: false });
	const { href } = toFrameAddress(LINK, look, "/endpoints/new?x=1");
	expect(href).toBe(
		"https://webhooks.example.com/login?env=org_1&darkMode=auto&primaryColor=ff00aa&noGutters=false&next=%2Fendpoints%2Fnew%3Fx%3D1#key=abc",
	);
	expect(toFrameAddress(LINK, toLook({})).href).toBe(LINK);
});

test.each(["javascript:alert(1)", "data:text/html,x", "nothing", "", "/login"])(
	"No link: %s",
	(link) => {
		expect(() => toFrameAddress(link, toLook({}))).toThrow(Error);
	},
);

test("A message has all wishes, and takes back those that are gone", () => {
	const before = toLook({ darkMode: true, fontFamily: "Inter" });
	const look = toLook({ darkMode: false, icon: "https://example.com/i.png" });
	expect(toLookMessage(look, before)).toEqual({
		...{ darkMode: "false", fontFamily: "", icon: "https://example.com/i.png" },
	});
	expect(toLookMessage(look, {})).toEqual({ darkMode: "false", icon: look.icon });
});

test.each([
	[700.2, 701],
	[10, 300],
	[1e9, 2000],
	[Number.NaN, 300],
	[Number.POSITIVE_INFINITY, 2000],
	["high", 300],
	[undefined, 300],
])("A height of %s becomes %i", (height, expected) => {
	// safe because a foreign page may send anything
	expect(toHeight(height as number | undefined, 300, 2000)).toBe(expected);
});
