// What of a catalog is asked for, in one spelling for all that mean the same.
import { type DomainError, invalid } from "../../core/errors.ts";
import { NAME, NAME_LENGTH_MAX } from "../../core/patterns.ts";

export type Asked =
	| { kind: "overview"; words: string; page: number }
	| { kind: "type"; name: string }
	| { kind: "json" | "markdown"; after: string };

const WORDS_LENGTH_MAX = 100;
const PAGE_MAX = 1000;
const MACHINE_FILES: Record<string, "json" | "markdown"> = {
	"event-types.json": "json",
	"event-types.md": "markdown",
};

/** Null for what no catalog has; an error for what only a machine writes. */
export function readAsked(rest: string, query: URLSearchParams): Asked | DomainError | null {
	const machine = MACHINE_FILES[rest];
	if (machine !== undefined) {
		const after = query.get("iterator") ?? "";
		if (after === "" || isName(after)) return { kind: machine, after };
		return invalid(["query", "iterator"], "must be the iterator of another part");
	}
	if (rest !== "") return isName(rest) ? { kind: "type", name: rest } : null;
	const words = (query.get("q") ?? "").slice(0, WORDS_LENGTH_MAX).toLowerCase().trim();
	const page = Number(query.get("page") ?? 1);
	return {
		kind: "overview",
		words: words.toWellFormed().replaceAll(/\s+/g, " "),
		page: Number.isInteger(page) ? Math.min(Math.max(page, 1), PAGE_MAX) : 1,
	};
}

const isName = (text: string): boolean => text.length <= NAME_LENGTH_MAX && NAME.test(text);
