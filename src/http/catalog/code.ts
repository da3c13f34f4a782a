// Code to read and to copy; JSON in colours.
import { type Html, html } from "../html.ts";

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
/** A longer text is told about, and not shown. */
const SHOWN_CHARS_MAX = 65_536;

/** @param label what it is, also for who hears the page */
export function codeBlock(label: string, code: Html | string): Html {
	return html`<figure class="code-block"><figcaption class="code-head"><span>${label}</span><button type="button" class="copy" data-copy hidden>Copy</button></figcaption><pre class="code" tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre></figure>`;
}

/** An example as it would be sent; null when it is too long for a page. */
export function exampleBlock(label: string, example: unknown): Html | null {
	const short = JSON.stringify(example);
	if (short.length > SHOWN_CHARS_MAX) return null;
	const long = JSON.stringify(example, null, 2);
	return codeBlock(label, colourJson(long.length > 2 * SHOWN_CHARS_MAX ? short : long));
}

function colourJson(text: string): Html {
	const parts: (Html | string)[] = [];
	let end = 0;
	for (const found of text.matchAll(TOKEN)) {
		const [all, string, colon, number] = found;
		parts.push(text.slice(end, found.index));
		if (string !== undefined) {
			const kind = colon === undefined ? "s" : "k";
			parts.push(html`<i class="${kind}">${string}</i>${colon ?? ""}`);
		} else parts.push(html`<i class="${number === undefined ? "w" : "n"}">${all}</i>`);
		end = found.index + all.length;
	}
	return html`${parts}${text.slice(end)}`;
}
