// The exact text of a top-level member, so that numbers and key order reach receivers unchanged.

type Member = { start: number; end: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Source text of the member that has the first present of `names`, or null. The last of duplicate
 * members counts, as for JSON.parse, which must already have taken `json` as an object.
 *
 * @example memberText('{"n": 1.0 }', ["n"]) // "1.0"
 */
export function memberText(json: string, names: readonly string[]): string | null {
	const found = new Map<string, Member>();
	let at = skipSpace(json, json.indexOf("{") + 1);
	while (json.charCodeAt(at) === QUOTE) {
		const keyEnd = skipString(json, at);
		const key = toKey(json.slice(at + 1, keyEnd - 1));
		const colon = skipSpace(json, keyEnd);
		const start = skipSpace(json, colon + 1);
		const end = skipValue(json, start);
		if (names.includes(key)) found.set(key, { start, end });
		const comma = skipSpace(json, end);
		if (json.charCodeAt(comma) !== COMMA) break;
		at = skipSpace(json, comma + 1);
	}
	const name = names.find((candidate) => found.has(candidate));
	const member = name === undefined ? undefined : found.get(name);
	return member === undefined ? null : json.slice(member.start, member.end);
}

function toKey(source: string): string {
	return source.includes("\\") ? String(JSON.parse(`"${source}"`)) : source;
}

function isSpace(code: number): boolean {
	return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipSpace(json: string, from: number): number {
	let at = from;
	while (isSpace(json.charCodeAt(at))) at++;
	return at;
}

/** End of the string that opens at `from`. */
function skipString(json: string, from: number): number {
	let at = from + 1;
	while (at < json.length) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) return at + 1;
		// What a backslash escapes cannot close the string.
		at += code === BACKSLASH ? 2 : 1;
	}
	return at;
}

function skipValue(json: string, from: number): number {
	const first = json.charCodeAt(from);
	if (first === QUOTE) return skipString(json, from);
	if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipScalar(json, from);
	let depth = 0;
	let at = from;
	while (at < json.length) {
		const code = json.charCodeAt(at);
		if (code === QUOTE) {
			at = skipString(json, at);
			continue;
		}
		at++;
		if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
		else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) break;
	}
	return at;
}

function skipScalar(json: string, from: number): number {
	let at = from;
	while (at < json.length) {
		const code = json.charCodeAt(at);
		if (code === COMMA || code === CLOSE_BRACE || isSpace(code)) break;
		at++;
	}
	return at;
}
