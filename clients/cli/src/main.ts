// `edgehook`: finds the command, runs it, and turns what goes wrong into a sentence and an exit code.
import { Api } from "./api.ts";
import { readArguments } from "./arguments.ts";
import type { Command, OptionValues } from "./command.ts";
import { commands } from "./commands.ts";
import { CliError, EXIT } from "./errors.ts";
import { renderHelp } from "./help.ts";
import { Settings } from "./settings.ts";
import { Terminal } from "./terminal.ts";

/** Written in by the build. */
declare const VERSION: string;

const terminal = new Terminal(process.env);

async function main(argv: readonly string[]): Promise<number> {
	const request = readArguments(argv, commands);
	switch (request.kind) {
		case "version":
			terminal.print(VERSION);
			return EXIT.ok;
		case "help":
			terminal.print(renderHelp(request.group, commands, terminal.style.bind(terminal)));
			return EXIT.ok;
		case "run":
			return run(request.command, request.args, request.options);
	}
}

async function run(
	command: Command,
	args: Record<string, string>,
	options: OptionValues,
): Promise<number> {
	const { server, key } = options;
	const settings = new Settings(process.env, {
		...(typeof server === "string" && { server }),
		...(typeof key === "string" && { key }),
	});
	const connect = () => new Api(settings.connection, (message) => terminal.note(message, "yellow"));
	const isJson = Boolean(options.json);
	return (await command.run({ args, options, isJson, terminal, settings, connect })) ?? EXIT.ok;
}

function explain(error: unknown, isJson: boolean): number {
	terminal.endProgress();
	const isExpected = error instanceof CliError;
	const message = isExpected
		? error.message
		: `Unexpected: ${error instanceof Error ? error.stack : error}`;
	const details = isExpected ? error.details : { code: "unexpected" };
	if (isJson) process.stderr.write(`${JSON.stringify({ error: { message, ...details } })}\n`);
	else terminal.note(message, "red");
	return isExpected ? error.exitCode : EXIT.error;
}

// `edgehook … | head` closes the pipe when it has enough.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.error);
});
const argv = process.argv.slice(2);
try {
	process.exitCode = await main(argv);
} catch (error) {
	process.exitCode = explain(error, argv.includes("--json"));
}
