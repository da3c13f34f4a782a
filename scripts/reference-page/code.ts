// Code panels: curl commands and JSON, coloured when the page is built.
import type { Contract, Operation } from "./contract.ts";
import { toExample, toSample } from "./example.ts";
import { Html, html } from "./html.ts";

/** What fits beside "curl" in a panel without wrapping. */
const LINE_LENGTH = 44;
const SERVER = "http://127.0.0.1:8787";
const TOKEN = new RegExp(
	[
		/(?<key>"(?:[^"\\]|\\.)*")(?=\s*:\s)/,
		/(?<text>"(?:[^"\\]|\\.)*")/,
		/(?<word>\b(?:true|false|null)\b)/,
		/(?<number>(?<![\w.-])-?\d+(?:\.\d+)?\b)/,
		/(?<flag>(?<=\s)-[A-Za-z](?=\s)|^curl\b)/,
	]
		.map((part) => part.source)
		.join("|"),
	"gm",
);

/** A panel with a caption; the caption says what the code is, for readers and for screen readers. */
export function renderCode(caption: string, code: string): Html {
	return html`<figure class="code"><figcaption>${caption}</figcaption><pre><code>${colour(code)}</code></pre></figure>
`;
}

export function renderJson(caption: string, value: unknown): Html {
	return renderCode(caption, JSON.stringify(value, null, 2));
}

export function toCurl(operation: Operation, contract: Contract): string {
	const { method, parameters, body } = operation;
	const path = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) => {
		const parameter = parameters.find((each) => each.where === "path" && each.name === name);
		return encodeURIComponent(parameter ? toSample(name, parameter.schema) : name);
	});
	const query = parameters
		.filter((parameter) => parameter.where === "query" && parameter.isRequired)
		.map(({ name, schema }) => [name, toSample(name, schema)].map(encodeURIComponent).join("="));
	const address = `${SERVER}${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
	const verb = method === "get" ? "" : `-X ${method.toUpperCase()} `;
	const isShort = address.length + verb.length <= LINE_LENGTH;
	const lines = [
		...(isShort ? [`curl ${verb}"${address}"`] : [`curl ${verb}`.trimEnd(), `"${address}"`]),
		...(operation.needsKey ? ['-H "Authorization: Bearer $API_KEY"'] : []),
	];
	if (body !== null) {
		const example = JSON.stringify(toExample(body.schema, contract, true), null, 2);
		const indented = example.replaceAll("\n", "\n  ").replaceAll("'", "'\\''");
		lines.push('-H "Content-Type: application/json"', `-d '${indented}'`);
	}
	return lines.join(" \\\n  ");
}

function colour(code: string): Html {
	let markup = "";
	let end = 0;
	for (const match of code.matchAll(TOKEN)) {
		const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
		// Addresses are long: they may break after a slash.
		const pieces = match[0].split(/(?<=\/)/).map((piece) => html`${piece}`);
		const text = new Html(pieces.map((piece) => piece.text).join("<wbr>"));
		const token = html`${code.slice(end, match.index)}<span class="${kind ?? ""}">${text}</span>`;
		markup += token.text;
		end = match.index + match[0].length;
	}
	return new Html(markup + html`${code.slice(end)}`.text);
}
