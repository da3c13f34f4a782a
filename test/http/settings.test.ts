// An organisation's settings: what they take, what they refuse, and that no change undoes another.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

const PATH = "/environment/settings";

const NONE = {
	displayName: null,
	logoUrl: null,
	fontFamily: null,
	baseFontSizePx: null,
	borderRadius: null,
	colorPaletteLight: null,
	colorPaletteDark: null,
	locale: null,
	isCatalogPublic: false,
	portalFrameAncestors: [],
	isPortalReadOnly: false,
};

const FULL = {
	displayName: "Acme & Söhne <b>",
	logoUrl: "https://cdn.example.com/logo.svg?v=1",
	fontFamily: "Open Sans",
	baseFontSizePx: 14,
	borderRadius: { button: "full", card: "lg", input: "none" },
	colorPaletteLight: { primary: "#112233", buttonPrimary: "#AABBCC" },
	colorPaletteDark: { textDanger: "#ff0000" },
	locale: "pt-BR",
	isCatalogPublic: true,
	portalFrameAncestors: ["https://app.example.com", "https://*.example.org:8443"],
	isPortalReadOnly: true,
};

test("an organisation begins without any, and gets back what it puts", async () => {
	const api = await newCheckedApi();
	expect((await api("GET", PATH)).body).toEqual(NONE);
	expect((await api("PUT", PATH, FULL)).body).toEqual(FULL);
	expect((await api("GET", PATH)).body).toEqual(FULL);
	// Nobody else's.
	expect((await (await newCheckedApi())("GET", PATH)).body).toEqual(NONE);
	expect((await api("PUT", PATH, { displayName: "B" })).body).toEqual({
		...NONE,
		displayName: "B",
	});
	expect((await api("PUT", PATH, {})).body).toEqual(NONE);
	expect((await api("GET", PATH)).body).toEqual(NONE);
});

test("a change replaces each field that it names, null unsets it, and the others stay", async () => {
	const api = await newCheckedApi();
	expect((await api("PATCH", PATH, { locale: "en" })).body).toEqual({ ...NONE, locale: "en" });
	await api("PUT", PATH, FULL);
	expect((await api("PATCH", PATH, {})).body).toEqual(FULL);
	const changed = await api("PATCH", PATH, {
		colorPaletteLight: { borderPrimary: "#000000", primary: null },
		logoUrl: null,
		isPortalReadOnly: null,
	});
	expect(changed.body).toEqual({
		...FULL,
		colorPaletteLight: { borderPrimary: "#000000" },
		logoUrl: null,
		isPortalReadOnly: false,
	});
	const nulls = Object.fromEntries(Object.keys(NONE).map((name) => [name, null]));
	expect((await api("PATCH", PATH, nulls)).body).toEqual(NONE);
	expect((await api("PATCH", PATH, { colorPaletteDark: {} })).body).toEqual(NONE);
});

test.each([
	[{ displayName: "" }, ["displayName"]],
	[{ displayName: "a\nb" }, ["displayName"]],
	[{ displayName: "a".repeat(257) }, ["displayName"]],
	[{ displayName: 5 }, ["displayName"]],
	[{ logoUrl: "http://example.com/a.png" }, ["logoUrl"]],
	[{ logoUrl: "javascript:alert(1)" }, ["logoUrl"]],
	[{ logoUrl: 'https://example.com/"onerror="x' }, ["logoUrl"]],
	[{ logoUrl: `https://example.com/${"a".repeat(2048)}` }, ["logoUrl"]],
	[{ fontFamily: 'x"; } body { display: none' }, ["fontFamily"]],
	[{ fontFamily: "a".repeat(65) }, ["fontFamily"]],
	[{ fontFamily: "" }, ["fontFamily"]],
	[{ baseFontSizePx: 11 }, ["baseFontSizePx"]],
	[{ baseFontSizePx: 21 }, ["baseFontSizePx"]],
	[{ baseFontSizePx: 14.5 }, ["baseFontSizePx"]],
	[{ baseFontSizePx: "14" }, ["baseFontSizePx"]],
	[{ borderRadius: { button: "xl", card: "sm", input: "sm" } }, ["borderRadius", "button"]],
	[{ borderRadius: { button: "sm", card: "sm" } }, ["borderRadius", "input"]],
	[{ borderRadius: "sm" }, ["borderRadius"]],
	[{ colorPaletteLight: { primary: "red" } }, ["colorPaletteLight", "primary"]],
	[{ colorPaletteLight: { primary: "#12345" } }, ["colorPaletteLight", "primary"]],
	[{ colorPaletteDark: { textPrimary: "#123456;x" } }, ["colorPaletteDark", "textPrimary"]],
	[{ colorPaletteDark: ["#123456"] }, ["colorPaletteDark"]],
	[{ locale: "en_US" }, ["locale"]],
	[{ isCatalogPublic: "yes", displayName: "A" }, ["isCatalogPublic"]],
	[{ isPortalReadOnly: 1 }, ["isPortalReadOnly"]],
	[{ portalFrameAncestors: "https://a.com" }, ["portalFrameAncestors"]],
	[{ portalFrameAncestors: ["https://a.com/x"] }, ["portalFrameAncestors", 0]],
	[{ portalFrameAncestors: ["https://a.com", "*"] }, ["portalFrameAncestors", 1]],
	[{ portalFrameAncestors: ["https://a.com; script-src *"] }, ["portalFrameAncestors", 0]],
	[{ portalFrameAncestors: ["https://a.com\nset-cookie: a=b"] }, ["portalFrameAncestors", 0]],
	[{ portalFrameAncestors: ["'none'"] }, ["portalFrameAncestors", 0]],
	[{ portalFrameAncestors: ["https://a.com", "https://A.com"] }, ["portalFrameAncestors"]],
	[
		{ portalFrameAncestors: Array.from({ length: 51 }, (_, i) => `https://a${i}.com`) },
		["portalFrameAncestors"],
	],
	[{ isCatalogPublic: true }, ["displayName"]],
])("%j is refused at %j, and nothing of it is done", async (body, loc) => {
	const api = await newCheckedApi();
	for (const method of ["PUT", "PATCH"]) {
		expectIssues(await api(method, PATH, { ...body, locale: "en", ...body }), ["body", ...loc]);
		expectIssues(await api("POST", "/environment/import", { settings: body }), [
			"body",
			"settings",
			...loc,
		]);
	}
	expect((await api("GET", PATH)).body).toEqual(NONE);
});

test("all wrong fields are named at once", async () => {
	const api = await newCheckedApi();
	const wrong = { logoUrl: "x", baseFontSizePx: 1, colorPaletteLight: { primary: "x" } };
	expectIssues(
		await api("PATCH", PATH, wrong),
		["body", "logoUrl"],
		["body", "baseFontSizePx"],
		["body", "colorPaletteLight", "primary"],
	);
});

test("a public catalog keeps its name", async () => {
	const api = await newCheckedApi();
	await api("PUT", PATH, { displayName: "A", isCatalogPublic: true });
	expectIssues(await api("PATCH", PATH, { displayName: null }), ["body", "displayName"]);
	expectIssues(await api("PUT", PATH, { isCatalogPublic: true }), ["body", "displayName"]);
	expect((await api("PATCH", PATH, { displayName: "B" })).body.isCatalogPublic).toBe(true);
	const both = { displayName: null, isCatalogPublic: false };
	expect((await api("PATCH", PATH, both)).body).toEqual(NONE);
});

test("changes at the same time all hold, also the first ones", async () => {
	const api = await newCheckedApi();
	const { borderRadius, ...plain } = FULL;
	const replies = await Promise.all(
		Object.entries({ ...plain, borderRadius, isCatalogPublic: false }).map(([name, value]) =>
			api("PATCH", PATH, { [name]: value }),
		),
	);
	expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
	expect((await api("GET", PATH)).body).toEqual({ ...FULL, isCatalogPublic: false });
});

test("a catalog never becomes public without a name, also when both change at once", async () => {
	for (let round = 0; round < 5; round++) {
		const api = await newCheckedApi();
		await api("PUT", PATH, { displayName: "A" });
		await Promise.all([
			api("PATCH", PATH, { displayName: null }),
			api("PATCH", PATH, { isCatalogPublic: true }),
		]);
		const { displayName, isCatalogPublic } = (await api("GET", PATH)).body;
		expect(isCatalogPublic && displayName === null).toBe(false);
	}
});

test("no text becomes part of a policy or a style, whatever is tried", async () => {
	const api = await newCheckedApi();
	const text = fc.oneof(
		fc.string({ unit: "binary", maxLength: 40 }),
		fc.stringMatching(/^https:\/\/[a-z.]{1,5}[;,' "\n*:/a-z.]{0,10}$/),
	);
	await fc.assert(
		fc.asyncProperty(text, async (value) => {
			const body = { portalFrameAncestors: [value], fontFamily: value, locale: value };
			const reply = await api("PATCH", PATH, body);
			expect([200, 422]).toContain(reply.status);
			for (const [name, given] of Object.entries(body)) {
				await api("PATCH", PATH, { [name]: given });
			}
			const { portalFrameAncestors, fontFamily, locale } = (await api("GET", PATH)).body;
			for (const kept of [...portalFrameAncestors, fontFamily ?? "", locale ?? ""]) {
				expect(kept).not.toMatch(/[;'"\n\r,{}()<>\\]/);
			}
		}),
		{ numRuns: 40 },
	);
});

test("an export has them, and an import elsewhere brings them along", async () => {
	const [from, to] = [await newCheckedApi(), await newCheckedApi()];
	expect((await from("POST", "/environment/export")).body.settings).toBeNull();
	await from("PUT", PATH, FULL);
	await from("POST", "/event-type", { name: "a" });
	const exported = (await from("POST", "/environment/export")).body;
	expect(exported.settings).toEqual(FULL);
	await to("PATCH", PATH, { locale: "en" });
	expect((await to("POST", "/environment/import", exported)).status).toBe(204);
	expect((await to("GET", PATH)).body).toEqual(FULL);
	expect((await to("POST", "/environment/export")).body.settings).toEqual(FULL);

	// What is not named stays, and what is of somebody else's making is not used.
	const some = { settings: { locale: null, customColor: "#123456" }, eventTypes: null };
	expect((await to("POST", "/environment/import", some)).status).toBe(204);
	expect((await to("GET", PATH)).body).toEqual({ ...FULL, locale: null });
	for (const settings of [null, undefined, {}]) {
		expect((await to("POST", "/environment/import", { settings })).status).toBe(204);
	}
	expect((await to("GET", PATH)).body).toEqual({ ...FULL, locale: null });
});

test("an import with wrong settings does nothing at all", async () => {
	const api = await newCheckedApi();
	const eventTypes = [{ name: "a", description: "" }];
	const body = { eventTypes, settings: { isCatalogPublic: true } };
	expectIssues(await api("POST", "/environment/import", body), ["body", "settings", "displayName"]);
	expect((await api("GET", "/event-type")).body.data).toEqual([]);
	expect((await api("GET", PATH)).body).toEqual(NONE);
});
