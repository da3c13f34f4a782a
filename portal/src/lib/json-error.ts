// Where a text stops being JSON, so that a writer can be led there.

export type JsonProblem = {
	kind: "value" | "key" | "colon" | "comma" | "end" | "open" | "escape";
	/** From 1. */
	line: number;
	column: number;
};

const DEPTH_MAX = 500;
const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in a text
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Null when the text is JSON. */
export function findJsonProblem(text: string): JsonProblem | null {
	try {
		new Checker(text).check();
		return null;
	} catch (error) {
		if (!(error instanceof Stop)) throw error;
		const before = text.slice(0, error.at).split("\n");
		return {
			kind: error.kind,
			line: before.length,
			column: (before.at(-1)?.length ?? 0) + 1,
		};
	}
}

class Stop extends Error {
	readonly kind: JsonProblem["kind"];
	readonly at: number;
	constructor(kind: JsonProblem["kind"], at: number) {
		super(kind);
		this.kind = kind;
		this.at = at;
	}
}

class Checker {
	readonly #text: string;
	#at = 0;

	constructor(text: string) {
		this.#text = text;
	}

	check(): void {
		this.#value(0);
		if (this.#at < this.#text.length) throw new Stop("end", this.#at);
	}

	/** Reads what the pattern matches here, and the space after it. */
	#read(pattern: RegExp): boolean {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text);
		if (found === null) return false;
		this.#at += found[0].length;
		this.#space();
		return true;
	}

	#space(): void {
		SPACE.lastIndex = this.#at;
		this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
	}

	#sign(sign: string): boolean {
		if (this.#text[this.#at] !== sign) return false;
		this.#at++;
		this.#space();
		return true;
	}

	#string(otherwise: JsonProblem["kind"]): void {
		if (this.#read(STRING)) return;
		throw new Stop(this.#text[this.#at] === '"' ? "escape" : otherwise, this.#at);
	}

	#value(depth: number): void {
		this.#space();
		if (depth > DEPTH_MAX) throw new Stop("value", this.#at);
		if (this.#sign("{")) this.#members("}", depth);
		else if (this.#sign("[")) this.#members("]", depth);
		else if (this.#text[this.#at] === '"') this.#string("value");
		else if (!this.#read(SCALAR)) throw new Stop("value", this.#at);
	}

	#members(end: "}" | "]", depth: number): void {
		if (this.#sign(end)) return;
		do {
			if (end === "}") {
				this.#string("key");
				if (!this.#sign(":")) throw new Stop("colon", this.#at);
			}
			this.#value(depth + 1);
		} while (this.#sign(","));
		if (this.#sign(end)) return;
		throw new Stop(this.#at >= this.#text.length ? "open" : "comma", this.#at);
	}
}
