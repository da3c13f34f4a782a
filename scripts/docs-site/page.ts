// One page of the guides: the way round on the left, the text, what is on the page on the right.
import { type Html, html, nothing } from "../reference-page/html.ts";
import { renderBar, renderHead } from "./frame.ts";
import type { Heading } from "./markdown.ts";

export type Place = { group: string; label: string; address: string };

export type Page = Place & {
	title: string;
	summary: string;
	headings: readonly Heading[];
	content: Html;
};

/** Deeper headings are left out of what is on the page. */
const DEPTH_MAX = 3;
/** With fewer, there is nothing to find one's way in. */
const HEADINGS_MIN = 2;

export function renderPage(page: Page, places: readonly Place[]): string {
	const at = places.findIndex(({ address }) => address === page.address);
	return renderShell({
		title: page.title,
		description: page.summary,
		places,
		current: page.address,
		main: html`<article>
<p class="eyebrow">${page.group}</p>
${page.content}${renderNeighbours(places[at - 1], places[at + 1])}</article>
${renderContents(page.headings)}`,
	});
}

type Shell = {
	title: string;
	description: string;
	places: readonly Place[];
	/** Address of the page. */
	current: string;
	main: Html;
	styles?: readonly string[];
};

export function renderShell(shell: Shell): string {
	const { title, description, places, current, main, styles = [] } = shell;
	const links = renderLinks(places, current);
	const head = {
		title: `${title} · Edgehook`,
		description,
		styles: ["guide", ...styles],
		script: "guide",
	};
	return html`<!doctype html>
<html lang="en">
${renderHead(head)}
<body>
<a class="skip" href="#content">Skip to content</a>
${renderBar("guides")}<nav class="side" aria-label="Guides">
${links}</nav>
<details class="menu">
<summary>Contents</summary>
<nav aria-label="Guides">
${links}</nav>
</details>
<main id="content" tabindex="-1">
${main}</main>
</body>
</html>
`.text;
}

function renderLinks(places: readonly Place[], current: string): Html {
	const groups = [...new Set(places.map(({ group }) => group))];
	return html`${groups.map(
		(group) => html`<div class="group">
<p class="group-name">${group}</p>
<ul>${places
			.filter((place) => place.group === group)
			.map(({ address, label }) => {
				const mark = address === current ? html` aria-current="page"` : nothing;
				return html`<li><a href="${address}"${mark}>${label}</a></li>
`;
			})}</ul>
</div>
`,
	)}`;
}

function renderNeighbours(before: Place | undefined, after: Place | undefined): Html {
	const link = (place: Place | undefined, name: string) =>
		place === undefined
			? nothing
			: html`<a class="${name.toLowerCase()}" href="${place.address}"><span>${name}</span> ${place.label}</a>
`;
	return html`<nav class="neighbours" aria-label="Previous and next page">
${link(before, "Previous")}${link(after, "Next")}</nav>
`;
}

function renderContents(headings: readonly Heading[]): Html {
	const shown = headings.filter(({ depth }) => depth <= DEPTH_MAX);
	if (shown.length < HEADINGS_MIN) return nothing;
	return html`<nav class="contents" aria-label="On this page">
<p>On this page</p>
<ul>${shown.map(
		({
			depth,
			text,
			anchor,
		}) => html`<li class="depth-${depth}"><a href="#${anchor}">${text}</a></li>
`,
	)}</ul>
</nav>
`;
}
