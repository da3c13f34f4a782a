// The examples of a body: its own, those it has by name, and those of its schema.
import type { Path } from "./pointer.ts";
import { type Remark, toRemark } from "./problem.ts";
import { type References, resolved } from "./references.ts";
import type { Schema } from "./schema.ts";
import { isObject, type Json, own } from "./values.ts";

/** @param media the body's media type, which stands at `at` */
export function examplesOf(
	references: References,
	media: Json,
	at: Path,
	notes: Remark[],
): unknown[] {
	const named = own(media, "examples");
	const single = Object.hasOwn(media, "example") ? [own(media, "example")] : [];
	const place = [...at, "examples"];
	if (Array.isArray(named)) return [...single, ...named];
	if (named !== undefined && !isObject(named)) {
		notes.push(toRemark(place, "is not read: it must be an object of examples by name"));
		return single;
	}
	return [
		...single,
		...Object.entries(named ?? {}).flatMap(([name, value]) => {
			const found = resolved(references, value, [...place, name]);
			if (Object.hasOwn(found.value, "value")) return [own(found.value, "value")];
			notes.push(toRemark(found.at, "is not read: only a value in the description is"));
			return [];
		}),
	];
}

/** The schema with these before its own examples; the examples alone are a schema that anything fits. */
export function withExamples(schema: Schema | null, examples: readonly unknown[]): Schema | null {
	if (examples.length === 0) return schema;
	const object = isObject(schema) ? schema : schema === false ? { not: {} } : {};
	const { examples: others, ...rest } = { examples: [], ...object };
	const all = [...examples, ...(Array.isArray(others) ? others : [])];
	const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
	return { ...rest, examples: [...distinct.values()] };
}
