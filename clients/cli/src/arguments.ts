// From words to a command and what it receives.
import { parseArgs } from "node:util";
import { COMMON_OPTIONS, type Command, type Option, type OptionValues } from "./command.ts";
import { codeOf, messageOf, UsageError } from "./errors.ts";
import { closestTo } from "./suggestion.ts";

/** What the words ask for. */
export type Request =
	| { kind: "version" }
	/** `group` is the beginning of commands' names, or all of one. */
	| { kind: "help"; group: string }
	| { kind: "run"; command: Command; args: Record<string, string>; options: OptionValues };

export function readArguments(argv: readonly string[], commands: readonly Command[]): Request {
	const { values, positionals } = parseArgs({
		args: [...argv],
		options: { ...toConfig(COMMON_OPTIONS), version: { type: "boolean" } },
		strict: false,
	});
	if (positionals.length === 0 && values.version === true) return { kind: "version" };
	const isHelp = values.help === true || positionals[0] === "help";
	const words = positionals[0] === "help" ? positionals.slice(1) : positionals;
	const command = findCommand(words, commands);
	if (command === null) return { kind: "help", group: findGroup(words, commands, isHelp) };
	if (isHelp) return { kind: "help", group: command.name };
	return { kind: "run", command, ...readInput(argv, command) };
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command | null {
	const isNamed = ({ name }: Command) => words.slice(0, name.split(" ").length).join(" ") === name;
	return commands.find(isNamed) ?? null;
}

function findGroup(
	words: readonly string[],
	commands: readonly Command[],
	isHelp: boolean,
): string {
	const [first = "", second = ""] = words;
	if (first === "") return "";
	const group = commands.filter(({ name }) => name.startsWith(`${first} `));
	const isGroup = group.length > 0;
	if (isGroup && isHelp && second === "") return first;
	const known = (isGroup ? group : commands).map(({ name }) =>
		isGroup ? name : (name.split(" ")[0] ?? ""),
	);
	const wrong = isGroup ? `${first} ${second}`.trim() : first;
	const closest = closestTo(wrong, known);
	const advice =
		closest === null
			? `See \`edgehook ${isGroup ? `${first} --help` : "--help"}\`.`
			: `Did you mean \`edgehook ${closest}\`?`;
	if (isGroup && second === "") {
		const rest = known.map((name) => name.slice(first.length + 1)).join(", ");
		throw new UsageError(`«${first}» wants one of these behind it: ${rest}.`);
	}
	throw new UsageError(`There is no command «${wrong}». ${advice}`);
}

function readInput(argv: readonly string[], command: Command) {
	const options: Record<string, Option> = { ...COMMON_OPTIONS, ...command.options };
	const { values, positionals } = parse(argv, command, options);
	const given = positionals.slice(command.name.split(" ").length);
	const missing = command.positionals[given.length];
	if (missing !== undefined) throw wrongUsage(command, `${missing} is missing.`);
	const extra = given[command.positionals.length];
	if (extra !== undefined) throw wrongUsage(command, `«${extra}» is one word too many.`);
	const args = Object.fromEntries(
		command.positionals.map((name, index) => [name, given[index] ?? ""]),
	);
	const empty = command.positionals.find((name) => args[name] === "");
	if (empty !== undefined) throw wrongUsage(command, `${empty} is empty.`);
	return { args, options: readValues(values, options) };
}

function parse(argv: readonly string[], command: Command, options: Record<string, Option>) {
	try {
		return parseArgs({ args: [...argv], options: toConfig(options), allowPositionals: true });
	} catch (error) {
		const message = messageOf(error);
		const [, name = ""] = /'(--?[^' ]+)/.exec(message) ?? [];
		if (codeOf(error) === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
			const known = Object.keys(options).map((option) => `--${option}`);
			const closest = closestTo(name, known);
			const advice = closest === null ? "" : ` Did you mean ${closest}?`;
			throw wrongUsage(command, `There is no option ${name}.${advice}`);
		}
		const isBoolean = options[name.slice(2)]?.type === "boolean";
		throw wrongUsage(command, isBoolean ? `${name} takes no value.` : `${name} needs a value.`);
	}
}

/** Lists also as `a,b`; only what the option takes. */
function readValues(
	values: Record<string, string | boolean | (string | boolean)[] | undefined>,
	options: Record<string, Option>,
): OptionValues {
	const read = Object.entries(values).map(([name, value]): [string, OptionValues[string]] => {
		const list = Array.isArray(value) ? value.flatMap((item) => String(item).split(",")) : null;
		const choices = options[name]?.choices;
		const wrong = (list ?? [value]).find((item) => choices?.includes(String(item)) === false);
		if (wrong !== undefined) {
			throw new UsageError(`--${name} takes ${choices?.join(", ")}; not «${wrong}».`);
		}
		return [name, list ?? (Array.isArray(value) ? undefined : value)];
	});
	return Object.fromEntries(read);
}

function toConfig(options: Record<string, Option>) {
	return Object.fromEntries(
		Object.entries(options).map(([name, { type, multiple = false }]) => [name, { type, multiple }]),
	);
}

const wrongUsage = (command: Command, what: string) =>
	new UsageError(`${what} See \`edgehook ${command.name} --help\`.`);
