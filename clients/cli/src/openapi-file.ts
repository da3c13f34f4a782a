// An OpenAPI description as text, checked so far that a slip is named by its line.
import { LineCounter, parseDocument } from "yaml";
import { CliError } from "./errors.ts";

const PROBLEMS_SHOWN = 5;

/** The text as it is; the server reads JSON and YAML alike. */
export function assertReadable(text: string, file: string): void {
	if (text.trim() === "") throw new CliError(`${file} is empty.`, { code: "broken_file" });
	if (isJson(text)) return;
	const lineCounter = new LineCounter();
	// Also JSON: this parser tells the line of a slip, and JSON is YAML.
	const { errors } = parseDocument(text, { lineCounter, prettyErrors: false });
	if (errors.length === 0) return;
	const problems = errors.slice(0, PROBLEMS_SHOWN).map(({ message, pos: [start] }) => {
		const { line, col } = lineCounter.linePos(start);
		return { line, column: col, message };
	});
	const lines = problems.map(
		({ line, column, message }) => `\n  ${file}:${line}:${column}: ${message}`,
	);
	throw new CliError(`${file} is neither JSON nor YAML; nothing was sent:${lines.join("")}`, {
		code: "broken_file",
		problems,
	});
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
