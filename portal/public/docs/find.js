// What search finds in the index, the best first.

const EXCERPT_LENGTH = 150;
/** A heading says more than its page's title, that more than the text, and that more than code. */
const GUIDE = { heading: 8, page: 2, text: 1, code: 0.5 };
/** Guides come first, because they lead to the reference; its headings are sentences. */
const REFERENCE = { heading: 0.9, page: 0, text: 0.5, code: 0 };
const BACKGROUND = { heading: 1, page: 0.5, text: 0.4, code: 0.2 };
/** For all of the words together. */
const PHRASE = 4;
const ENDING = /(?:ing|ed|es|s|e)$/;
const STEM_LENGTH_MIN = 4;

export const toWords = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Entries that hold every word, each with the part of its text where the first one stands. */
export function find(index, words) {
	return index
		.map((entry) => ({ entry, score: scoreOf(entry, words) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.map(({ entry }) => ({ entry, excerpt: excerptOf(entry.t, words) }));
}

/** 0 when a word is nowhere, and when all are in the page's title alone: then its first entry tells of it. */
function scoreOf({ p: page, h: heading, t: text, c: code = "", a: address }, words) {
	const isFirst = heading === "";
	const weights = weightsOf(address);
	let score = 0;
	let own = 0;
	for (const word of words) {
		const inEntry = Math.max(
			rate(isFirst ? page : heading, word) * weights.heading,
			rate(text, word) * weights.text,
			rate(code, word) * weights.code,
		);
		const best = Math.max(inEntry, rate(page, word) * weights.page);
		if (best === 0) return 0;
		own += inEntry;
		score += best;
	}
	if (own === 0) return 0;
	const isPhrase =
		words.length > 1 && spaced(`${heading} ${text}`).includes(spaced(words.join(" ")));
	return score + (isFirst ? weights.page : 0) + (isPhrase ? weights.text * PHRASE : 0);
}

function weightsOf(address) {
	if (address.startsWith("/docs/api/")) return REFERENCE;
	return /^\/docs\/(?:decisions|compatibility|performance)\//.test(address) ? BACKGROUND : GUIDE;
}

/** `Retry-After` is found as `retry after`, too. */
const spaced = (text) => text.toLowerCase().replaceAll("-", " ");

/** A whole word counts most, then the beginning of one, then another form of it. */
function rate(text, word) {
	const lower = text.toLowerCase();
	const found = rateExactly(lower, word);
	if (found > 0) return found;
	const stem = word.replace(ENDING, "");
	return stem.length >= STEM_LENGTH_MIN && rateExactly(lower, stem) >= 2 ? 1.5 : 0;
}

function rateExactly(lower, word) {
	let best = 0;
	for (let at = lower.indexOf(word); at >= 0 && best < 3; at = lower.indexOf(word, at + 1)) {
		const isStart = at === 0 || !isLetter(lower[at - 1]);
		const isEnd = !isLetter(lower[at + word.length] ?? " ");
		best = Math.max(best, isStart && isEnd ? 3 : isStart ? 2 : 1);
	}
	return best;
}

const isLetter = (character) => /[\p{Letter}\p{Number}]/u.test(character);

function excerptOf(text, words) {
	const lower = text.toLowerCase();
	const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
	const first = places.length === 0 ? 0 : Math.min(...places);
	const start = first < EXCERPT_LENGTH / 2 ? 0 : lower.indexOf(" ", first - 50) + 1;
	const isWhole = start + EXCERPT_LENGTH >= text.length;
	const part = text.slice(start, start + EXCERPT_LENGTH);
	const cut = isWhole ? part : part.slice(0, Math.max(part.lastIndexOf(" "), 1));
	return `${start > 0 ? "… " : ""}${cut}${isWhole ? "" : " …"}`;
}
