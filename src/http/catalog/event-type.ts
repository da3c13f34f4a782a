// An event type on a page: what it tells, what its fields mean, and an example.
import { readSchema } from "../../core/schema-tree.ts";
import { exampleOf } from "../../services/examples.ts";
import type { CatalogEntry } from "../../store/catalog.ts";
import type { EventType } from "../../store/event-types.ts";
import { type Html, html } from "../html.ts";
import { exampleBlock } from "./code.ts";
import { schemaTree } from "./schema.ts";

const NO_WORDS = "No description.";

export const deprecatedBadge = html`<span class="badge">deprecated</span>`;

/** One of many on a page, which its name leads to. */
export function typeSection(base: string, type: EventType): Html {
	return html`<article id="${type.name}" class="event" data-item><div class="about"><h3><a href="#${type.name}"><bdi>${type.name}</bdi></a>${type.deprecated && deprecatedBadge}</h3>${describe(type.description)}</div>${contentOf(base, type)}</article>`;
}

/** One as a line of a list that leads to its page. */
export function typeLine(base: string, { name, description, deprecated }: CatalogEntry): Html {
	return html`<li id="${name}" data-item><div class="about"><a href="${base}/${name}"><bdi>${name}</bdi></a>${deprecated && deprecatedBadge}${description && html`<p dir="auto">${description}</p>`}</div></li>`;
}

export const describe = (description: string): Html =>
	description === ""
		? html`<p class="quiet-text">${NO_WORDS}</p>`
		: html`<p class="description" dir="auto">${description}</p>`;

/** Each version of its schema, the newest first, and the example beside the first. */
export function contentOf(base: string, { name, schemas }: EventType): Html {
	const [newest, ...older] = Object.keys(schemas ?? {}).reverse();
	const example = exampleOf(schemas);
	return html`<div class="content"><div>${schemaCard(newest, schemas)}${older.map(
		(version) =>
			html`<details class="older"><summary>Version ${version}</summary>${schemaCard(version, schemas)}</details>`,
	)}</div><div>${
		example === undefined
			? html`<p class="note">This event type has no example.</p>`
			: (exampleBlock(`Example of ${name}`, example) ??
				html`<p class="note">The example is too long for a page. It is in <a href="${base}/event-types.json">the catalog as JSON</a>.</p>`)
	}</div></div>`;
}

function schemaCard(version: string | undefined, schemas: EventType["schemas"]): Html {
	const root = version === undefined ? null : readSchema(schemas?.[version]);
	const isEmpty =
		root === null ||
		(root.fields.length === 0 && !root.items && !root.rest && !root.choices && root.type === "");
	return isEmpty
		? html`<p class="note">This event type has no schema.</p>`
		: html`<div class="card"><h4>Fields</h4>${schemaTree(root)}</div>`;
}
