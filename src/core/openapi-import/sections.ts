// Cuts a mapping in YAML's block style at its keys, by their indentation alone.

/** One key with all that is below it. */
export type Section = {
	text: string;
	/** How many lines of the whole are before it. */
	line: number;
	/** The key's line alone. */
	head: string;
	/** The lines after it, when the value begins there; else null. */
	inner: string | null;
};

/** A longer one would need a mark of its own. */
const KEY_CHARS_MAX = 1_030;
const KEY =
	/^("([^"\\]|\\.)*"\s*|'([^']|'')*'\s*|([^\s#&*!|>'"%@`{}[\],?:-]|-[^\s#])[^#]*?):(\s|$)/;
const BARE_KEY = /:\s*(#.*)?$/;
const NOTHING = /^\s*(#|$)/;
const START = /^(---\s*(#|$)|%)/;
const END = /^(---|\.\.\.)(\s|$)/;

/** Null when the text is no such mapping, or holds more than that. */
export function splitSections(text: string): Section[] | null {
	const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
	const first = lines.findIndex((line) => !NOTHING.test(line) && !START.test(line));
	if (first === -1) return null;
	const indent = indentOf(lines[first] ?? "");
	const starts: number[] = [];
	for (const [index, line] of lines.entries()) {
		if (index < first || NOTHING.test(line)) continue;
		const width = indentOf(line);
		if (width < indent || END.test(line)) return null;
		if (width > indent) continue;
		const words = line.slice(indent, indent + KEY_CHARS_MAX);
		// A list may stand as far left as its key.
		if (/^-(\s|$)/.test(words) && starts.length > 0) continue;
		if (!KEY.test(words)) return null;
		starts.push(index);
	}
	return starts.map((start, index) => toSection(lines, start, starts[index + 1] ?? lines.length));
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

function toSection(lines: readonly string[], start: number, end: number): Section {
	const head = lines[start] ?? "";
	return {
		text: lines.slice(start, end).join(""),
		line: start,
		head,
		inner: BARE_KEY.test(head.trimEnd()) ? lines.slice(start + 1, end).join("") : null,
	};
}
