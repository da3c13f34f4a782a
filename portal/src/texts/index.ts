// The portal's words in the reader's language: typed keys, one catalogue per language.
import type { ComponentChildren } from "preact";
import { chooseLocale, languageOf } from "../lib/locale.ts";
import type { consoleWords } from "./en/console.ts";
import type { endpointWords } from "./en/endpoint-words.ts";
import { en } from "./en/index.ts";
import type { messageWords } from "./en/message-words.ts";

/** A text, or one per plural category. */
export type Text = string | { readonly one: string; readonly other: string };
type English = typeof en & typeof consoleWords & typeof endpointWords & typeof messageWords;
export type Key = keyof English;
export type Catalogue = Record<keyof typeof en, Text>;
/** The console's own words, which are loaded with it. */
export type ConsoleCatalogue = Record<keyof typeof consoleWords, Text>;
/** The words of one endpoint's pages, too. */
export type EndpointCatalogue = Record<keyof typeof endpointWords, Text>;
/** Those of the messages' pages. */
export type MessageCatalogue = Record<keyof typeof messageWords, Text>;

type Words<T> = T extends string ? T : T extends { other: infer Other } ? Other : never;
type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** The names in braces in the English text. */
export type Values<K extends Key, V> = Record<Names<Words<English[K]>>, V>;
type Given<K extends Key, V> = [Names<Words<English[K]>>] extends [never] ? [] : [Values<K, V>];

/** Keys of texts without values. */
export type PlainKey = {
	[K in Key]: [Names<Words<English[K]>>] extends [never] ? K : never;
}[Key];

const LOADERS: Record<string, () => Promise<Catalogue>> = {
	en: async () => en,
	de: async () => (await import("./de/index.ts")).de,
};

let catalogue: Readonly<Record<string, Text>> = en;
let locale = "en";

/** The language and region that numbers and times are written in. */
export const localeNow = (): string => locale;

let choices = 0;

/** Takes the first of these that there is a catalogue for; English otherwise. The last call holds. */
export async function chooseLanguage(wanted: readonly string[]): Promise<void> {
	const choice = ++choices;
	const found = chooseLocale(wanted, Object.keys(LOADERS));
	const loaded = (await LOADERS[languageOf(found)]?.().catch(() => en)) ?? en;
	const next = loaded === en && languageOf(found) !== "en" ? "en" : found;
	const isOther = languageOf(next) !== languageOf(locale);
	const reading = isOther ? [...parts].map((load) => load(languageOf(next)).catch(() => ({}))) : [];
	const words = await Promise.all(reading);
	if (choice !== choices) return;
	// Words that could not be had stay in the language that they are in.
	if (isOther) catalogue = Object.assign({}, catalogue, ...words, loaded);
	locale = next;
	document.documentElement.lang = locale;
}

type Part = (language: string) => Promise<Readonly<Record<string, Text>>>;
const parts = new Set<Part>();

/** Words that come with a part of the app: `load` is given the language that was chosen. */
export async function addWords(load: Part): Promise<void> {
	parts.add(load);
	const language = languageOf(locale);
	const words = await load(language);
	// Whoever chose another language meanwhile has asked for these words, too.
	if (languageOf(locale) === language) catalogue = { ...words, ...catalogue };
}

/** The text of a key. A `count` among the values chooses the plural, and numbers are written by language. */
export function t<K extends Key>(key: K, ...given: Given<K, string | number>): string {
	return split(key, given[0])
		.map((part) => (typeof part === "number" ? part.toLocaleString(locale) : part))
		.join("");
}

/** As `t`, with elements among the values: `rich("login.ask", { name: <b>Acme</b> })`. */
export function rich<K extends Key>(
	key: K,
	...given: Given<K, ComponentChildren>
): ComponentChildren {
	return split(key, given[0]).map((part) =>
		typeof part === "number" ? part.toLocaleString(locale) : part,
	);
}

function split<V>(key: Key, values: Record<string, V> | undefined): (string | V)[] {
	return choose(catalogue[key] ?? key, values?.count)
		.split(/\{(\w+)\}/)
		.map((part, index) => (index % 2 === 0 ? part : (values?.[part] ?? "")));
}

function choose(text: Text, count: unknown): string {
	if (typeof text === "string") return text;
	const category = new Intl.PluralRules(locale).select(typeof count === "number" ? count : 0);
	return category === "one" ? text.one : text.other;
}
