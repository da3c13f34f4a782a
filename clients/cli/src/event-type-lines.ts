// Event types to create in bulk, from lines `name|description` or from JSON.
import { NAME, NAME_LENGTH_MAX } from "../../../src/core/patterns.ts";
import { CliError, messageOf } from "./errors.ts";

/** What is sent, and where it stands in the file. */
export type NewEventType = { where: string; body: { name: string } & Record<string, unknown> };

const PROBLEMS_SHOWN = 10;

/** Reads all of it before anything is sent; fails with all that is wrong. */
export function readEventTypes(text: string, file: string): NewEventType[] {
	const entries = /^\s*[[{]/.test(text) ? readJson(text, file) : readLines(text);
	const first = new Map<string, string>();
	const problems = entries.flatMap(({ where, body }) => {
		const why = whyNoEventType(body, first);
		if (why === null) first.set(body.name, where);
		return why === null ? [] : [`${where}: ${why}`];
	});
	if (problems.length === 0) return entries;
	const rest = problems.length - PROBLEMS_SHOWN;
	const shown = [
		...problems.slice(0, PROBLEMS_SHOWN),
		...(rest > 0 ? [`and ${rest} more`] : []),
	].map((problem) => `\n  ${problem}`);
	throw new CliError(`${file} is not right; nothing was sent:${shown.join("")}`, {
		code: "broken_file",
		problems,
	});
}

function readLines(text: string): NewEventType[] {
	return text.split(/\r?\n/).flatMap((line, index) => {
		if (line.trim() === "" || line.startsWith("#")) return [];
		const [name = "", ...description] = line.split("|");
		const body = { name: name.trim(), description: description.join("|").trim() };
		return [{ where: `line ${index + 1}`, body }];
	});
}

/** `[{"name": …, "description": …}]`, or `{"name": "description"}`. */
function readJson(text: string, file: string): NewEventType[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new CliError(`${file} is not JSON: ${messageOf(error)}.`, { code: "broken_json" });
	}
	const list = Array.isArray(value)
		? value
		: Object.entries(value ?? {}).map(([name, description]) => ({ name, description }));
	return list.map((body: unknown, index) => ({
		where: `entry ${index + 1}`,
		body:
			typeof body === "object" && body !== null ? { name: "", ...body } : { name: String(body) },
	}));
}

function whyNoEventType(
	{ name, description }: NewEventType["body"],
	first: ReadonlyMap<string, string>,
): string | null {
	if (typeof name !== "string" || name === "") return "the name is missing";
	if (!NAME.test(name)) return `«${name}» may hold only letters, digits, '-', '_' and '.'`;
	if (name.length > NAME_LENGTH_MAX) return `the name has more than ${NAME_LENGTH_MAX} characters`;
	if (description !== undefined && typeof description !== "string") {
		return `the description of ${name} must be a text`;
	}
	return first.has(name) ? `${name} is there already, at ${first.get(name)}` : null;
}
