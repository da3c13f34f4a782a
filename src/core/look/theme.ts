// From settings and a link's parameters to the values of the style sheet's variables; contrast is kept.
import type { BorderRadius, Palette } from "../appearance.ts";
import { type Look, parseFont } from "./look.ts";
import type { Mode } from "./own-colours.ts";
import { coloursOf } from "./palette.ts";

/** What the settings say of the look; what they leave out keeps the style sheet's value. */
type LookSettings = {
	colorPaletteDark?: Palette | null;
	colorPaletteLight?: Palette | null;
	borderRadius?: Partial<BorderRadius> | null;
	baseFontSizePx?: number | null;
	fontFamily?: string | null;
};

const RADII = { none: "0", sm: "0.25rem", md: "0.5rem", lg: "0.75rem", full: "999px" } as const;
const CARD_RADII = { ...RADII, full: "1.25rem" } as const;
const BASE_SIZE_MIN = 12;
const BASE_SIZE_MAX = 22;

/** Which of the two holds: light without a wish, as a host page that says nothing expects it. */
export function modeOf({ darkMode = "false" }: Look, isSystemDark: boolean): Mode {
	return darkMode === "true" || (darkMode === "auto" && isSystemDark) ? "dark" : "light";
}

/** Variables to set at the root; what is not among them keeps the style sheet's value. */
export function variablesOf(
	settings: LookSettings | null,
	look: Look,
	mode: Mode,
): Record<string, string> {
	return {
		...coloursIn(settings, look, mode),
		...shapeOf(settings),
		...fontOf(look.fontFamily ?? parseFont(settings?.fontFamily ?? "")),
	};
}

function coloursIn(settings: LookSettings | null, look: Look, mode: Mode) {
	const palette = mode === "dark" ? settings?.colorPaletteDark : settings?.colorPaletteLight;
	const link = mode === "dark" ? look.primaryDark : look.primaryLight;
	const colours = coloursOf(palette ?? {}, link ?? null, mode);
	return Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));
}

function shapeOf(settings: LookSettings | null): Record<string, string> {
	const radius = settings?.borderRadius;
	const size = settings?.baseFontSizePx;
	return present({
		"--radius-button": radius?.button ? RADII[radius.button] : null,
		"--radius-input": radius?.input ? RADII[radius.input === "full" ? "lg" : radius.input] : null,
		"--radius-card": radius?.card ? CARD_RADII[radius.card] : null,
		"--base-size": size ? `${Math.min(Math.max(size, BASE_SIZE_MIN), BASE_SIZE_MAX)}px` : null,
	});
}

/** Quoted, and one of a fixed list: nothing in it can end the declaration. */
const fontOf = (font: string | null): Record<string, string> =>
	font === null ? {} : { "--font": `"${font}", var(--system-font)` };

function present(values: Record<string, string | null>): Record<string, string> {
	const given = Object.entries(values).filter(([, value]) => value !== null);
	// safe because those without a value were left out
	return Object.fromEntries(given) as Record<string, string>;
}
