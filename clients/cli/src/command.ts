// A command as data: what it takes, what it says of itself, and what it does.
import type { Api } from "./api.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

export type Option = {
	type: "boolean" | "string";
	about: string;
	/** What stands for the value in the help. */
	value?: string;
	multiple?: boolean;
	/** The only values that it takes; they are completed, too. */
	choices?: readonly string[];
};
type Options = Record<string, Option>;

type Value<O extends Option> = O["type"] extends "boolean"
	? boolean | undefined
	: O["multiple"] extends true
		? string[] | undefined
		: string | undefined;

/** What a command receives. */
export type Call<P extends string, O extends Options> = {
	/** What stands on the command line beside options, by its name in the help. */
	args: Record<P, string>;
	options: { [K in keyof O]: Value<O[K]> };
	/** Whether the output is for a program. */
	isJson: boolean;
	terminal: Terminal;
	settings: Settings;
	/** The server, with the key to it; fails when one of them is not known. */
	connect(): Api;
};

type CommandSpec<P extends string, O extends Options> = {
	/** Its words, for example `event-type import`. */
	name: string;
	about: string;
	/** In their order; all must be given. `FILE` and `FILE|-` are completed with files. */
	positionals: readonly P[];
	options: O;
	/** Paragraphs of its help. */
	notes?: readonly string[];
	examples: readonly string[];
	/** Resolves to the exit code; nothing means 0. */
	run(call: Call<P, O>): Promise<number | undefined>;
};

/** Options as they were given, whatever a command declares. */
export type OptionValues = Record<string, string | boolean | string[] | undefined>;

/** Any command, for lists of them. */
export type Command = Omit<CommandSpec<string, Options>, "run"> & {
	run(
		call: Omit<Call<string, Options>, "options"> & { options: OptionValues },
	): Promise<number | undefined>;
};

/** Declares a command; the types of what it receives follow from what it declares. */
export function command<const P extends string, const O extends Options>(
	spec: CommandSpec<P, O>,
): Command {
	return spec as unknown as Command; // safe because `readArguments` fills in what the spec itself declares
}

/** Options that every command takes. */
export const COMMON_OPTIONS = {
	server: {
		type: "string",
		value: "URL",
		about: "The server (EDGEHOOK_SERVER, or what login kept)",
	},
	key: {
		type: "string",
		value: "KEY",
		about: "The API key (EDGEHOOK_API_KEY, or what login kept)",
	},
	json: { type: "boolean", about: "Print JSON, also for errors" },
	help: { type: "boolean", about: "Show this help" },
} as const satisfies Options;
