// What `--help` prints, made from the commands themselves.
import { COMMON_OPTIONS, type Command, type Option } from "./command.ts";
import { alignColumns } from "./table.ts";
import type { Terminal } from "./terminal.ts";

const EXIT_CODES = [
	["0", "done"],
	["1", "error"],
	["2", "--check, and something would change"],
	["64", "the command line is wrong"],
	["130", "interrupted"],
];

/** The help of all commands, of a group, or of one command. */
export function renderHelp(
	group: string,
	commands: readonly Command[],
	style: Terminal["style"],
): string {
	const one = commands.find(({ name }) => name === group);
	if (one !== undefined) return renderCommand(one, style);
	const shown = commands.filter(({ name }) => group === "" || name.startsWith(`${group} `));
	const rows = shown.map((command) => [usageOf(command), command.about]);
	return sections(style, [
		["", ["Edgehook on the command line: event types, messages, endpoints, access."]],
		["Commands", alignColumns(rows)],
		["Options of every command", optionLines(COMMON_OPTIONS)],
		["Exit codes", alignColumns(EXIT_CODES)],
		["", ["`edgehook COMMAND --help` tells more, with examples."]],
	]);
}

function renderCommand(command: Command, style: Terminal["style"]): string {
	return sections(style, [
		["", [`${command.about}.`]],
		["Usage", [`edgehook ${usageOf(command)} [options]`]],
		["", [...(command.notes ?? [])]],
		["Options", optionLines(command.options)],
		["Options of every command", optionLines(COMMON_OPTIONS)],
		["Examples", [...command.examples]],
	]);
}

const usageOf = ({ name, positionals }: Command) => [name, ...positionals].join(" ");

const optionLines = (options: Record<string, Option>) =>
	alignColumns(
		Object.entries(options).map(([name, { value, about, choices, multiple }]) => [
			value === undefined ? `--${name}` : `--${name} ${value}`,
			[about, choices?.join(", "), multiple === true ? "repeated or a,b" : undefined]
				.filter((part) => part !== undefined)
				.join("; "),
		]),
	);

function sections(style: Terminal["style"], parts: [string, string[]][]): string {
	return parts
		.filter(([, lines]) => lines.length > 0)
		.map(([heading, lines]) =>
			heading === ""
				? lines.join("\n")
				: [style("bold", heading), ...lines.map((line) => `  ${line}`)].join("\n"),
		)
		.join("\n\n");
}
