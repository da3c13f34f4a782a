// The words that OpenAPI 3.0 has beside JSON Schema's: nullable, and limits that are excluded by a flag.
import { isAnnotation } from "./keywords.ts";
import type { Path } from "./pointer.ts";
import type { Surroundings } from "./schema.ts";
import { isObject, type Json, own, without } from "./values.ts";

export function fromOpenApi30(schema: Json, at: Path, around: Surroundings): Json {
	const limited = fromFlag(fromFlag(schema, "Minimum"), "Maximum");
	return around.dialect === "3.0" ? fromNullable(limited, at, around) : limited;
}

/** `minimum: 1, exclusiveMinimum: true` is `exclusiveMinimum: 1`. */
function fromFlag(schema: Json, which: "Minimum" | "Maximum"): Json {
	const [excluded, limit] = [`exclusive${which}`, which.toLowerCase()];
	const flag = own(schema, excluded);
	if (typeof flag !== "boolean") return schema;
	const value = own(schema, limit);
	if (!flag || value === undefined) return without(schema, excluded);
	return { ...without(schema, excluded, limit), [excluded]: value };
}

const COMPOSED = ["allOf", "anyOf", "oneOf", "not"];

function fromNullable(schema: Json, at: Path, { note }: Surroundings): Json {
	if (!Object.hasOwn(schema, "nullable")) return schema;
	const { nullable, ...rest } = schema;
	if (nullable !== true) return rest;
	if (COMPOSED.some((word) => Object.hasOwn(rest, word))) return orNull(rest);
	const { type } = rest;
	if (type === undefined) {
		if (Object.hasOwn(rest, "enum")) return withNullIn(rest);
		note([...at, "nullable"], "changes nothing: without a type null is allowed");
		return rest;
	}
	const types = Array.isArray(type) ? type : [type];
	return withNullIn({ ...rest, type: types.includes("null") ? types : [...types, "null"] });
}

/** A list of values allows null only when it is one of them. */
function withNullIn(schema: Json): Json {
	const { enum: values } = schema;
	return !Array.isArray(values) || values.includes(null)
		? schema
		: { ...schema, enum: [...values, null] };
}

/** Every part would have to allow null: so it is one more possibility beside the whole. */
function orNull(schema: Json): Json {
	const entries = Object.entries(schema);
	const told = entries.filter(([word]) => isAnnotation(word) || word === "discriminator");
	const checked = entries.filter(([word]) => !isAnnotation(word) && word !== "discriminator");
	const alternative = withoutNull(Object.fromEntries(checked));
	return { ...Object.fromEntries(told), anyOf: [alternative, { type: "null" }] };
}

/** `anyOf` alone needs no other one around it. */
function withoutNull(schema: Json): Json {
	const { allOf } = schema;
	const [only] = Array.isArray(allOf) ? allOf : [];
	const isWrapper = Object.keys(schema).length === 1 && Array.isArray(allOf) && allOf.length === 1;
	return isWrapper && isObject(only) ? only : schema;
}
