// The fields of a payload as a tree to open and close, without a script.
import type { SchemaNode } from "../../core/schema-tree.ts";
import { type Html, html } from "../html.ts";

const OPEN_DEPTH = 1;

export const schemaTree = (root: SchemaNode): Html =>
	html`<div class="schema">${root.description && html`<p>${root.description}</p>`}${parts(root, 0)}</div>`;

function parts(node: SchemaNode, depth: number): Html {
	const { fields, items, rest, choices } = node;
	return html`${
		fields.length > 0 &&
		html`<ul>${fields.map((field) => html`<li class="schema-row">${row(html`<code>${field.name}</code>`, field.node, depth, field.isRequired)}</li>`)}</ul>`
	}${items && part("Each item", items, depth)}${rest && part("Any other field", rest, depth)}${
		choices &&
		html`<div class="choices"><p class="choice-label">${choices.kind === "oneOf" ? "One of" : "Any of"}</p>${choices.nodes.map((choice) => part(choice.type || "…", choice, depth))}</div>`
	}`;
}

const part = (name: string, node: SchemaNode, depth: number): Html =>
	html`<div class="schema-row">${row(html`<em>${name}</em>`, node, depth, false, name)}</div>`;

/** @param shown what its name says already */
function row(name: Html, node: SchemaNode, depth: number, isRequired: boolean, shown = ""): Html {
	const head = html`<span class="schema-head">${name}${node.type !== shown && html` <span class="type">${node.type}</span>`}${isRequired && html` <span class="required">required</span>`}${node.isDeprecated && html` <span class="badge">deprecated</span>`}</span>`;
	const hasParts = node.fields.length > 0 || node.items || node.rest || node.choices;
	if (!hasParts) return html`${head}${words(node)}`;
	const inside = html`<summary>${head}</summary>${words(node)}<div class="inside">${parts(node, depth + 1)}</div>`;
	return depth < OPEN_DEPTH
		? html`<details open>${inside}</details>`
		: html`<details>${inside}</details>`;
}

function words({ description, isRepeated, values, facts }: SchemaNode): Html {
	return html`${description && html`<p>${description}</p>`}${
		isRepeated && html`<p class="facts">Has the fields of the one above.</p>`
	}${
		values.length > 0 &&
		html`<p class="facts">Values: ${values.map((value) => html`<code>${value}</code> `)}</p>`
	}${
		facts.length > 0 &&
		html`<p class="facts">${facts.map(({ name, value }) => html`<span>${name}: ${value}</span> `)}</p>`
	}`;
}
