// The documentation: its links lead somewhere, and its pages are whole and safe.
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import contract from "../../openapi.json" with { type: "json" };
import { listSources } from "../../scripts/docs-site/contents.ts";
import { renderPanel } from "../../scripts/docs-site/highlight.ts";
import { renderMarkdown } from "../../scripts/docs-site/markdown.ts";
import { makeSlugger, slugOf } from "../../scripts/docs-site/slug.ts";
import { makeDocs } from "../../scripts/docs-site.ts";
import { listBlocks, listMarkdown, readMarkdown, root, withoutCode } from "../support/guides.ts";

const site = makeDocs(contract);
const pages = [...site.files].filter(([path]) => path.endsWith(".html"));

const matches = (text: string, pattern: RegExp): string[] =>
	[...text.matchAll(pattern)].map((match) => match[1] ?? "");
const idsOf = (html: string): string[] => matches(html, /<[^>]*\sid="([^"]*)"/g);
const tagsOf = (html: string): string[] => matches(html, /(<[a-z!][^>]*>)/gi);

/** Anchors of a Markdown file as they are where it is read in raw form. */
function anchorsOf(markdown: string): string[] {
	const toSlug = makeSlugger();
	const text = markdown.replace(/^```[\s\S]*?^```$/gm, "");
	const plain = (heading: string) =>
		heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/`/g, "");
	return matches(text, /^#{1,6} (.+)$/gm).map((heading) => toSlug(plain(heading)));
}

test("Every link of the Markdown leads to a file and to a heading in it", () => {
	const reference = idsOf(site.files.get("docs/api/index.html") ?? "");
	const wrong = listMarkdown().flatMap((file) =>
		matches(withoutCode(readMarkdown(file)), /\]\(([^)\s]+)\)/g)
			.filter((target) => !target.startsWith("https://"))
			.filter((target) => {
				const [path = "", anchor] = target.split("#");
				const full = path === "" ? file : posix.join(posix.dirname(file), path);
				if (!existsSync(join(root, full))) return true;
				if (anchor === undefined) return false;
				const anchors = full.endsWith(".md") ? anchorsOf(readMarkdown(full)) : reference;
				return !anchors.includes(anchor);
			})
			.map((target) => `${file}: ${target}`),
	);
	expect(wrong).toEqual([]);
});

/** Answered by the Worker, and the page that is shown while nothing is built. */
const WORKER = /^\/(?:api\/v1\/health)?$/;

test("Every link of the built pages leads to a page and to an anchor in it", () => {
	const exists = (path: string) =>
		site.files.has(path) || site.copies.has(path) || existsSync(join(root, "portal/public", path));
	const wrong = pages.flatMap(([file, html]) =>
		[...new Set(matches(html, /\s(?:href|src)="([^"]*)"/g))]
			.filter((address) => !address.startsWith("https://") && !WORKER.test(address))
			.filter((address) => {
				const [path = "", anchor] = address.split("#");
				const target =
					path === "" ? file : path.slice(1) + (path.endsWith("/") ? "index.html" : "");
				if (!exists(target)) return true;
				return anchor !== undefined && !idsOf(site.files.get(target) ?? "").includes(anchor);
			})
			.map((address) => `${file}: ${address}`),
	);
	expect(wrong).toEqual([]);
	for (const [file, html] of pages)
		expect(new Set(idsOf(html)).size, file).toBe(idsOf(html).length);
});

test("Every address in the search index leads to a page and to an anchor in it", () => {
	const entries: { a: string }[] = JSON.parse(site.files.get("docs/search.json") ?? "[]");
	expect(entries.length).toBeGreaterThan(200);
	const wrong = entries.filter(({ a: address }) => {
		const [path = "", anchor] = address.split("#");
		const html = site.files.get(`${path.slice(1)}index.html`);
		return html === undefined || (anchor !== undefined && !html.includes(`id="${anchor}"`));
	});
	expect(wrong).toEqual([]);
});

test("Pages need no inline script or style, and load nothing from elsewhere", () => {
	for (const [file, html] of pages) {
		const tags = tagsOf(html);
		expect(
			tags.filter((tag) => /\sstyle=|\son[a-z]+=|^<style/i.test(tag)),
			file,
		).toEqual([]);
		expect(tags.filter((tag) => tag.startsWith("<script") && !/ src="\//.test(tag))).toEqual([]);
		const loaded = tags.filter((tag) => !/^<a\s/.test(tag));
		const addresses = loaded.flatMap((tag) => matches(tag, /\s(?:src|href)="([^"]*)"/g));
		expect(
			addresses.filter((address) => !/^\/(?!\/)/.test(address)),
			file,
		).toEqual([]);
	}
});

test("Every file of the documentation is a page, and every page has a title, a summary and its neighbours", () => {
	const files = listSources().map(({ file }) => file);
	const left = listMarkdown().filter((file) => file !== "README.md" && !files.includes(file));
	expect(left, "without a place in scripts/docs-site/contents.ts").toEqual([]);
	for (const { path } of listSources()) {
		const html = site.files.get(`docs/${path}/index.html`) ?? "";
		expect(html, path).toMatch(/<title>[^<]+ · Edgehook<\/title>/);
		expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}/);
		expect(html, path).toMatch(/<nav class="neighbours"[^>]*>\s*<a class="(?:previous|next)"/);
		expect(html, path).toContain('aria-current="page"');
	}
});

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)>" onclick="x`;

test("Tags in Markdown and in code stay text", () => {
	const fence = "```";
	const markdown = `# ${HOSTILE}\n\n${HOSTILE}\n\n${HOSTILE} *a*\n\n## ${HOSTILE}\n\n| a |\n| - |\n| ${HOSTILE} |\n\n- \`${HOSTILE}\`\n\n[a](x"y.md) ![${HOSTILE}](b.svg)\n\n${fence}js ${HOSTILE}\n${HOSTILE}\n${fence}\n\n<div onclick="x">\n\n${HOSTILE}\n`;
	const { content, title } = renderMarkdown(markdown, (target) => `/${target}`);
	const tags = tagsOf(content.text);
	expect(tags.filter((tag) => /^<(?:script|div onclick)/.test(tag))).toEqual([]);
	const outsideOfValues = tags.map((tag) => tag.replace(/"[^"]*"/g, '""'));
	expect(outsideOfValues.filter((tag) => /onerror|onclick|alert/.test(tag))).toEqual([]);
	expect(tags.filter((tag) => tag.startsWith("<img"))).toHaveLength(1);
	expect(title).toContain("alert(1)");
});

test("Code keeps its text whatever is coloured, and an unknown language stays as it is", () => {
	for (const file of listMarkdown().filter((name) => name !== "README.md")) {
		for (const { language, code } of listBlocks(readMarkdown(file))) {
			const [, inner = ""] =
				/<pre><code>([\s\S]*)<\/code>/.exec(renderPanel(language, code).text) ?? [];
			const text = inner
				.replace(/<[^>]*>/g, "")
				.replaceAll("&lt;", "<")
				.replaceAll("&gt;", ">")
				.replaceAll("&quot;", '"')
				.replaceAll("&#39;", "'")
				.replaceAll("&amp;", "&");
			expect(text).toBe(code);
		}
	}
	expect(renderPanel("cobol", "A < B").text).toContain("<code>A &lt; B</code>");
});

test("Anchors are made of the words of a heading", () => {
	expect(slugOf("What an endpoint can say")).toBe("what-an-endpoint-can-say");
	expect(slugOf("3. Applications & endpoints")).toBe("3-applications--endpoints");
	const toSlug = makeSlugger();
	expect([toSlug("Send"), toSlug("Send")]).toEqual(["send", "send-1"]);
});

test("The headers of the pages let search load its index, and nothing else", () => {
	const headers = readFileSync(join(root, "portal", "public", "_headers"), "utf8");
	const [, rule = ""] =
		/^\/docs\/\*\n(?: {2}.*\n)*? {2}Content-Security-Policy: (.*)$/m.exec(headers) ?? [];
	expect(rule).toContain("connect-src 'self'");
	expect(rule).toContain("require-trusted-types-for 'script'");
	expect(rule).not.toMatch(/unsafe|https:|\*/);
});
