// The Markdown that readers of the project see, and the code in it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

export type CodeBlock = { language: string; marks: string[]; code: string };

/** README, all of docs/ and the clients' pages, relative to the project. */
export function listMarkdown(): string[] {
	const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
	const clients = readdirSync(join(root, "clients"));
	return [
		"README.md",
		...docs.filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`),
		...clients.map((name) => `clients/${name}/README.md`),
	].filter((file) => existsSync(join(root, file)));
}

export const readMarkdown = (file: string): string => readFileSync(join(root, file), "utf8");

const BLOCK = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;

export function listBlocks(markdown: string): CodeBlock[] {
	return [...markdown.matchAll(BLOCK)].map(([, language = "", marks = "", code = ""]) => ({
		...{ language, code },
		marks: marks.split(" ").filter(Boolean),
	}));
}

/** Blocks of a file whose first line carries a mark after the language. */
export const listMarked = (file: string, mark: string): CodeBlock[] =>
	listBlocks(readMarkdown(file)).filter(({ marks }) => marks.includes(mark));

/** Without code, whose signs mean something else. */
export const withoutCode = (markdown: string): string =>
	markdown.replace(BLOCK, "").replace(/`[^`\n]*`/g, (code) => "x".repeat(code.length));
