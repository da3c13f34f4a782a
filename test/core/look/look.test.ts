// What a link may say about the look, and what of it is ignored.
import { expect, test } from "vitest";
import { lookOfMessage, lookOfQuery, takenBackBy } from "../../../src/core/look/look.ts";

const lookOf = (query: string) => lookOfQuery(new URLSearchParams(query));

test("Every parameter is read", () => {
	const query =
		"primaryColorLight=AA0011&primaryColorDark=00ffee&icon=https://example.com/a.svg&fontFamily=open sans" +
		"&darkMode=auto&hideNavigation=true&noGutters=false&locale=de-ch";
	expect(lookOf(query)).toEqual({
		primaryLight: "#aa0011",
		primaryDark: "#00ffee",
		icon: "https://example.com/a.svg",
		fontFamily: "Open Sans",
		darkMode: "auto",
		hideNavigation: true,
		noGutters: false,
		locale: "de-CH",
	});
});

test("One colour holds for both, unless there is one for each", () => {
	expect(lookOf("primaryColor=123456")).toEqual({
		primaryLight: "#123456",
		primaryDark: "#123456",
	});
	expect(lookOf("primaryColor=123456&primaryColorDark=654321").primaryDark).toBe("#654321");
});

test("The last well-formed value wins", () => {
	expect(lookOf("darkMode=true&darkMode=false").darkMode).toBe("false");
	expect(lookOf("darkMode=true&darkMode=purple").darkMode).toBe("true");
});

test.each([
	"primaryColor=red",
	"primaryColor=12345",
	"primaryColor=123456;color:red",
	"primaryColor=url(//evil.example)",
	"icon=http://example.com/a.png",
	"icon=javascript:alert(1)",
	"icon=data:image/svg+xml,<svg/>",
	"icon=https://user:pass@example.com/a.png",
	`icon=https://example.com/${"a".repeat(2048)}`,
	'fontFamily=Arial";color:red',
	"fontFamily=Comic Sans MS",
	"darkMode=1",
	"hideNavigation=yes",
	"noGutters=",
	"locale=not a language",
	"next=/messages",
])("%s is ignored", (query) => {
	expect(lookOf(query)).toEqual({});
});

test("A message is held to the same rules", () => {
	expect(lookOfMessage({ type: "portal.theme", darkMode: true, primaryColor: "#00ff00" })).toEqual({
		darkMode: "true",
		primaryLight: "#00ff00",
		primaryDark: "#00ff00",
	});
	expect(lookOfMessage({ darkMode: {}, icon: null, hideNavigation: 1 })).toEqual({});
});

test("an empty text takes back a wish of the host page", () => {
	const message = { type: "portal.theme", darkMode: "", primaryColor: "", icon: "x" };
	expect(takenBackBy(message)).toEqual(["darkMode", "primaryLight", "primaryDark"]);
	expect(takenBackBy({ primaryColorDark: "", fontFamily: null })).toEqual(["primaryDark"]);
});
