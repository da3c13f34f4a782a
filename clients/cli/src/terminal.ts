// What is written: results to stdout, everything else to stderr.
import { styleText } from "node:util";

type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Non-terminals get a line of progress this often. */
const PROGRESS_LINE_MS = 5_000;
const PROGRESS_DRAW_MS = 50;
/** Control characters, and those that turn the direction of writing. */
const UNPRINTABLE = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu;

export class Terminal {
	readonly #hasColours: { stdout: boolean; stderr: boolean };
	#progressAt = process.stderr.isTTY ? 0 : Date.now();
	#hasProgress = false;

	constructor(env: NodeJS.ProcessEnv) {
		const isWanted = (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
		this.#hasColours = {
			stdout: isWanted && process.stdout.isTTY === true,
			stderr: isWanted && process.stderr.isTTY === true,
		};
	}

	style(style: Style, text: string): string {
		return this.#hasColours.stdout ? styleText(style, text, { validateStream: false }) : text;
	}

	/** A line of the result. */
	print(line: string): void {
		process.stdout.write(`${line}\n`);
	}

	/** The whole result for a program. */
	printJson(value: unknown): void {
		this.print(JSON.stringify(value, null, 2));
	}

	/** One of many results for a program: a line of its own. */
	printJsonLine(value: unknown): void {
		this.print(JSON.stringify(value));
	}

	/** A line for the person who waits; it is no part of the result. */
	note(line: string, style: Style = "dim"): void {
		this.endProgress();
		const text = printable(line);
		const isPlain = !this.#hasColours.stderr;
		process.stderr.write(`${isPlain ? text : styleText(style, text, { validateStream: false })}\n`);
	}

	/** How far it is: one line that changes, or a line now and then where lines cannot change. */
	progress(line: string): void {
		const now = Date.now();
		const isTty = process.stderr.isTTY === true;
		if (now - this.#progressAt < (isTty ? PROGRESS_DRAW_MS : PROGRESS_LINE_MS)) return;
		this.#progressAt = now;
		if (!isTty) {
			process.stderr.write(`${line}\n`);
			return;
		}
		process.stderr.write(`\r\x1b[K${line}`);
		this.#hasProgress = true;
	}

	endProgress(): void {
		if (this.#hasProgress) process.stderr.write("\r\x1b[K");
		this.#hasProgress = false;
	}
}

/** Text from elsewhere without what could command the terminal; line breaks stay. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, "\ufffd");
