// One Markdown file as HTML: headings with anchors, coloured code, tables that fit, links that lead somewhere.
import { Marked, type Tokens } from "marked";
import { escapeHtml, Html, html } from "../reference-page/html.ts";
import { renderPanel } from "./highlight.ts";
import { makeSlugger } from "./slug.ts";

export type Heading = { depth: number; text: string; anchor: string };

export type Document = {
	title: string;
	/** Text of the first paragraph. */
	summary: string;
	/** Below the title. */
	headings: Heading[];
	/** With its title. */
	content: Html;
	/** What search looks through: the text before the first heading has an empty one. */
	sections: { heading: string; anchor: string; text: string; code: string }[];
};

/** Where the target of a link or an image is in the documentation; null when it is not there. */
export type Resolve = (target: string) => string | null;

export function renderMarkdown(markdown: string, resolve: Resolve): Document {
	const headings: Heading[] = [];
	const toSlug = makeSlugger();
	const marked = new Marked({ gfm: true });
	marked.use({
		renderer: {
			heading({ tokens, depth }) {
				const text = plainText(tokens);
				const anchor = toSlug(text);
				headings.push({ depth, text, anchor });
				const inner = this.parser.parseInline(tokens);
				if (depth === 1) return `<h1 id="${anchor}">${inner}</h1>\n`;
				const label = escapeHtml(`Link to “${text}”`);
				return `<h${depth} id="${anchor}">${inner} <a class="anchor" href="#${anchor}" aria-label="${label}">#</a></h${depth}>\n`;
			},
			code: ({ text, lang }) => renderPanel((lang ?? "").split(" ")[0] ?? "", text).text,
			// Ours is Markdown alone: a tag is a text that somebody forgot to put in backticks.
			html: ({ text }) => escapeHtml(text),
			table(token) {
				const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
					`<tr>${cells
						.map((cell) => {
							const scope = tag === "th" ? ' scope="col"' : "";
							return `<${tag}${scope}>${this.parser.parseInline(cell.tokens)}</${tag}>`;
						})
						.join("")}</tr>\n`;
				const head = row(token.header, "th");
				const body = token.rows.map((cells) => row(cells, "td")).join("");
				return `<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
			},
			link({ href, tokens }) {
				const address = resolve(href);
				const inner = new Html(this.parser.parseInline(tokens));
				return address === null ? inner.text : html`<a href="${address}">${inner}</a>`.text;
			},
			image({ href, text }) {
				const address = resolve(href);
				if (address === null) return escapeHtml(text);
				return html`<img src="${address}" alt="${text}" loading="lazy">`.text;
			},
		},
	});
	const tokens = marked.lexer(markdown);
	const content = new Html(marked.parser(tokens));
	const [first, ...rest] = headings;
	const paragraph = tokens.find((token) => token.type === "paragraph");
	return {
		title: first?.text ?? "",
		summary: paragraph === undefined ? "" : plainText([paragraph]),
		headings: rest,
		content,
		sections: toSections(tokens, headings),
	};
}

type Token = { type: string; text?: string; tokens?: Token[]; raw?: string };

function toSections(tokens: readonly Token[], headings: readonly Heading[]): Document["sections"] {
	const left = [...headings];
	const sections: Document["sections"] = [];
	for (const token of tokens) {
		if (token.type === "heading") {
			const heading = left.shift();
			const isTitle = heading?.depth === 1;
			sections.push({
				heading: isTitle ? "" : (heading?.text ?? ""),
				anchor: isTitle ? "" : (heading?.anchor ?? ""),
				text: "",
				code: "",
			});
			continue;
		}
		const last = sections.at(-1);
		if (last === undefined) continue;
		const place = token.type === "code" ? "code" : "text";
		last[place] = `${last[place]} ${plainText([token])}`.trim();
	}
	return sections;
}

/** The words of tokens, without marks. */
function plainText(tokens: readonly Token[]): string {
	return tokens.map(wordsOf).join("").replace(/\s+/g, " ").trim();
}

function wordsOf(token: Token): string {
	if (token.type === "table") {
		const { header, rows } = token as Tokens.Table; // safe because of its type
		return [header, ...rows]
			.flat()
			.map((cell) => `${plainText(cell.tokens)} `)
			.join("");
	}
	if (token.type === "list") {
		const { items } = token as Tokens.List; // safe because of its type
		return items.map((item) => `${plainText(item.tokens)} `).join("");
	}
	if (token.tokens !== undefined) return token.tokens.map(wordsOf).join("");
	if (token.type === "br" || token.type === "space") return " ";
	return token.type === "code" ? ` ${token.text ?? ""} ` : (token.text ?? "");
}
