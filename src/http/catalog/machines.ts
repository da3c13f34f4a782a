// The catalog for machines: as JSON, and as Markdown. Both come in parts that follow each other.

import { groupOf } from "../../core/event-groups.ts";
import { readSchema, type SchemaNode } from "../../core/schema-tree.ts";
import type { PublicCatalog } from "../../services/catalog.ts";
import { exampleOf } from "../../services/examples.ts";
import type { EventType } from "../../store/event-types.ts";

export type Part = { types: readonly EventType[]; next: string | null };

export function toJson({ displayName }: PublicCatalog, { types, next }: Part): string {
	const data = types.map((type) => ({
		name: type.name,
		description: type.description,
		groupName: groupOf(type),
		deprecated: type.deprecated,
		schemas: type.schemas,
		example: exampleOf(type.schemas) ?? null,
	}));
	return JSON.stringify({ displayName, data, iterator: next, done: next === null });
}

/** @param base where the catalog is, for the way to the next part */
export function toMarkdown({ displayName }: PublicCatalog, part: Part, base: string): string {
	const lines = [`# ${plain(displayName)} webhook events`, "", ...part.types.flatMap(ofType)];
	if (part.next !== null) {
		lines.push(`[More event types](${base}/event-types.md?iterator=${part.next})`, "");
	}
	return lines.join("\n");
}

function ofType({ name, description, deprecated, schemas }: EventType): string[] {
	const version = Object.keys(schemas ?? {}).at(-1);
	const root = version === undefined ? null : readSchema(schemas?.[version]);
	const fields = root === null ? [] : ofParts(root, 0);
	const example = exampleOf(schemas);
	return [
		`## ${plain(name)}${deprecated ? " (deprecated)" : ""}`,
		"",
		...(description === "" ? [] : [plain(description), ""]),
		...(fields.length === 0 ? [] : ["Fields:", "", ...fields, ""]),
		...(example === undefined ? [] : ["Example:", "", ...fenced(example), ""]),
	];
}

function ofParts({ fields, items, rest, choices }: SchemaNode, depth: number): string[] {
	return [
		...fields.flatMap(({ name, isRequired, node }) => ofNode(plain(name), node, depth, isRequired)),
		...(items === null ? [] : ofNode("each item", items, depth, false)),
		...(rest === null ? [] : ofNode("any other field", rest, depth, false)),
		...(choices?.nodes ?? []).flatMap((node) =>
			ofNode(choices?.kind === "oneOf" ? "either" : "any of", node, depth, false),
		),
	];
}

function ofNode(name: string, node: SchemaNode, depth: number, isRequired: boolean): string[] {
	const facts = node.facts.map((fact) => `${fact.name} ${plain(fact.value)}`);
	const about = [
		node.type,
		isRequired ? "required" : "",
		node.isDeprecated ? "deprecated" : "",
		...facts,
		node.values.length === 0 ? "" : `one of ${node.values.map(plain).join(", ")}`,
	].filter((word) => word !== "");
	const words = node.description === null ? "" : `: ${plain(node.description)}`;
	const line = `${"  ".repeat(depth)}- **${name}** (${about.join("; ")})${words}`;
	return [line, ...ofParts(node, depth + 1)];
}

/** JSON in lines has no line that could end its fence. */
const fenced = (example: unknown): string[] => ["```json", toLines(example), "```"];

const LINES_CHARS_MAX = 65_536;

function toLines(example: unknown): string {
	const short = JSON.stringify(example);
	return short.length > LINES_CHARS_MAX ? short : JSON.stringify(example, null, 2);
}

/** A text as one line that means nothing but itself: no heading, no link, no markup. */
const plain = (text: string): string =>
	text
		.replaceAll(/\s+/g, " ")
		.trim()
		.replaceAll(/[\\`*_[\]<>#|~]/g, "\\$&")
		.replace(/^[-+=]/, "\\$&");
