// What every page of the documentation begins with: its head, the bar over it, and where search begins.
import { type Html, html, nothing } from "../reference-page/html.ts";

/** Where the API reference is. */
export const API = "/docs/api/";

type Head = { title: string; description: string; styles: readonly string[]; script: string };

/** Styles and scripts are names below /docs/. */
export function renderHead({ title, description, styles, script }: Head): Html {
	return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${
	description === ""
		? nothing
		: html`<meta name="description" content="${description}">
`
}<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/base.css">
${["bar", "navigation", ...styles, "search"].map(
	(style) => html`<link rel="stylesheet" href="/docs/${style}.css">
`,
)}<script type="module" src="/docs/${script}.js"></script>
</head>`;
}

const PLACES = { guides: ["/docs/", "Guides"], reference: [API, "API reference"] } as const;

/** Search is put in by the script: without one there is none. */
export function renderBar(current: keyof typeof PLACES): Html {
	const links = Object.entries(PLACES).map(([name, [address, label]]) => {
		const mark = name === current ? html` aria-current="true"` : nothing;
		return html`<a href="${address}"${mark}>${label}</a>`;
	});
	return html`<header class="bar">
<a class="brand" href="/"><img src="/logo.svg" alt="" width="28" height="28"><span>Edgehook</span></a>
<nav class="places" aria-label="Documentation">${links}</nav>
</header>
`;
}
