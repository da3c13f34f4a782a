// What commands read: a file, or stdin as `-`.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { CliError, codeOf, messageOf, UsageError } from "./errors.ts";

const PROBLEMS: Record<string, string> = {
	ENOENT: "there is no such file",
	EISDIR: "it is a folder",
	EACCES: "it may not be read",
};

/** The text of a file without a byte order mark. */
export async function readInput(path: string): Promise<string> {
	if (path === "-") {
		if (process.stdin.isTTY) throw new UsageError("`-` reads stdin: pipe something into it.");
		return withoutMark(await text(process.stdin));
	}
	try {
		return withoutMark(readFileSync(path, "utf8"));
	} catch (error) {
		const why = PROBLEMS[codeOf(error)] ?? messageOf(error);
		throw new CliError(`Cannot read ${path}: ${why}.`, { code: "unreadable_file", file: path });
	}
}

/** How errors name it. */
export const nameOf = (path: string): string => (path === "-" ? "stdin" : path);

const withoutMark = (content: string) => content.replace(/^\ufeff/, "");
