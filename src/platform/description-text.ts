// Reads the text of a description: JSON, or YAML in pieces, because a large one as a whole does not fit in memory.
import { type Section, splitSections } from "../core/openapi-import/sections.ts";
import { readPiece, TextProblem, UnknownAlias } from "./yaml-piece.ts";

/** What can be read at once, with all that the reader of YAML keeps of it. */
const WHOLE_CHARS_MAX = 1_000_000;
const PIECE_CHARS_MAX = 64_000;
/** How deep pieces are looked for. */
const LEVELS_MAX = 20;

type Parsed = { document: unknown } | { problem: string };

/** The value that a text in JSON or YAML stands for, or where it goes wrong. */
export function parseDescription(text: string): Parsed {
	try {
		return { document: readText(text.replace(/^\uFEFF/, "")) };
	} catch (error) {
		if (error instanceof TextProblem) return { problem: error.message };
		throw error;
	}
}

function readText(text: string): unknown {
	if (!/^\s*[{[]/.test(text)) return readYaml(text);
	try {
		return JSON.parse(text);
	} catch (error) {
		// Lists and objects of YAML look alike, and its reader tells the line.
		if (text.length <= WHOLE_CHARS_MAX) return readPiece(text, 0);
		throw new TextProblem(error instanceof Error ? error.message : "it is no JSON");
	}
}

function readYaml(text: string): unknown {
	try {
		return readSection(text, 0, LEVELS_MAX);
	} catch (error) {
		if (!(error instanceof UnknownAlias)) throw error;
		if (text.length <= WHOLE_CHARS_MAX) return readPiece(text, 0);
		const what = `in a text of more than ${WHOLE_CHARS_MAX} characters`;
		throw new UnknownAlias(`${error.message}; ${what} anchor and alias must be near each other`);
	}
}

/** @param line how many lines are before this text */
function readSection(text: string, line: number, levels: number): unknown {
	if (text.length <= PIECE_CHARS_MAX) return readPiece(text, line);
	const sections = levels === 0 ? null : splitSections(text);
	if (sections !== null) return readSections(sections, line, levels - 1);
	if (text.length > WHOLE_CHARS_MAX) throw tooLarge(line);
	return readPiece(text, line);
}

const tooLarge = (line: number) =>
	new TextProblem(
		`line ${line + 1}: what begins here is more than ${WHOLE_CHARS_MAX} characters that cannot be read in pieces; write the description as JSON, or with a line for each key`,
	);

function readSections(sections: readonly Section[], line: number, levels: number): unknown {
	const entries = new Map<string, unknown>();
	const add = (value: unknown, at: number) => {
		for (const [key, inner] of Object.entries(value ?? {})) {
			if (entries.has(key)) throw new TextProblem(`line ${at + 1}: '${key}' is there twice`);
			entries.set(key, inner);
		}
	};
	let piece = "";
	let start = 0;
	const flush = () => {
		if (piece !== "") add(readPiece(piece, line + start), line + start);
		piece = "";
	};
	for (const section of sections) {
		const { text, head, inner } = section;
		const at = line + section.line;
		if (text.length + piece.length > PIECE_CHARS_MAX) flush();
		if (inner !== null && text.length > PIECE_CHARS_MAX) {
			add(withValue(readPiece(head, at), readSection(inner, at + 1, levels)), at);
		} else {
			if (text.length > WHOLE_CHARS_MAX) throw tooLarge(at);
			if (piece === "") start = section.line;
			piece += text;
		}
	}
	flush();
	return Object.fromEntries(entries);
}

/** A head is a key without a value. */
const withValue = (head: unknown, value: unknown) =>
	Object.fromEntries(Object.keys(head ?? {}).map((key) => [key, value]));
