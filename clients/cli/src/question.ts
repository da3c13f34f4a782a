// Asks the person at the keyboard; where there is none, says which option to write.
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CliError, EXIT, UsageError } from "./errors.ts";

/** @param isHidden whether the answer must not be seen */
export async function ask(question: string, option: string, isHidden = false): Promise<string> {
	if (!process.stdin.isTTY || !process.stderr.isTTY) {
		throw new UsageError(`${option} is missing.`);
	}
	if (isHidden) process.stderr.write(question);
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const output = isHidden ? nowhere : process.stderr;
	const prompt = isHidden ? "" : question;
	const lines = createInterface({ input: process.stdin, output, terminal: true, prompt });
	lines.prompt();
	try {
		return await new Promise<string>((resolve, reject) => {
			lines.once("line", (line) => resolve(line.trim()));
			lines.once("close", () => reject(new CliError("Interrupted.", {}, EXIT.interrupted)));
		});
	} finally {
		lines.close();
		if (isHidden) process.stderr.write("\n");
	}
}
