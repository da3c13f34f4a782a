// Reads one piece of YAML as a whole, within bounds on what its anchors may stand for.
import { isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";

/** Of what one anchor stands for, with the aliases inside it. */
const ALIASES_MAX = 10_000;
/** Anchors and aliases: each alias is looked for among all of them. */
const MARKS_MAX = 10_000;
const MERGED_MAX = 500_000;
const MERGE = "<<";
const OPTIONS = { uniqueKeys: false, version: "1.2", logLevel: "error" } as const;

/** What is wrong with a text, and where. */
export class TextProblem extends Error {}

/** An alias whose anchor is not in the piece. */
export class UnknownAlias extends TextProblem {}

/**
 * @param line how many lines are before the piece
 * @throws TextProblem
 */
export function readPiece(text: string, line: number): unknown {
	try {
		return read(text, line);
	} catch (error) {
		if (error instanceof TextProblem || !(error instanceof Error)) throw error;
		if (error instanceof RangeError) throw new TextProblem("must not have so many levels");
		if (/unresolved alias/i.test(error.message)) throw new UnknownAlias(error.message);
		if (!/excessive alias/i.test(error.message)) throw new TextProblem(error.message);
		throw new TextProblem(`must not repeat what its anchors stand for over ${ALIASES_MAX} times`);
	}
}

function read(text: string, line: number): unknown {
	const lines = new LineCounter();
	const document = parseDocument(text, { ...OPTIONS, lineCounter: lines });
	const place = (offset: number) => {
		const found = lines.linePos(offset);
		return `line ${line + found.line}, column ${found.col}`;
	};
	const [error] = document.errors;
	if (error !== undefined) {
		const [what] = error.message.split(/ at line \d+/);
		throw new TextProblem(`${place(error.pos[0])}: ${what}`);
	}
	assertReadable(document, place);
	const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
	if (text.includes(MERGE)) mergeAll(value);
	return value;
}

/** Distinct keys, found without comparing each with each, and not too many marks. */
function assertReadable(
	document: ReturnType<typeof parseDocument>,
	place: (offset: number) => string,
): void {
	let marks = 0;
	const mark = (isMarked: boolean) => {
		marks += Number(isMarked);
		if (marks > MARKS_MAX) throw new TextProblem(`must not have more than ${MARKS_MAX} anchors`);
	};
	visit(document, (_, node) => {
		if (isAlias(node)) mark(true);
		if (!isNode(node) || isAlias(node)) return;
		mark(node.anchor !== undefined);
		if (!isMap(node)) return;
		const seen = new Set<string>();
		for (const { key } of node.items) {
			if (!isScalar(key)) continue;
			const name = String(key.value);
			if (seen.has(name)) {
				throw new TextProblem(`${place(key.range?.[0] ?? 0)}: '${name}' is there twice`);
			}
			seen.add(name);
		}
	});
}

type Mapping = Record<string, unknown>;

const isMapping = (value: unknown): value is Mapping =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Takes what stands under `<<` into the map around it, where that has no such key itself. */
function mergeAll(root: unknown): void {
	const seen = new Set<unknown>();
	let merged = 0;
	const take = (map: Mapping, sources: readonly Mapping[]) => {
		for (const [key, value] of sources.flatMap((source) => Object.entries(source))) {
			merged += 1;
			if (merged > MERGED_MAX) throw new TextProblem(`must not merge more than ${MERGED_MAX} keys`);
			if (Object.hasOwn(map, key)) continue;
			Object.defineProperty(map, key, {
				value,
				enumerable: true,
				configurable: true,
				writable: true,
			});
		}
	};
	const visitValue = (value: unknown): void => {
		if (typeof value !== "object" || value === null || seen.has(value)) return;
		seen.add(value);
		for (const inner of Object.values(value)) visitValue(inner);
		if (!isMapping(value) || !Object.hasOwn(value, MERGE)) return;
		const given = value[MERGE];
		const sources = Array.isArray(given) ? given : [given];
		if (!sources.every(isMapping)) return;
		delete value[MERGE];
		take(value, sources);
	};
	visitValue(root);
}
