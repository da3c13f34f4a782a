// Colours, radii and fonts of a sender: set as given where they can be read, and made readable where not.
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastOf, mix, onColour, readableOn } from "../../portal/src/lib/contrast.ts";
import { modeOf, PAPER, SURFACE, TINTS, variablesOf } from "../../portal/src/lib/theme.ts";
import type { PortalSettingsOut } from "../../portal/src/models.ts";

const colour = fc
	.integer({ min: 0, max: 0xffffff })
	.map((n) => `#${n.toString(16).padStart(6, "0")}`);

const settings: PortalSettingsOut = {
	displayName: null,
	logoUrl: null,
	fontFamily: null,
	baseFontSizePx: null,
	borderRadius: null,
	colorPaletteLight: null,
	colorPaletteDark: null,
	locale: null,
	isPortalReadOnly: false,
};

test("Contrast is measured as in WCAG", () => {
	expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
	expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
	expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
});

test("Any colour becomes readable on any other, and stays when it is", () => {
	fc.assert(
		fc.property(colour, colour, (text, background) => {
			const readable = readableOn(text, background);
			expect(contrastOf(readable, background)).toBeGreaterThanOrEqual(4.5);
			if (contrastOf(text, background) >= 4.5) expect(readable).toBe(text);
		}),
	);
});

test("Whatever the link's colour, the text on its buttons and the links on the page can be read", () => {
	fc.assert(
		fc.property(colour, fc.constantFrom("light" as const, "dark" as const), (primary, mode) => {
			const look = { primaryLight: primary, primaryDark: primary };
			const variables = variablesOf(settings, look, mode);
			expect(variables["--button"]).toBe(primary);
			expect(contrastOf(variables["--on-button"] ?? "", primary)).toBeGreaterThanOrEqual(4.5);
			expect(contrastOf(variables["--accent"] ?? "", PAPER[mode])).toBeGreaterThanOrEqual(4.5);
			for (const [name, background, tint] of [
				["--accent", PAPER[mode], TINTS.accent],
				["--nav-accent", SURFACE[mode], TINTS.navigation],
			] as const) {
				const text = variables[name] ?? "";
				const tinted = mix(background, text, tint);
				expect(contrastOf(text, tinted), name).toBeGreaterThanOrEqual(4.5);
			}
		}),
	);
});

test("Text stays readable on backgrounds of the settings", () => {
	fc.assert(
		fc.property(colour, colour, (backgroundPrimary, textPrimary) => {
			const palette = { backgroundPrimary, textPrimary };
			const variables = variablesOf({ ...settings, colorPaletteLight: palette }, {}, "light");
			const ink = variables["--ink"] ?? "";
			expect(contrastOf(ink, backgroundPrimary)).toBeGreaterThanOrEqual(4.5);
		}),
	);
});

test("Nothing is set without a wish; the link overrides the settings", () => {
	expect(variablesOf(settings, {}, "light")).toEqual({});
	const branded = { ...settings, colorPaletteLight: { primary: "#ff0000" }, fontFamily: "Roboto" };
	expect(variablesOf(branded, {}, "light")).toMatchObject({
		"--button": "#ff0000",
		"--on-button": onColour("#ff0000"),
		"--font": '"Roboto", var(--system-font)',
	});
	expect(variablesOf(branded, {}, "dark")).not.toHaveProperty("--button");
	const look = { primaryLight: "#0000ff", fontFamily: "Inter" };
	expect(variablesOf(branded, look, "light")).toMatchObject({
		"--button": "#0000ff",
		"--font": '"Inter", var(--system-font)',
	});
});

test("Radii and the size of the text come from the settings", () => {
	const shaped: PortalSettingsOut = {
		...settings,
		baseFontSizePx: 18,
		borderRadius: { button: "full", card: "none", input: "full" },
	};
	expect(variablesOf(shaped, {}, "light")).toEqual({
		"--radius-button": "999px",
		"--radius-card": "0",
		"--radius-input": "0.75rem",
		"--base-size": "18px",
	});
});

test.each([
	[undefined, false, true, "dark"],
	[undefined, false, false, "light"],
	[undefined, true, true, "light"],
	["auto", true, true, "dark"],
	["true", true, false, "dark"],
	["false", false, true, "light"],
] as const)("darkMode=%s, framed %s, system dark %s: %s", (darkMode, isFramed, isDark, mode) => {
	expect(modeOf(darkMode === undefined ? {} : { darkMode }, isFramed, isDark)).toBe(mode);
});
