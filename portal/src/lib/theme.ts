// From settings and a link's parameters to the values of the style sheet's variables; contrast is kept.
import type { Palette, PortalSettingsOut } from "../models.ts";
import { onColour, parseHex, readableOn } from "./contrast.ts";
import { type Look, parseFont } from "./look.ts";

export type Mode = "light" | "dark";

/** Backgrounds of the style sheet itself: `--paper` in `tokens.css`. */
export const PAPER: Record<Mode, string> = { light: "#ffffff", dark: "#0d1213" };
/** What stands beside the page: `--surface`. */
export const SURFACE: Record<Mode, string> = { light: "#f7f9f9", dark: "#11181a" };
/** Marks are text in a colour on a touch of it: `--accent-soft`, and the current page in the navigation. */
export const TINTS = { accent: 0.1, navigation: 0.14 } as const;
const TINTED_CONTRAST_MIN = 4.6;
const INK: Record<Mode, string> = { light: "#14191b", dark: "#e9eeee" };
const RADII = { none: "0", sm: "0.25rem", md: "0.5rem", lg: "0.75rem", full: "999px" } as const;
const CARD_RADII = { ...RADII, full: "1.25rem" } as const;
const BASE_SIZE_MIN = 12;
const BASE_SIZE_MAX = 22;

/** Which of the two holds. Without a wish, a page of its own follows the system, and a framed one stays light. */
export function modeOf(look: Look, isFramed: boolean, isSystemDark: boolean): Mode {
	const wish = look.darkMode ?? (isFramed ? "false" : "auto");
	return wish === "true" || (wish === "auto" && isSystemDark) ? "dark" : "light";
}

/** Variables to set at the root; what is not among them keeps the style sheet's value. */
export function variablesOf(
	settings: PortalSettingsOut | null,
	look: Look,
	mode: Mode,
): Record<string, string> {
	return {
		...coloursOf(settings, look, mode),
		...shapeOf(settings),
		...fontOf(look.fontFamily ?? parseFont(settings?.fontFamily ?? "")),
	};
}

function coloursOf(settings: PortalSettingsOut | null, look: Look, mode: Mode) {
	const given = (mode === "dark" ? settings?.colorPaletteDark : settings?.colorPaletteLight) ?? {};
	const palette = (name: keyof Palette) => parseHex(given[name] ?? "");
	const link = mode === "dark" ? look.primaryDark : look.primaryLight;
	const primary = link ?? palette("primary");
	const paper = palette("backgroundPrimary") ?? PAPER[mode];
	const surface = palette("backgroundSecondary");
	const beside = surface ?? (paper === PAPER[mode] ? SURFACE[mode] : paper);
	const accent = link ?? palette("interactiveAccent") ?? primary;
	const button = link ?? palette("buttonPrimary") ?? primary;
	const navigation = link ?? palette("navigationAccent") ?? accent;
	const isRepainted = paper !== PAPER[mode];
	const text = palette("textPrimary") ?? (isRepainted ? INK[mode] : null);
	const quiet = palette("textSecondary");
	const danger = palette("textDanger");
	const colours: Record<string, string | null> = {
		"--paper": palette("backgroundPrimary"),
		"--raised": palette("backgroundPrimary"),
		"--surface": surface,
		"--hover": palette("backgroundHover"),
		"--line": palette("borderPrimary"),
		"--ink": text && readableOn(text, paper),
		"--ink-soft": quiet && readableOn(quiet, paper),
		"--ink-quiet": quiet && readableOn(quiet, surface ?? paper, 5),
		"--danger": danger && readableOn(danger, paper),
		"--accent": accent && readableOn(accent, paper, TINTED_CONTRAST_MIN, TINTS.accent),
		"--nav-accent":
			navigation && readableOn(navigation, beside, TINTED_CONTRAST_MIN, TINTS.navigation),
		"--button": button,
		"--on-button": button && onColour(button),
	};
	return present(colours);
}

function shapeOf(settings: PortalSettingsOut | null): Record<string, string> {
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
