// `completion`.
import { type Command, command } from "../command.ts";
import { renderCompletion, SHELLS } from "../completion.ts";
import { UsageError } from "../errors.ts";

/** @param list all commands, itself among them */
export const completion = (list: () => readonly Command[]) =>
	command({
		name: "completion",
		about: "Print the script that completes commands in a shell",
		positionals: ["SHELL"],
		options: {},
		notes: [`SHELL is one of ${SHELLS.join(", ")}.`],
		examples: [
			`eval "$(edgehook completion bash)"    # in ~/.bashrc`,
			`eval "$(edgehook completion zsh)"     # in ~/.zshrc`,
			"edgehook completion fish > ~/.config/fish/completions/edgehook.fish",
		],
		async run({ args, isJson, terminal }) {
			const shell = SHELLS.find((one) => one === args.SHELL);
			if (shell === undefined) throw new UsageError(`SHELL must be one of ${SHELLS.join(", ")}.`);
			const script = renderCompletion(shell, list());
			if (isJson) terminal.printJson({ shell, script });
			else terminal.print(script.trimEnd());
			return undefined;
		},
	});
