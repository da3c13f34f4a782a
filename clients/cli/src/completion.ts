// Completion scripts, made from the commands.
import { COMMON_OPTIONS, type Command, type Option } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

export function renderCompletion(shell: Shell, commands: readonly Command[]): string {
	switch (shell) {
		case "bash":
			return renderBash(commands);
		case "zsh":
			return renderZsh(commands);
		case "fish":
			return renderFish(commands);
	}
}

/** Words that can follow words: of groups, then of commands. */
function branches(commands: readonly Command[]): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const { name } of commands) {
		const [first = "", second] = name.split(" ");
		const groups: [string, string | undefined][] = [
			["", first],
			[first, second],
		];
		for (const [group, word] of groups) {
			if (word !== undefined) found.set(group, [...new Set([...(found.get(group) ?? []), word])]);
		}
	}
	return found;
}

const optionsOf = ({ options }: Command): Record<string, Option> => ({
	...options,
	...COMMON_OPTIONS,
});

const takesFile = ({ positionals }: Command) => positionals.some((name) => name.startsWith("FILE"));

const choicesOf = (commands: readonly Command[]) =>
	commands.flatMap((command) =>
		Object.entries(command.options).flatMap(([name, { choices }]) =>
			choices === undefined ? [] : [{ command, name, choices }],
		),
	);

/** The shell finds how far the words name a command, and offers what can follow. */
function renderBash(commands: readonly Command[]): string {
	const cases = [
		...[...branches(commands)].map(
			([group, words]) =>
				`    "${group}") words="${words.join(" ")} ${group === "" ? "--help --version" : "--help"}" ;;`,
		),
		...commands.map((command) => {
			const options = Object.keys(optionsOf(command)).map((name) => `--${name}`);
			const first = command.name.startsWith("completion") ? [...SHELLS] : [];
			const files = takesFile(command) ? " files=1" : "";
			return `    "${command.name}") words="${[...first, ...options].join(" ")}"${files} ;;`;
		}),
	];
	const choices = choicesOf(commands).map(
		({ command, name, choices }) =>
			`    "${command.name} --${name}") words="${choices.join(" ")}" ;;`,
	);
	const names = commands.map(({ name }) => `"${name}"`);
	const groups = [...branches(commands).keys()].filter((group) => group !== "");
	const known = [...new Set([...names, ...groups.map((group) => `"${group}"`)])].join("|");
	return `# edgehook completion for bash: eval "$(edgehook completion bash)"
_edgehook() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" longer words="" files="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    longer="\${command:+$command }\${COMP_WORDS[index]}"
    case "$longer" in
      ${known}) command="$longer" ;;
    esac
  done
  case "$command" in
${cases.join("\n")}
  esac
  case "$command $previous" in
${choices.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ -n "$files" && "$current" != -* ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _edgehook edgehook
`;
}

/** zsh runs bash's script by its own adapter. */
function renderZsh(commands: readonly Command[]): string {
	const [, ...body] = renderBash(commands).split("\n");
	return `# edgehook completion for zsh: eval "$(edgehook completion zsh)"
autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${body.join("\n")}`;
}

function renderFish(commands: readonly Command[]): string {
	const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
	const lines = [
		"# edgehook completion for fish: edgehook completion fish | source",
		"complete -c edgehook -f",
	];
	const seen = (words: string) =>
		words
			.split(" ")
			.map((word) => `__fish_seen_subcommand_from ${word}`)
			.join("; and ");
	for (const [group, words] of branches(commands)) {
		for (const word of words) {
			const about = commands.find(({ name }) => name === `${group} ${word}`.trim())?.about ?? "";
			const others = words.join(" ");
			const when =
				group === ""
					? "__fish_use_subcommand"
					: `${seen(group)}; and not __fish_seen_subcommand_from ${others}`;
			lines.push(`complete -c edgehook -n ${quote(when)} -a ${word} -d ${quote(about)}`);
		}
	}
	for (const command of commands) {
		const when = quote(seen(command.name));
		if (takesFile(command)) lines.push(`complete -c edgehook -n ${when} -F`);
		for (const [name, { about, type, choices }] of Object.entries(optionsOf(command))) {
			const value =
				type === "boolean" ? "" : choices ? ` -x -a ${quote(choices.join(" "))}` : " -r";
			lines.push(`complete -c edgehook -n ${when} -l ${name} -d ${quote(about)}${value}`);
		}
	}
	return `${lines.join("\n")}\n`;
}
