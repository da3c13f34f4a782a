// The appearance as it is being chosen: what of the settings it is, and what of it has changed.
import { parseHex } from "../../../../src/core/look/contrast.ts";
import type { Mode } from "../../../../src/core/look/own-colours.ts";
import type { Palette, SettingsOut } from "../../models.ts";

const FIELDS = [
	...(["displayName", "logoUrl", "fontFamily", "baseFontSizePx", "borderRadius"] as const),
	...(["colorPaletteLight", "colorPaletteDark", "locale"] as const),
] as const;

export type Appearance = Pick<SettingsOut, (typeof FIELDS)[number]>;
export type Token = keyof Palette;
export type Radius = NonNullable<SettingsOut["borderRadius"]>["button"];

/** The first one colours links, buttons and the navigation where these have no colour of their own. */
export const TOKENS = [
	"primary",
	"buttonPrimary",
	"interactiveAccent",
	"navigationAccent",
	"textPrimary",
	"textSecondary",
	"textDanger",
	"backgroundPrimary",
	"backgroundSecondary",
	"backgroundHover",
	"borderPrimary",
] as const satisfies readonly Token[];

export const RADII = ["none", "sm", "md", "lg", "full"] as const satisfies readonly Radius[];

export const PLAIN: Appearance = {
	displayName: null,
	logoUrl: null,
	fontFamily: null,
	baseFontSizePx: null,
	borderRadius: null,
	colorPaletteLight: null,
	colorPaletteDark: null,
	locale: null,
};

export const toAppearance = (settings: SettingsOut): Appearance => {
	const { displayName, logoUrl, fontFamily, baseFontSizePx, borderRadius, locale } = settings;
	const { colorPaletteLight, colorPaletteDark } = settings;
	return {
		...{ displayName, logoUrl, fontFamily, baseFontSizePx, borderRadius, locale },
		...{ colorPaletteLight, colorPaletteDark },
	};
};

const PALETTES = { light: "colorPaletteLight", dark: "colorPaletteDark" } as const;

export const paletteOf = (look: Appearance, mode: Mode): Palette => look[PALETTES[mode]] ?? {};

/** The look with one colour set, or with none (null). */
export function withColour(
	look: Appearance,
	mode: Mode,
	token: Token,
	colour: string | null,
): Appearance {
	const { [token]: _, ...rest } = paletteOf(look, mode);
	const next = colour === null ? rest : { ...rest, [token]: colour };
	const isEmpty = Object.keys(next).length === 0;
	return { ...look, [PALETTES[mode]]: isEmpty ? null : next };
}

/** What is to be saved: only what differs, as the API writes it. */
export function changesOf(look: Appearance, saved: Appearance): Partial<Appearance> {
	const [next, before] = [toWritten(look), toWritten(saved)];
	const changed = FIELDS.filter(
		(field) => JSON.stringify(sorted(next[field])) !== JSON.stringify(sorted(before[field])),
	);
	return Object.fromEntries(changed.map((field) => [field, next[field]]));
}

function toWritten(look: Appearance): Appearance {
	return {
		...look,
		displayName: look.displayName?.trim() || null,
		logoUrl: look.logoUrl?.trim() || null,
		colorPaletteLight: withHexes(look.colorPaletteLight),
		colorPaletteDark: withHexes(look.colorPaletteDark),
	};
}

const withHexes = (palette: Palette | null): Palette | null =>
	palette &&
	Object.fromEntries(
		Object.entries(palette).map(([token, colour]) => [token, parseHex(colour ?? "") ?? colour]),
	);

const sorted = (value: unknown): unknown =>
	typeof value === "object" && value !== null ? Object.entries(value).sort() : value;
