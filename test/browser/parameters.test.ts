// Each parameter that a link may carry: what it does, and that nothing hostile in it does anything.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Customer } from "../support/journey.ts";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

type Pair = readonly [name: string, value: string];

const scene = new PortalScene();
let customer: Customer;

beforeAll(async () => {
	await scene.start();
	customer = await scene.customer("parameters");
	await customer.endpoint("one");
});
afterEach(() => scene.leave());
afterAll(() => scene.stop());

/** Many pages, one after the other, on a busy machine. */
const LONG_MS = 240_000;
const PLAIN = {
	theme: "light",
	gutters: "normal",
	language: "en-GB",
	button: "",
	font: "",
	icon: null,
	hasNavigation: true,
	path: "/endpoints",
};
const LOGO = "https://cdn.example.com/logo.svg";

/** Opens a fresh link with these parameters, in their order. */
async function visit(page: Page, pairs: readonly Pair[]): Promise<void> {
	const link = new URL(await scene.link(customer));
	for (const [name, value] of pairs) link.searchParams.append(name, value);
	await page.goto(link.href);
	await page.getByRole("heading", { level: 1 }).waitFor();
}

/** A page whose pictures of other sites are all answered here. */
async function newPage(
	theme: "light" | "dark" = "light",
): Promise<{ page: Page; asked: string[] }> {
	const page = await scene.page({ theme });
	const asked: string[] = [];
	const isElsewhere = ({ protocol, hostname }: URL) =>
		protocol === "https:" || hostname.startsWith("evil.");
	await page.route(isElsewhere, (route) => {
		asked.push(route.request().url());
		return route.fulfill({ contentType: "image/svg+xml", body: "<svg/>" });
	});
	return { page, asked };
}

/** What of the page a parameter can change. */
const stateOf = (page: Page) =>
	page.evaluate(() => {
		const { dataset, style, lang } = document.documentElement;
		return {
			theme: dataset.theme,
			gutters: dataset.gutters,
			language: lang,
			button: style.getPropertyValue("--button"),
			font: style.getPropertyValue("--font"),
			icon: document.querySelector("header img")?.getAttribute("src") ?? null,
			hasNavigation: document.querySelector("nav") !== null,
			path: location.pathname.replace(/^\/app\/app_\w+/, "") + location.search,
		};
	});

test.each<[Pair[], "light" | "dark", Partial<Omit<typeof PLAIN, "icon">> & { icon?: string }]>([
	[[], "light", {}],
	[[], "dark", {}],
	[[["darkMode", "true"]], "light", { theme: "dark" }],
	[[["darkMode", "false"]], "dark", { theme: "light" }],
	[[["darkMode", "auto"]], "dark", { theme: "dark" }],
	[[["primaryColor", "0055AA"]], "light", { button: "#0055aa" }],
	[[["primaryColorLight", "aa0011"]], "light", { button: "#aa0011" }],
	[
		[
			["primaryColorDark", "00ffee"],
			["darkMode", "true"],
		],
		"light",
		{ theme: "dark", button: "#00ffee" },
	],
	[[["fontFamily", "inter"]], "light", { font: '"Inter", var(--system-font)' }],
	[[["icon", LOGO]], "light", { icon: LOGO }],
	[[["hideNavigation", "true"]], "light", { hasNavigation: false }],
	[[["noGutters", "true"]], "light", { gutters: "none" }],
	[[["locale", "de"]], "light", { language: "de" }],
	[[["next", "/endpoints?status=paused"]], "light", { path: "/endpoints?status=paused" }],
	[[["next", "/messages"]], "light", { path: "/messages" }],
])("%j does what it says (%s)", async (pairs, theme, change) => {
	const { page } = await newPage(theme);
	await visit(page, pairs);
	expect(await stateOf(page)).toEqual({ ...PLAIN, ...change });
});

test("Of several values the last well-formed one holds", async () => {
	const { page } = await newPage();
	const said: Pair[] = [
		["darkMode", "false"],
		["darkMode", "true"],
		["darkMode", "sepia"],
		["primaryColor", "0055aa"],
		["primaryColor", "aa0055"],
		["primaryColor", "url(x)"],
		["hideNavigation", "true"],
		["hideNavigation", "false"],
	];
	await visit(page, said);
	expect(await stateOf(page)).toEqual({ ...PLAIN, theme: "dark", button: "#aa0055" });
});

test("Nothing hostile or malformed in a parameter does anything", {
	timeout: LONG_MS,
}, async () => {
	const { page, asked } = await newPage();
	const inCss = "red;background:url(https://evil.example/a)";
	const all: Pair[] = [
		...["1", "TRUE", "dark", "<script>alert(1)</script>"].map((v): Pair => ["darkMode", v]),
		...[inCss, "fff", "00 55aa", "0055aa80"].map((v): Pair => ["primaryColor", v]),
		...[inCss, "javascript:1"].map((v): Pair => ["primaryColorLight", v]),
		...["Arial;color:red", '"><b>', "url(https://evil.example/f)"].map(
			(v): Pair => ["fontFamily", v],
		),
		...["javascript:alert(1)", "data:image/svg+xml,<svg/onload=alert(1)>"].map(
			(v): Pair => ["icon", v],
		),
		...["http://evil.example/a.png", "//evil.example/a.png", "https://a:b@evil.example/"].map(
			(v): Pair => ["icon", v],
		),
		["icon", `https://evil.example/${"a".repeat(3_000)}`],
		...["1", "yes", ""].map((v): Pair => ["hideNavigation", v]),
		...["none", "<b>"].map((v): Pair => ["noGutters", v]),
		...["xx_!!", "../de", "<script>"].map((v): Pair => ["locale", v]),
		["onload", "alert(1)"],
		["__proto__", "1"],
	];
	await visit(page, all);
	expect(await stateOf(page)).toEqual(PLAIN);
	// Each alone, too, where one could hide behind another.
	for (const pair of all.filter(([name]) => name === "icon" || name === "fontFamily")) {
		await visit(page, [pair]);
		expect(await stateOf(page), pair.join("=")).toEqual(PLAIN);
	}
	expect(asked).toEqual([]);
});

test("A next that leads anywhere else leads to the first page", { timeout: LONG_MS }, async () => {
	const { page, asked } = await newPage();
	const visited: string[] = [];
	page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).origin));
	for (const next of [
		"//evil.example",
		"/\\evil.example",
		"\\\\evil.example\\x",
		"https://evil.example/endpoints",
		"javascript:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"/endpoints/../../../console",
		"/endpoints/%2e%2e/%2e%2e/console",
		"/%2f%2fevil.example",
		"/messages/<script>alert(1)</script>",
		"/messages/..",
		"/nothing",
		"\t//evil.example",
	]) {
		await visit(page, [["next", next]]);
		expect((await stateOf(page)).path, next).toBe("/endpoints");
	}
	expect(asked).toEqual([]);
	expect(new Set(visited)).toEqual(new Set([scene.installation.server.url]));
});

test("Contrast is kept for any colour", { timeout: LONG_MS }, async () => {
	for (const darkMode of ["false", "true"]) {
		const { page } = await newPage();
		for (const colour of ["ffffff", "000000", "ffff00", "808080", "0d1213"]) {
			const said: Pair[] = [
				["primaryColor", colour],
				["darkMode", darkMode],
			];
			await visit(page, said);
			await page.getByRole("link", { name: /parameters-one/ }).waitFor();
			await expectAccessible(page);
		}
	}
});
