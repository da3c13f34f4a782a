// From chosen colours to the style sheet's variables: whatever was chosen, all text can be read on all it stands on.
import type { Palette } from "../appearance.ts";
import { contrastOf, mix, nearest, onColour, parseHex, TEXT_CONTRAST_MIN } from "./contrast.ts";
import { type Mode, ownColour } from "./own-colours.ts";

/** How much of a text's colour is in what it stands on, as in the style sheet: badges, the current page, a touch. */
const TINTS = { tone: 0.1, navigation: 0.12, touch: 0.07 } as const;
/** The browser mixes colours with other roundings. */
const TINTED_CONTRAST_MIN = 4.6;
const FIELD_CONTRAST_MIN = 3;
/** What other backgrounds leave to texts at least, so that not all of them become black or white. */
const ROOM_MIN = 10;

const BACKGROUNDS = ["surface", "raised", "hover", "calm-soft", "code-paper"] as const;
const WORDS = [
	...(["ink", "ink-soft", "ink-quiet", "danger"] as const),
	...(["code-key", "code-string", "code-number", "code-word"] as const),
] as const;
/** Texts that also stand on a touch of themselves. */
const TONES = ["accent", "nav-accent", "green", "red", "amber"] as const;
/** What there is a second time, as `side-…`, for what stands on a surface of its own: all of them or none. */
export const SIDE_NAMES = [
	...(["raised", "hover", "calm-soft"] as const),
	...(["ink", "ink-soft", "ink-quiet", "accent", "nav-accent"] as const),
] as const;

type TextName = (typeof WORDS)[number] | (typeof TONES)[number];
type Texts = Partial<Record<TextName, string | null>>;
type Colours = Record<string, string>;
type Backgrounds = Record<(typeof BACKGROUNDS)[number], string>;
type Ground = {
	/** What most of the text is on, and what tints are laid over. */
	bases: readonly string[];
	all: readonly string[];
	/** Black or white: what can be read on all of them. */
	goal: string;
	/** Whose own texts fit it: those for dark on a dark side beside a light page. */
	mode: Mode;
};

/** Without leading `--`; what is not among them keeps the style sheet's value. `link`: the link's primary colour. */
export function coloursOf(palette: Palette, link: string | null, mode: Mode): Colours {
	const wish = (name: keyof Palette) => parseHex(palette[name] ?? "");
	const primary = link ?? wish("primary");
	const accent = link ?? wish("interactiveAccent") ?? primary;
	const texts: Texts = {
		ink: wish("textPrimary"),
		"ink-soft": wish("textSecondary"),
		"ink-quiet": wish("textSecondary"),
		danger: wish("textDanger"),
		accent,
		"nav-accent": link ?? wish("navigationAccent") ?? accent,
	};
	const [paper, surface, hover] = [
		wish("backgroundPrimary") ?? ownColour("paper", mode),
		wish("backgroundSecondary"),
		wish("backgroundHover"),
	];
	const isOwnPaper = paper === ownColour("paper", mode);
	const isRepainted = !isOwnPaper || surface !== null || hover !== null;
	const beside = isOwnPaper ? ownBackgrounds(mode) : backgroundsOn(paper);
	const page = { ...beside, ...(hover !== null && { hover: towards(paper, hover) }) };
	const { surface: ownSurface, ...others } = page;
	const bases = surface === null ? [paper, ownSurface] : [paper];
	const ground = groundOf(bases, others);
	const onPage = {
		...(isRepainted && { ...page, ...(isOwnPaper ? {} : linesOn(ground)) }),
		...textsOn(ground, texts, isRepainted),
	};
	const line = wish("borderPrimary");
	return {
		...onPage,
		...(surface !== null && sideOn(surface, hover, texts)),
		...(wish("backgroundPrimary") !== null && { paper }),
		...(surface !== null && { surface }),
		...(line !== null && { line }),
		...buttonOf(link ?? wish("buttonPrimary") ?? primary),
	};
}

/** What stands beside the page when it has a colour of its own: there, texts are others than on the page. */
function sideOn(surface: string, hover: string | null, texts: Texts): Colours {
	const { surface: _, ...made } = backgroundsOn(surface);
	const others = { ...made, ...(hover !== null && { hover: towards(surface, hover) }) };
	const all: Colours = { ...others, ...textsOn(groundOf([surface], others), texts, true) };
	return Object.fromEntries([
		...SIDE_NAMES.map((name) => [`side-${name}`, all[name]]),
		...Object.entries(all).filter(([name]) => name.endsWith("-tint")),
	]);
}

function groundOf(bases: readonly string[], others: object): Ground {
	const goal = onColour(bases[0] ?? "");
	const mode = goal === "#ffffff" ? "dark" : "light";
	return { bases, all: [...bases, ...Object.values(others)], goal, mode };
}

function ownBackgrounds(mode: Mode): Backgrounds {
	const own = BACKGROUNDS.map((name) => [name, ownColour(name, mode)]);
	// safe because it has each of the names
	return Object.fromEntries(own) as Backgrounds;
}

function backgroundsOn(base: string): Backgrounds {
	const touched = (share: number) => towards(base, mix(base, onColour(base), share));
	return {
		surface: touched(0.03),
		raised: base,
		hover: touched(0.05),
		"calm-soft": touched(0.06),
		"code-paper": touched(0.03),
	};
}

/** A background as it is, or as near to the base as it must be for the base's texts. */
function towards(base: string, background: string): string {
	const goal = onColour(base);
	const enough = Math.min(contrastOf(goal, base), ROOM_MIN);
	return nearest(background, base, (colour) => contrastOf(goal, colour) >= enough) ?? base;
}

function linesOn({ bases: [base = ""], all, goal, mode }: Ground): Colours {
	const isSeen = (colour: string) => isReadable(colour, all, FIELD_CONTRAST_MIN);
	return {
		line: mix(base, goal, 0.12),
		"line-strong": mix(base, goal, 0.2),
		field: nearest(ownColour("field", mode), goal, isSeen) ?? goal,
	};
}

/** Those that were chosen; all of them when backgrounds were. */
function textsOn(ground: Ground, texts: Texts, isAll: boolean): Colours {
	const chosen = (name: TextName) => {
		const own = ownColour(name === "nav-accent" ? "accent" : name, ground.mode);
		return texts[name] ?? (isAll ? own : null);
	};
	const colours: Colours = {};
	for (const name of WORDS) {
		const colour = chosen(name);
		if (colour === null) continue;
		const { text, isTinted } = textOn(ground, colour, name === "ink" ? TINTS.touch : 0, ground.all);
		colours[name] = text;
		if (name === "ink" && !isTinted) colours["touch-tint"] = "0%";
	}
	for (const name of TONES) {
		const colour = chosen(name);
		if (colour === null) continue;
		const isNavigation = name === "nav-accent";
		const tint = isNavigation ? TINTS.navigation : TINTS.tone;
		const { text, isTinted } = textOn(ground, colour, tint, ground.bases);
		const [base = ""] = ground.bases;
		colours[name] = text;
		if (!isNavigation) colours[`${name}-soft`] = isTinted ? mix(base, text, tint) : base;
		else if (!isTinted) colours["nav-tint"] = "0%";
	}
	return colours;
}

/** The nearest colour that can be read, also on a touch of itself; without the touch where that is impossible. */
function textOn({ all, goal }: Ground, colour: string, tint: number, tinted: readonly string[]) {
	const isFine = (one: string) => isReadable(one, all);
	const isFineTinted = (one: string) =>
		isFine(one) && isReadable(one, tinted, TINTED_CONTRAST_MIN, tint);
	const touched = tint === 0 ? null : nearest(colour, goal, isFineTinted);
	const text = touched ?? nearest(colour, goal, isFine) ?? goal;
	return { text, isTinted: touched !== null };
}

function isReadable(
	colour: string,
	backgrounds: readonly string[],
	min = TEXT_CONTRAST_MIN,
	tint = 0,
): boolean {
	return backgrounds.every((one) => contrastOf(colour, mix(one, colour, tint)) >= min);
}

/** Under the pointer it comes a little nearer to its text, or goes away from it where that could not be read. */
function buttonOf(button: string | null): Colours {
	if (button === null) return {};
	const text = onColour(button);
	const nearer = mix(button, text, TINTS.tone);
	const isFine = contrastOf(text, nearer) >= TEXT_CONTRAST_MIN;
	const hovered = isFine ? nearer : mix(button, onColour(text), TINTS.tone);
	return { button, "on-button": text, "button-hover": hovered };
}
