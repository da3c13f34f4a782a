// The API reference as one page of HTML, made from openapi.json when the project is built.
import { renderBar, renderHead } from "./docs-site/frame.ts";
import { type Contract, readContract } from "./reference-page/contract.ts";
import { type Html, html, nothing } from "./reference-page/html.ts";
import { renderIntro } from "./reference-page/intro.ts";
import { groupAnchor, renderLinks } from "./reference-page/navigation.ts";
import { renderHeading, renderOperation } from "./reference-page/operation.ts";
import { renderFields, schemaAnchor } from "./reference-page/schema-table.ts";

export function renderReference(contract: unknown): string {
	return renderPage(readContract(contract)).text;
}

function renderPage(contract: Contract): Html {
	const links = renderLinks(contract);
	return html`<!doctype html>
<html lang="en">
${renderHead({
	title: `${contract.title} reference`,
	description: "",
	styles: ["reference", "tables"],
	script: "reference",
})}
<body>
<a class="skip" href="#content">Skip to content</a>
${renderBar("reference")}<nav class="side" aria-label="Reference">
${links}</nav>
<details class="menu">
<summary>Contents</summary>
<nav aria-label="Reference">
${links}</nav>
</details>
<main id="content" tabindex="-1">
${renderOpening(contract)}${renderIntro(contract)}${contract.groups.map(
	({ name, operations }) => html`<h2 id="${groupAnchor(name)}">${name}</h2>
${operations.map((operation) => renderOperation(operation, contract))}`,
)}${renderSchemas(contract)}</main>
</body>
</html>
`;
}

function renderOpening({ title, version, description }: Contract): Html {
	return html`<div class="opening" id="top">
<h1>${title}</h1>
<p class="lead">${description}</p>
${version === "" ? nothing : html`<p class="quiet">Version ${version}, under <code>/api/v1</code></p>`}
</div>
`;
}

function renderSchemas(contract: Contract): Html {
	return html`<h2 id="schemas">Schemas</h2>
${[...contract.schemas].map(
	([name, schema]) => html`<section class="entry schema" id="${schemaAnchor(name)}">
<div class="prose">
${renderHeading(schemaAnchor(name), name)}
${schema.description === "" ? nothing : html`<p>${schema.description}</p>`}
${renderFields(schema, contract)}
</div>
</section>
`,
)}`;
}
