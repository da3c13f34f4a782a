// Which of the reader's languages the portal speaks, and how numbers and times are written in it.

/** The first of the wanted tags whose language is spoken, as a tag that formatting takes; the first language otherwise. */
export function chooseLocale(wanted: readonly string[], spoken: readonly string[]): string {
	const found = wanted.find((tag) => spoken.includes(languageOf(tag)));
	return found === undefined ? (spoken[0] ?? "en") : toLocale(found);
}

/** `de` of `de-AT`; of tags that systems make up (`de_AT`, `de@posix`), too. */
export const languageOf = (tag: string): string => tag.split(/[-_@.]/)[0]?.toLowerCase() ?? "";

/** BCP 47; only the language of what is none, which every formatter would refuse. */
function toLocale(tag: string): string {
	try {
		return Intl.getCanonicalLocales(tag)[0] ?? languageOf(tag);
	} catch {
		return languageOf(tag);
	}
}
