// What a link or the host page may say about the look: parsed here, and ignored when malformed.
import { parseHex } from "./contrast.ts";

export type DarkMode = "false" | "true" | "auto";

export type Look = {
	primaryLight?: string;
	primaryDark?: string;
	icon?: string;
	fontFamily?: string;
	darkMode?: DarkMode;
	hideNavigation?: boolean;
	noGutters?: boolean;
	locale?: string;
};

/** Fonts that a link may name: those that readers commonly have; others fall back to the system's. */
export const FONTS = [
	"Arial",
	"Avenir Next",
	"DM Sans",
	"Fira Sans",
	"Geist",
	"Georgia",
	"Helvetica",
	"Helvetica Neue",
	"IBM Plex Sans",
	"Inter",
	"Lato",
	"Montserrat",
	"Noto Sans",
	"Nunito",
	"Open Sans",
	"Poppins",
	"Roboto",
	"SF Pro Text",
	"Segoe UI",
	"Source Sans 3",
	"Source Sans Pro",
	"Ubuntu",
	"Verdana",
	"Work Sans",
] as const;

const ICON_LENGTH_MAX = 2048;
const SWITCH = { true: true, false: false } as const;

type Values = (name: string) => string[];

/** From the query of a link. Of several values the last well-formed one holds. */
export const lookOfQuery = (params: URLSearchParams): Look => toLook((name) => params.getAll(name));

/** From a message of the host page: the same names, texts or booleans. */
export const lookOfMessage = (message: Record<string, unknown>): Look =>
	toLook((name) => (name in message ? [String(message[name])] : []));

/** What a message takes back with an empty text: what the settings say holds again. */
export function takenBackBy(message: Record<string, unknown>): (keyof Look)[] {
	const names = Object.keys(message).filter((name) => message[name] === "");
	return names.flatMap((name) => {
		if (name === "primaryColor") return ["primaryLight", "primaryDark"];
		if (name === "primaryColorLight") return ["primaryLight"];
		if (name === "primaryColorDark") return ["primaryDark"];
		// safe because a name that is no member takes nothing away
		return [name as keyof Look];
	});
}

function toLook(values: Values): Look {
	const last = <T>(name: string, parse: (text: string) => T | null): T | undefined =>
		values(name)
			.map(parse)
			.findLast((value) => value !== null) ?? undefined;
	const both = last("primaryColor", parseHex);
	return withoutUndefined({
		primaryLight: last("primaryColorLight", parseHex) ?? both,
		primaryDark: last("primaryColorDark", parseHex) ?? both,
		icon: last("icon", parseIcon),
		fontFamily: last("fontFamily", parseFont),
		darkMode: last("darkMode", parseDarkMode),
		hideNavigation: last("hideNavigation", parseSwitch),
		noGutters: last("noGutters", parseSwitch),
		locale: last("locale", parseLocale),
	});
}

const parseSwitch = (text: string): boolean | null =>
	text === "true" || text === "false" ? SWITCH[text] : null;

const parseDarkMode = (text: string): DarkMode | null =>
	text === "true" || text === "false" || text === "auto" ? text : null;

/** One of the offered fonts, whatever its letters' case. */
export function parseFont(text: string): string | null {
	const wanted = text.trim().toLowerCase();
	return FONTS.find((font) => font.toLowerCase() === wanted) ?? null;
}

/** An image of another site, over https alone. */
export function parseIcon(text: string): string | null {
	if (text.length > ICON_LENGTH_MAX || !URL.canParse(text)) return null;
	const url = new URL(text);
	return url.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
}

function parseLocale(text: string): string | null {
	try {
		return Intl.getCanonicalLocales(text)[0] ?? null;
	} catch {
		return null;
	}
}

function withoutUndefined<T extends object>(
	value: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
	const given = Object.entries(value).filter(([, part]) => part !== undefined);
	// safe because only members without a value were left out, and all are optional
	return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], undefined> };
}
