// What search looks through, in one file: every section of every page, every operation and schema of the API.
import { type Contract, readContract } from "../reference-page/contract.ts";
import { toAnchor } from "../reference-page/html.ts";
import { introChapters } from "../reference-page/intro.ts";
import { schemaAnchor } from "../reference-page/schema-table.ts";
import { API } from "./frame.ts";
import type { Document } from "./markdown.ts";
import type { Place } from "./page.ts";

/** Short names, because there are many: page, heading, address, text, code. */
type Entry = { p: string; h: string; a: string; t: string; c?: string };

export function toSearchIndex(
	pages: readonly (Place & Pick<Document, "sections" | "title">)[],
	contract: unknown,
): Entry[] {
	const sections = pages.flatMap(({ title, address, sections }) =>
		sections.map(({ heading, anchor, text, code }) => ({
			p: title,
			h: heading,
			a: anchor === "" ? address : `${address}#${anchor}`,
			t: text,
			...(code !== "" && { c: code }),
		})),
	);
	return [...sections, ...listOperations(readContract(contract))];
}

function listOperations(contract: Contract): Entry[] {
	const entry = (heading: string, anchor: string, text: string): Entry => ({
		p: "API reference",
		h: heading,
		a: `${API}#${anchor}`,
		t: text,
	});
	return [
		...introChapters(contract).map(({ anchor, title }) => entry(title, anchor, "")),
		...contract.groups.flatMap(({ operations }) =>
			operations.map(({ id, method, path, summary, description }) =>
				entry(summary, toAnchor(id), `${method.toUpperCase()} ${path} ${description}`.trim()),
			),
		),
		...[...contract.schemas].map(([name, { description }]) =>
			entry(name, schemaAnchor(name), description),
		),
	];
}
