// Colours code when the documentation is built: a few kinds of words of each language, nothing more.
import { Html, html } from "../reference-page/html.ts";

type Language = { title: string; rules: readonly Rule[] };
type Rule = readonly [kind: Kind, pattern: RegExp];
type Kind = "comment" | "text" | "key" | "word" | "number" | "flag";

const DOUBLE: Rule = ["text", /"(?:[^"\\\n]|\\.)*"/];
const SINGLE: Rule = ["text", /'(?:[^'\\\n]|\\.)*'/];
const SLASHES: Rule = ["comment", /\/\/[^\n]*|\/\*[\s\S]*?\*\//];
const HASH: Rule = ["comment", /(?<![\S])#[^\n]*/];
const NUMBER: Rule = ["number", /\b\d[\d_]*(?:\.\d+)?\b/];
const MEMBER: Rule = ["key", /"(?:[^"\\\n]|\\.)*"(?=\s*:(?:\s|$))/];

const words = (list: string): Rule => [
	"word",
	new RegExp(`(?<!\\.)\\b(?:${list.replaceAll(" ", "|")})\\b`),
];

const SCRIPT: readonly Rule[] = [
	SLASHES,
	["text", /`(?:[^`\\]|\\.)*`/],
	MEMBER,
	DOUBLE,
	SINGLE,
	words(
		"import from export default const let var function return if else for of in while new await async throw try catch class extends null true false undefined typeof",
	),
	NUMBER,
];

const LANGUAGES: Record<string, Language> = {
	sh: {
		title: "Shell",
		rules: [
			HASH,
			MEMBER,
			DOUBLE,
			// A body in JSON is coloured within.
			["text", /(?<=[\s=(])'(?!\s*[{[])[^']*'/],
			["key", /\$\w+|\$\{[^}]*\}/],
			["word", /\b(?:true|false|null)\b/],
			[
				"flag",
				/(?<=^|\n|\| |&& |\$\()(?:curl|npm|npx|edgehook|echo|export|openssl|cat|python3|node)\b|(?<=\s)--?[A-Za-z][\w-]*/,
			],
		],
	},
	json: { title: "JSON", rules: [MEMBER, DOUBLE, words("true false null"), NUMBER] },
	js: { title: "JavaScript", rules: SCRIPT },
	ts: { title: "TypeScript", rules: SCRIPT },
	jsx: { title: "React", rules: [...SCRIPT, ["flag", /<\/?[A-Za-z][\w.]*|(?<!=)\/?>/]] },
	python: {
		title: "Python",
		rules: [
			HASH,
			["text", /[bfr]?"""[\s\S]*?"""/],
			["text", /\b[bfr]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/],
			DOUBLE,
			SINGLE,
			words(
				"import from def return if elif else for in not and or while class with as try except raise pass None True False lambda is",
			),
			NUMBER,
		],
	},
	go: {
		title: "Go",
		rules: [
			SLASHES,
			["text", /`[^`]*`/],
			DOUBLE,
			SINGLE,
			words(
				"package import func return if else for range var const type struct map string int64 byte bool error nil true false defer switch case",
			),
			NUMBER,
		],
	},
	ruby: {
		title: "Ruby",
		rules: [
			HASH,
			DOUBLE,
			SINGLE,
			words(
				"require def end return if else elsif unless do nil true false and or not rescue raise class module begin next",
			),
			["key", /(?<![\w:]):\w+/],
			NUMBER,
		],
	},
	php: {
		title: "PHP",
		rules: [
			SLASHES,
			HASH,
			["flag", /<\?php|\?>/],
			DOUBLE,
			SINGLE,
			["key", /\$\w+/],
			words(
				"function return if else elseif foreach as new true false null exit throw try catch and or static",
			),
			NUMBER,
		],
	},
	java: {
		title: "Java",
		rules: [
			SLASHES,
			DOUBLE,
			SINGLE,
			words(
				"import package public private static final class record void new return if else for while try catch throw throws int long byte boolean String var null true false",
			),
			NUMBER,
		],
	},
	yaml: {
		title: "YAML",
		rules: [
			HASH,
			["key", /(?<=^|\n)\s*(?:- )?[\w./-]+(?=:(?:\s|$))/],
			DOUBLE,
			SINGLE,
			words("true false null"),
		],
	},
	toml: {
		title: "TOML",
		rules: [HASH, ["key", /(?<=^|\n)\s*[\w.-]+(?=\s*=)/], DOUBLE, words("true false"), NUMBER],
	},
	html: {
		title: "HTML",
		rules: [
			["comment", /<!--[\s\S]*?-->/],
			DOUBLE,
			["flag", /<\/?[A-Za-z][\w-]*|\/?>/],
			["key", /(?<=\s)[a-z-]+(?==)/],
		],
	},
	http: { title: "HTTP", rules: [["key", /(?<=^|\n)[\w-]+(?=:)/]] },
};

const ALIASES: Record<string, string> = {
	bash: "sh",
	shell: "sh",
	console: "sh",
	javascript: "js",
	typescript: "ts",
	tsx: "jsx",
	py: "python",
	yml: "yaml",
	text: "",
	txt: "",
};

/** A panel with the language's name over it; what is not known stays without colours. */
export function renderPanel(language: string, code: string): Html {
	const name = ALIASES[language] ?? language;
	const found = LANGUAGES[name];
	const caption = found?.title ?? (name === "" ? "Text" : name);
	return html`<figure class="code"><figcaption>${caption}</figcaption><pre><code>${colour(code, found?.rules ?? [])}</code></pre></figure>
`;
}

function colour(code: string, rules: readonly Rule[]): Html {
	if (rules.length === 0) return html`${code}`;
	const pattern = new RegExp(rules.map(([, { source }]) => `(${source})`).join("|"), "g");
	let markup = "";
	let end = 0;
	for (const match of code.matchAll(pattern)) {
		const kind = rules[match.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? "text";
		markup += html`${code.slice(end, match.index)}<span class="${kind}">${match[0]}</span>`.text;
		end = match.index + match[0].length;
	}
	return new Html(markup + html`${code.slice(end)}`.text);
}
