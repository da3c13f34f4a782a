// A schema with all that it refers to, so that it can be read by itself.
import { aliasOf, type Definitions, type Part, SCHEMA_CHARS_MAX } from "./definitions.ts";
import { Problem, type Remark, toRemark } from "./problem.ts";
import type { Schema } from "./schema.ts";
import { isObject } from "./values.ts";

export type WholeSchema = { schema: Schema; notes: Remark[]; chars: number };

/** @throws Problem when a part of it cannot be read, or when it grows too large */
export function toWholeSchema(definitions: Definitions, first: Part): WholeSchema {
	const root = withoutAlias(definitions, first);
	const parts = new Map<string, Part>();
	const waiting = [...root.refers];
	let chars = root.chars;
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		if (parts.has(name)) continue;
		const part = definitions.get(name);
		parts.set(name, part);
		chars += part.chars + name.length;
		if (chars > SCHEMA_CHARS_MAX) {
			const what = `is larger than ${SCHEMA_CHARS_MAX} characters with all that it refers to`;
			throw new Problem(first.at, what);
		}
		for (const next of part.refers) waiting.push(next);
	}
	const notes = [root, ...parts.values()].flatMap((part) => part.notes);
	if (isEndless(parts)) {
		notes.push(toRemark(first.at, "refers to itself for the same value: no check of it would end"));
	}
	return { schema: withDefinitions(root.schema, parts), notes, chars };
}

/** What a schema that is nothing but a reference means, so that its words stand at the top. */
function withoutAlias(definitions: Definitions, first: Part): Part {
	const seen = new Set<string>();
	let part = first;
	for (let alias = aliasOf(part.schema); alias !== null; alias = aliasOf(part.schema)) {
		if (seen.has(alias)) throw new Problem(first.at, "refers to itself without end");
		seen.add(alias);
		part = definitions.get(alias);
	}
	return part;
}

function withDefinitions(schema: Schema, parts: ReadonlyMap<string, Part>): Schema {
	if (!isObject(schema) || parts.size === 0) return schema;
	const names = [...parts.keys()].sort();
	const entries = names.map((name) => [name, parts.get(name)?.schema]);
	return { ...schema, definitions: Object.fromEntries(entries) };
}

/** Takes away what refers to nothing that is left, until only circles are, and what leads to them. */
function isEndless(parts: ReadonlyMap<string, Part>): boolean {
	const referrers = new Map<string, string[]>();
	const open = new Map<string, number>();
	for (const [name, { sameValue: refers }] of parts) {
		open.set(name, refers.size);
		for (const other of refers) {
			const list = referrers.get(other) ?? [];
			list.push(name);
			referrers.set(other, list);
		}
	}
	const done = [...open].filter(([, count]) => count === 0).map(([name]) => name);
	let left = parts.size;
	for (let name = done.pop(); name !== undefined; name = done.pop()) {
		left -= 1;
		for (const other of referrers.get(name) ?? []) {
			const count = (open.get(other) ?? 0) - 1;
			open.set(other, count);
			if (count === 0) done.push(other);
		}
	}
	return left > 0;
}
