// How colours come out: what the portal's style sheet has where none is set, and what becomes of one that is.
import { contrastOf, onColour, parseHex } from "../../lib/contrast.ts";
import { type Mode, PAPER, variablesOf } from "../../lib/theme.ts";
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
	return made ?? ownColour(name === "--nav-accent" ? "--accent" : name, mode);
}

/** The style sheet has a colour as `light-dark(#ffffff, #0d1213)`. */
function ownColour(name: string, mode: Mode): string {
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
	const paper = variables["--paper"] ?? PAPER[mode];
	const isAtSide = token === "navigationAccent";
	const background = isAtSide ? (variables["--surface"] ?? paper) : paper;
	const drawn = variables[VARIABLES[token]] ?? given;
	const ratio = contrastOf(given, background);
	return drawn === given ? { kind: "readable", ratio } : { kind: "corrected", ratio, drawn };
}

const WRITTEN = new Set<Token>([
	...(["primary", "interactiveAccent", "navigationAccent"] as const),
	...(["textPrimary", "textSecondary", "textDanger"] as const),
]);
