// The first page of the documentation: every page with a sentence of what is in it.
import { html } from "../reference-page/html.ts";
import { API } from "./frame.ts";
import { type Page, renderShell } from "./page.ts";

const LEAD =
	"Edgehook sends webhooks for you: post a message once, and every endpoint that subscribes to it gets it, signed, as fast as it allows, and again when it failed.";

export const HOME = "/docs/";

export function renderHome(pages: readonly Page[]): string {
	const groups = [...new Set(pages.map(({ group }) => group))];
	return renderShell({
		title: "Documentation",
		description: LEAD,
		places: pages,
		current: HOME,
		styles: ["home"],
		main: html`<div class="home">
<h1>Documentation</h1>
<p class="lead">${LEAD}</p>
<p class="actions"><a class="button" href="/docs/guides/sending/">Send the first message</a> <a href="${API}">API reference</a></p>
${groups.map(
	(group) => html`<section>
<h2>${group}</h2>
<ul class="cards">${pages
		.filter((page) => page.group === group)
		.map(
			({
				address,
				label,
				summary,
			}) => html`<li><a href="${address}">${label}</a><p>${shorten(summary)}</p></li>
`,
		)}</ul>
</section>
`,
)}</div>
`,
	});
}

const LENGTH_MAX = 170;

/** Its first sentences, as many as fit. */
function shorten(text: string): string {
	const sentences = text.split(/(?<=[.!?]) /);
	let short = sentences.shift() ?? "";
	for (const sentence of sentences) {
		if (short.length + sentence.length >= LENGTH_MAX) break;
		short += ` ${sentence}`;
	}
	return short;
}
