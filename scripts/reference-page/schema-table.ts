// Schemas as tables: one row for each field, nested ones under dotted names.
import type { Contract, Parameter } from "./contract.ts";
import { breakable, Html, html, joinHtml, nothing, type Part, toAnchor } from "./html.ts";
import { type Field, inReadingOrder, type Range, type Schema } from "./schema.ts";

const DEPTH_MAX = 5;

type Row = Field & { prefix: string };

/** The fields of a schema or of the schema it refers to. */
export function renderFields(schema: Schema, contract: Contract): Html {
	const rows = toRows(resolve(schema, contract), "", 0);
	if (rows.length === 0) return html`<p class="note">${renderType(schema, contract)}</p>`;
	return renderTable(
		["Field", "Type", "Required", "Description"],
		rows.map((row) => [
			renderName(row.prefix, row.name),
			renderType(row.schema, contract),
			renderRequired(row.isRequired),
			renderMeaning(row.schema),
		]),
		rows.map((row) => row.schema.isDeprecated),
	);
}

export function renderParameters(parameters: readonly Parameter[], contract: Contract): Html {
	return renderTable(
		["Name", "In", "Type", "Required", "Description"],
		parameters.map((parameter) => [
			renderName("", parameter.name),
			parameter.where,
			renderType(parameter.schema, contract),
			renderRequired(parameter.isRequired),
			renderMeaning(parameter.schema),
		]),
		parameters.map((parameter) => parameter.schema.isDeprecated),
	);
}

/** A table that stays one for screen readers when narrow pages lay its cells out as blocks. */
export function renderTable(
	heads: readonly string[],
	rows: readonly (readonly Part[])[],
	dimmed: readonly boolean[] = [],
): Html {
	const names = heads.map((head) => `col-${toAnchor(head.toLowerCase())}`);
	return html`<table role="table" class="columns-${heads.length}"><thead role="rowgroup"><tr role="row">${heads.map(
		(head, at) => html`<th role="columnheader" scope="col" class="${names[at] ?? ""}">${head}</th>`,
	)}</tr></thead><tbody role="rowgroup">${rows.map(
		(cells, row) =>
			html`<tr role="row"${dimmed[row] === true ? html` class="dimmed"` : nothing}>${cells.map(
				(cell, at) => html`<td role="cell" class="${names[at] ?? ""}">${cell}</td>`,
			)}</tr>`,
	)}</tbody></table>
`;
}

export function renderType(schema: Schema, contract: Contract): Html {
	const isLong = schema.items !== null || isMap(schema);
	const rest = schema.isNullable ? (isLong ? ", or null" : " or null") : null;
	return html`${renderKind(schema, contract)}${rest}`;
}

function renderKind(schema: Schema, contract: Contract): Html {
	if (schema.ref !== null) return renderReferenceTo(schema.ref, contract);
	if (schema.variants.length > 0) {
		return joinHtml(
			schema.variants.map((variant) => renderKind(variant, contract)),
			" or ",
		);
	}
	if (schema.items !== null) return html`array of ${renderType(schema.items, contract)}`;
	if (isMap(schema)) return html`map of ${renderType(schema.values, contract)}`;
	if (schema.format !== "") return html`${schema.format}`;
	return html`${schema.types.join(" or ") || "any"}`;
}

/** Whether names are free but values are not: one that takes any value is just an object. */
function isMap(schema: Schema): schema is Schema & { values: Schema } {
	const { values } = schema;
	return values !== null && (values.types.length > 0 || values.ref !== null);
}

function renderReferenceTo(name: string, contract: Contract): Html {
	if (!contract.schemas.has(name)) return html`${name}`;
	return html`<a href="#${schemaAnchor(name)}">${breakable(name)}</a>`;
}

export const schemaAnchor = (name: string): string => `schema.${toAnchor(name)}`;

/** What a value must be, each rule as a short phrase. */
export function renderRules(schema: Schema): Html[] {
	const { length, amount, count, pattern, choices, fallback, items, values } = schema;
	const rules: (Html | null)[] = [
		choices && html`one of ${joinHtml(choices.map(renderValue), ", ")}`,
		renderRange(length, "character"),
		renderRange(amount, ""),
		renderRange(count, "item"),
		// A format's pattern only spells the format out.
		pattern !== "" && schema.format === "" ? html`matches <code>${pattern}</code>` : null,
		...schema.variants.flatMap(renderRules),
		...(items === null ? [] : renderRules(items).map((rule) => html`each ${rule}`)),
		...(values === null ? [] : renderRules(values).map((rule) => html`each value ${rule}`)),
		fallback && html`default ${renderValue(fallback.value)}`,
	];
	const texts = new Set(rules.filter((rule) => rule !== null).map((rule) => rule.text));
	return [...texts].map((text) => new Html(text));
}

function renderRange({ min, max }: Range, unit: string): Html | null {
	const units = (amount: number) => (unit === "" ? "" : amount === 1 ? ` ${unit}` : ` ${unit}s`);
	if (min === null && max === null) return null;
	if (min === null) return html`at most ${max}${units(max ?? 0)}`;
	if (max === null) return html`at least ${min}${units(min)}`;
	return html`${min} to ${max}${units(max)}`;
}

const renderValue = (value: unknown): Html =>
	html`<code>${typeof value === "string" && value !== "" ? value : JSON.stringify(value)}</code>`;

function renderMeaning(schema: Schema): Html {
	const rules = renderRules(schema);
	return html`${schema.isDeprecated ? html`<span class="tag">deprecated</span> ` : nothing}${
		schema.description
	}${rules.length > 0 ? html`<ul class="rules">${rules.map((rule) => html`<li>${rule}</li>`)}</ul>` : nothing}`;
}

const renderName = (prefix: string, name: string): Html =>
	html`<code class="field">${
		prefix === "" ? nothing : html`<span class="prefix">${breakable(prefix)}</span><wbr>`
	}${breakable(name)}</code>`;

const renderRequired = (isRequired: boolean): Html =>
	isRequired ? html`<strong>required</strong>` : html`<span class="quiet">optional</span>`;

function toRows(schema: Schema, prefix: string, depth: number): Row[] {
	if (depth > DEPTH_MAX) return [];
	const own = inReadingOrder(schema.fields).flatMap((field) => [
		{ ...field, prefix },
		...toRows(field.schema, `${prefix}${field.name}.`, depth + 1),
	]);
	const arrow = prefix === "" ? "[]." : `${prefix.slice(0, -1)}[].`;
	return [
		...own,
		...(schema.items === null ? [] : toRows(schema.items, arrow, depth + 1)),
		...schema.variants.flatMap((variant) => toRows(variant, prefix, depth + 1)),
	];
}

/** Follows a reference at the top; nested ones stay links. */
function resolve(schema: Schema, contract: Contract): Schema {
	return schema.ref === null ? schema : (contract.schemas.get(schema.ref) ?? schema);
}
