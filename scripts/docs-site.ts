// The documentation as static pages: guides from Markdown, the API reference from the contract, and what search needs.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { addressOf, listSources, type Source } from "./docs-site/contents.ts";
import { API } from "./docs-site/frame.ts";
import { renderHome } from "./docs-site/home.ts";
import { type Document, type Resolve, renderMarkdown } from "./docs-site/markdown.ts";
import { type Page, renderPage } from "./docs-site/page.ts";
import { toSearchIndex } from "./docs-site/search-index.ts";
import { renderReference } from "./reference-page.ts";

const root = join(import.meta.dirname, "..");

export type Site = {
	/** Texts by their path below the assets. */
	files: Map<string, string>;
	/** Files of the project that pages show, by their path below the assets. */
	copies: Map<string, string>;
};

/** Writes all of it below `assets`. */
export function writeDocs(assets: string, contract: unknown): void {
	const { files, copies } = makeDocs(contract);
	for (const [path, text] of files) {
		mkdirSync(dirname(join(assets, path)), { recursive: true });
		writeFileSync(join(assets, path), text);
	}
	for (const [path, source] of copies) cpSync(join(root, source), join(assets, path));
}

export function makeDocs(contract: unknown): Site {
	const copies = new Map<string, string>();
	const sources = listSources();
	const pages = sources.map((source) => toPage(source, sources, copies));
	const toFile = ({ address }: Page) => `${address.slice(1)}index.html`;
	const files = new Map([
		["docs/index.html", renderHome(pages)],
		["docs/api/index.html", renderReference(contract)],
		["docs/search.json", JSON.stringify(toSearchIndex(pages, contract))],
		...pages.map((page) => [toFile(page), renderPage(page, pages)] as const),
	]);
	return { files, copies };
}

function toPage(
	source: Source,
	sources: readonly Source[],
	copies: Map<string, string>,
): Page & Document {
	const { group, file, label } = source;
	const markdown = readFileSync(join(root, file), "utf8");
	const document = renderMarkdown(markdown, makeResolver(file, sources, copies));
	const title = document.title || (label ?? file);
	return { group, address: addressOf(source), ...document, title, label: label ?? title };
}

const IMAGE = /\.(?:svg|png)$/;

/** Links between files become links between pages, and images are taken along; there is no way to anything else. */
function makeResolver(
	file: string,
	sources: readonly Source[],
	copies: Map<string, string>,
): Resolve {
	return (target) => {
		if (/^https:\/\//.test(target) || target.startsWith("#")) return target;
		const [path = "", anchor] = target.split("#");
		const full = posix.normalize(posix.join(posix.dirname(file), path));
		if (IMAGE.test(full)) {
			if (!existsSync(join(root, full))) return null;
			const copy = `docs/files/${full.replace(/^docs\//, "")}`;
			copies.set(copy, full);
			return `/${copy}`;
		}
		const found = sources.find((source) => source.file === full);
		const address = full === "openapi.json" ? API : found && addressOf(found);
		if (address === undefined) return null;
		return anchor === undefined ? address : `${address}#${anchor}`;
	};
}
