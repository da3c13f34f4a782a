// The way round the page: chapters, operations by tag, schemas.
import type { Contract } from "./contract.ts";
import { breakable, type Html, html, toAnchor } from "./html.ts";
import { introChapters } from "./intro.ts";
import { renderMethod } from "./operation.ts";
import { schemaAnchor } from "./schema-table.ts";

const PREFIX = /^\/api\/v1(?=\/)/;

/** Links to everything on the page, grouped. Each carries its words for the filter. */
export function renderLinks(contract: Contract): Html {
	const chapters = introChapters(contract).map(({ anchor, title }) =>
		renderLink(anchor, html`${title}`, title),
	);
	const schemas = [...contract.schemas.keys()].map((name) =>
		renderLink(schemaAnchor(name), html`${breakable(name)}`, name),
	);
	return html`${renderGroup("Overview", "top", chapters)}${contract.groups.map(
		({ name, operations }) =>
			renderGroup(
				name,
				groupAnchor(name),
				operations.map(({ id, method, path, summary }) =>
					renderLink(
						toAnchor(id),
						html`${renderMethod(method)}<span class="path">${breakable(path.replace(PREFIX, ""))}</span>`,
						`${method} ${path} ${summary} ${id}`,
						summary,
					),
				),
			),
	)}${renderGroup("Schemas", "schemas", schemas)}`;
}

export const groupAnchor = (name: string): string => `tag.${toAnchor(name.toLowerCase())}`;

function renderGroup(name: string, anchor: string, links: readonly Html[]): Html {
	return html`<div class="group">
<p class="group-name"><a href="#${anchor}">${name}</a></p>
<ul>${links}</ul>
</div>
`;
}

function renderLink(anchor: string, label: Html, words: string, title = ""): Html {
	return html`<li data-words="${words.toLowerCase()}"><a href="#${anchor}"${
		title === "" ? null : html` title="${title}"`
	}>${label}</a></li>
`;
}
