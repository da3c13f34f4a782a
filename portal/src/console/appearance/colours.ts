// How colours come out: what the portal's style sheet has where none is set, and what becomes of one that is.
import { contrastOf, onColour, parseHex } from "../../../../src/core/look/contrast.ts";
import { type Mode, ownColour } from "../../../../src/core/look/own-colours.ts";
import { variablesOf } from "../../../../src/core/look/theme.ts";
import type { PortalSettingsOut } from "../../models.ts";
import type { Token } from "./draft.ts";

const VARIABLES: Record<Token, string> = {
	primary: "--accent",
	buttonPrimary: "--button",
	interactiveAccent: "--accent",
	navigationAccent: "--nav-accent",
	textPrimary: "--ink",
	textSecondary: "--ink-soft",
	textDanger: "--danger",
	backgroundPrimary: "--paper",
	backgroundSecondary: "--surface",
	backgroundHover: "--hover",
	borderPrimary: "--line",
};

/** What a colour is where it is not set: what another one makes it, or the style sheet's own. */
export function fallbackOf(settings: PortalSettingsOut, mode: Mode, token: Token): string {
	const name = VARIABLES[token];
	const made = variablesOf(settings, {}, mode)[name];
	return made ?? colourInStyle(name === "--nav-accent" ? "--accent" : name, mode);
}

/** The style sheet has a colour as `light-dark(#ffffff, #0d1213)`. */
function colourInStyle(name: string, mode: Mode): string {
	const text = getComputedStyle(document.documentElement).getPropertyValue(name);
	const [light, dark] = text.match(/#[0-9a-f]{6}/gi) ?? [];
	return (mode === "dark" ? (dark ?? light) : light) ?? "#808080";
}

export type Judgement =
	/** Cannot be read as it is: the portal draws another. */
	| { kind: "corrected"; ratio: number; drawn: string }
	| { kind: "readable"; ratio: number }
	/** Text on it is black or white, whichever can be read. */
	| { kind: "button"; ratio: number; text: "black" | "white" };

/** Null for a colour that no text is written in or on, and for one that is not set. */
export function judge(settings: PortalSettingsOut, mode: Mode, token: Token): Judgement | null {
	const palette = mode === "dark" ? settings.colorPaletteDark : settings.colorPaletteLight;
	const given = parseHex(palette?.[token] ?? "");
	if (given === null) return null;
	if (token === "buttonPrimary") {
		const text = onColour(given);
		const name = text === "#ffffff" ? "white" : "black";
		return { kind: "button", ratio: contrastOf(text, given), text: name };
	}
	const isCovered = token === "primary" && parseHex(palette?.interactiveAccent ?? "") !== null;
	if (isCovered || !WRITTEN.has(token)) return null;
	const variables = variablesOf(settings, {}, mode);
	const backgrounds = token === "navigationAccent" ? AT_SIDE : ON_PAGE;
	const name = VARIABLES[token];
	const atSide = token === "navigationAccent" ? variables["--side-nav-accent"] : undefined;
	const drawn = atSide ?? variables[name] ?? given;
	const ratio = Math.min(
		...backgrounds.map((name) =>
			contrastOf(given, variables[`--${name}`] ?? ownColour(name, mode)),
		),
	);
	return drawn === given ? { kind: "readable", ratio } : { kind: "corrected", ratio, drawn };
}

const ON_PAGE = ["paper", "raised", "hover", "calm-soft", "code-paper"] as const;
const AT_SIDE = ["surface"] as const;
const WRITTEN = new Set<Token>([
	...(["primary", "interactiveAccent", "navigationAccent"] as const),
	...(["textPrimary", "textSecondary", "textDanger"] as const),
]);
