// A JSON text as a tree of its own words: numbers keep every digit as written.

export type JsonNode =
	| { kind: "object"; members: { key: string; value: JsonNode }[] }
	| { kind: "array"; items: JsonNode[] }
	/** `text` is what stands there, quotes included. */
	| { kind: "string" | "number" | "word"; text: string };

const DEPTH_MAX = 200;
const TOKEN = /\s*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*)|(true|false|null))/y;

type Token = { text: string; kind: "sign" | "string" | "number" | "word" };

/** Null when the text is not JSON, or nested deeper than anyone reads. */
export function parseJsonText(text: string): JsonNode | null {
	try {
		JSON.parse(text);
	} catch {
		return null;
	}
	const reader = new Reader(text);
	try {
		return readValue(reader, 0);
	} catch (error) {
		if (error instanceof TooDeep) return null;
		throw error;
	}
}

/** The text with line breaks and two spaces a level; numbers and texts stay as written. */
export function indentJson(node: JsonNode, indent = ""): string {
	const inner = `${indent}  `;
	if (node.kind === "object") {
		if (node.members.length === 0) return "{}";
		const lines = node.members.map(
			({ key, value }) => `${inner}${key}: ${indentJson(value, inner)}`,
		);
		return `{\n${lines.join(",\n")}\n${indent}}`;
	}
	if (node.kind === "array") {
		if (node.items.length === 0) return "[]";
		const lines = node.items.map((item) => inner + indentJson(item, inner));
		return `[\n${lines.join(",\n")}\n${indent}]`;
	}
	return node.text;
}

class TooDeep extends Error {}

class Reader {
	readonly #text: string;
	#next: Token;

	constructor(text: string) {
		this.#text = text;
		TOKEN.lastIndex = 0;
		this.#next = this.#read();
	}

	peek(): string {
		return this.#next.text;
	}

	take(): Token {
		const token = this.#next;
		this.#next = this.#read();
		return token;
	}

	/** The text is known to be JSON: what does not match is its end. */
	#read(): Token {
		const [, sign, string, number, word] = TOKEN.exec(this.#text) ?? [];
		if (sign !== undefined) return { kind: "sign", text: sign };
		if (string !== undefined) return { kind: "string", text: string };
		if (number !== undefined) return { kind: "number", text: number };
		return { kind: "word", text: word ?? "" };
	}
}

function readValue(reader: Reader, depth: number): JsonNode {
	if (depth > DEPTH_MAX) throw new TooDeep();
	const token = reader.take();
	if (token.kind !== "sign") return { kind: token.kind, text: token.text };
	if (token.text === "{") {
		const members: { key: string; value: JsonNode }[] = [];
		while (reader.peek() !== "}") {
			const key = reader.take().text;
			reader.take();
			members.push({ key, value: readValue(reader, depth + 1) });
			if (reader.peek() === ",") reader.take();
		}
		reader.take();
		return { kind: "object", members };
	}
	const items: JsonNode[] = [];
	while (reader.peek() !== "]") {
		items.push(readValue(reader, depth + 1));
		if (reader.peek() === ",") reader.take();
	}
	reader.take();
	return { kind: "array", items };
}
