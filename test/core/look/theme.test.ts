// Colours, radii and fonts of a sender: set as given where they can be read, and made readable where not.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Palette, PortalSettingsOut } from "../../../portal/src/models.ts";
import { contrastOf, mix, nearest, onColour } from "../../../src/core/look/contrast.ts";
import {
	type Mode,
	OWN_NAMES,
	type OwnName,
	ownColour,
} from "../../../src/core/look/own-colours.ts";
import { SIDE_NAMES } from "../../../src/core/look/palette.ts";
import { modeOf, variablesOf } from "../../../src/core/look/theme.ts";

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

test("The nearest colour on the way is taken, and none when none is fine", () => {
	expect(nearest("#777777", "#000000", () => true)).toBe("#777777");
	expect(nearest("#777777", "#000000", (one) => contrastOf(one, "#ffffff") >= 4.5)).toBe("#717171");
	expect(nearest("#777777", "#000000", () => false)).toBe(null);
});

const style = readFileSync("portal/src/styles/tokens.css", "utf8");

test("The colours that others are measured by are those of the style sheet", () => {
	for (const name of OWN_NAMES) {
		const both = `--${name}: light-dark(${ownColour(name, "light")}, ${ownColour(name, "dark")});`;
		expect(style).toContain(both);
	}
	for (const name of SIDE_NAMES) {
		expect(style).toContain(`\t--${name}: var(--side-${name});`);
	}
});

const modes = fc.constantFrom<Mode>("light", "dark");
const PALETTE_NAMES = [
	...(["primary", "backgroundPrimary", "backgroundSecondary", "backgroundHover"] as const),
	...(["textPrimary", "textSecondary", "textDanger", "interactiveAccent"] as const),
	...(["navigationAccent", "buttonPrimary", "borderPrimary"] as const),
] as const;
const palettes: fc.Arbitrary<Palette> = fc
	.dictionary(fc.constantFrom(...PALETTE_NAMES), colour, { maxKeys: 11 })
	.map((palette) => ({ ...palette }));

const PAGE_BACKGROUNDS = ["paper", "raised", "hover", "calm-soft", "code-paper"] as const;
const SIDE_BACKGROUNDS = ["surface", "side-raised", "side-hover", "side-calm-soft"] as const;
const SIDE_WORDS = ["ink", "ink-soft", "ink-quiet", "accent", "nav-accent"] as const;
const PAGE_WORDS = [
	...([...SIDE_WORDS, "danger", "green", "red", "amber"] as const),
	...(["code-key", "code-string", "code-number", "code-word"] as const),
] as const;

/** As the style sheets have them where they are not taken away. */
const SHARES = { nav: 0.12, touch: 0.07 };

/** What the page draws: a variable that was set, or what the style sheet has for it. */
function drawnIn(variables: Record<string, string>, mode: Mode) {
	const value = (name: string): string => {
		const set = variables[`--${name}`];
		if (set !== undefined) return set;
		if (name.startsWith("side-")) return value(name.slice(5));
		if (name === "nav-accent") return value("accent");
		if (name === "accent-soft") return mix(value("paper"), value("accent"), 0.1);
		// safe because an unknown name fails at once
		return ownColour(name as OwnName, mode);
	};
	return value;
}

test("Whatever is chosen, each text can be read on each background it stands on", () => {
	const link = fc.option(colour, { nil: null });
	fc.assert(
		fc.property(palettes, link, modes, (palette, primary, mode) => {
			const both = { colorPaletteLight: palette, colorPaletteDark: palette };
			const look = primary === null ? {} : { primaryLight: primary, primaryDark: primary };
			const variables = variablesOf({ ...settings, ...both }, look, mode);
			const drawn = drawnIn(variables, mode);
			const check = (text: string, background: string, below = drawn(background)) =>
				expect(contrastOf(drawn(text), below), `${text} on ${background}`).toBeGreaterThanOrEqual(
					4.5,
				);
			const tinted = (background: string, text: string, tint: keyof typeof SHARES) => {
				const isPlain = variables[`--${tint}-tint`] === "0%";
				return mix(drawn(background), drawn(text), isPlain ? 0 : SHARES[tint]);
			};
			for (const background of PAGE_BACKGROUNDS) {
				for (const text of PAGE_WORDS) check(text, background);
				check("ink", `touched ${background}`, tinted(background, "ink", "touch"));
			}
			for (const background of SIDE_BACKGROUNDS) {
				for (const text of SIDE_WORDS) check(`side-${text}`, background);
				check("side-ink", `touched ${background}`, tinted(background, "side-ink", "touch"));
			}
			check("accent", "accent-soft");
			check("nav-accent", "the page", tinted("paper", "nav-accent", "nav"));
			check("side-nav-accent", "the side", tinted("surface", "side-nav-accent", "nav"));
			// Without them the style sheet has its own pairs.
			const tones = "--green-soft" in variables ? ["green", "red", "amber"] : [];
			for (const tone of tones) check(tone, `${tone}-soft`);
		}),
		{ numRuns: 1_000 },
	);
});

test("Text on a button can be read, also under the pointer", () => {
	fc.assert(
		fc.property(colour, modes, (primary, mode) => {
			const look = { primaryLight: primary, primaryDark: primary };
			const variables = variablesOf(settings, look, mode);
			expect(variables["--button"]).toBe(primary);
			for (const name of ["--button", "--button-hover"]) {
				const ratio = contrastOf(variables["--on-button"] ?? "", variables[name] ?? "");
				expect(ratio, name).toBeGreaterThanOrEqual(4.5);
			}
		}),
	);
});

test.each<[Palette, Record<string, string>]>([
	// A dark side beside a light page stays: its texts become light.
	[
		{ backgroundSecondary: "#000000" },
		{ "--surface": "#000000", "--ink": "#14191b", "--side-ink": "#e9eeee" },
	],
	[{ textPrimary: "#222222" }, { "--ink": "#222222" }],
	[{ backgroundPrimary: "#222222" }, { "--paper": "#222222", "--raised": "#222222" }],
	[{ backgroundHover: "#fff8e1" }, { "--hover": "#fff8e1" }],
])("%j is drawn as it was chosen", (palette, expected) => {
	const variables = variablesOf({ ...settings, colorPaletteLight: palette }, {}, "light");
	expect(variables).toMatchObject(expected);
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
	[undefined, true, "light"],
	[undefined, false, "light"],
	["auto", true, "dark"],
	["auto", false, "light"],
	["true", false, "dark"],
	["false", true, "light"],
] as const)("darkMode=%s, system dark %s: %s", (darkMode, isDark, mode) => {
	expect(modeOf(darkMode === undefined ? {} : { darkMode }, isDark)).toBe(mode);
});
