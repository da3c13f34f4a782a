// A schema of a description as one of Draft 7: each schema inside it first, then its own words.
import { toDraft7 } from "./draft-7-words.ts";
import {
	isAnnotation,
	isData,
	LOCAL_DEFINITIONS,
	ONE_SCHEMA,
	SCHEMA_LIST,
	SCHEMA_MAP,
} from "./keywords.ts";
import type { Path } from "./pointer.ts";
import { Problem } from "./problem.ts";
import { type Dialect, isObject, type Json, own } from "./values.ts";

export type Schema = Json | boolean;

const NAMES_MAX = 1_000;

/** What reading a schema needs of the description around it. */
export type Surroundings = {
	dialect: Dialect;
	/** Has what is referred to among the definitions, and returns its name there. */
	define(reference: string, base: Path, at: Path): string;
	/** The same for a schema that stands at `at`. */
	defineAt(at: Path): string;
	note(at: Path, message: string): void;
};

/** @param base the schema with an $id around this one, from which references count; else the top */
export function toSchema(value: unknown, at: Path, base: Path, around: Surroundings): Schema {
	if (typeof value === "boolean") return value;
	if (!isObject(value)) throw new Problem(at, "must be a schema: a JSON object");
	const inner = typeof own(value, "$id") === "string" ? at : base;
	const reference = own(value, "$ref") ?? own(value, "$dynamicRef") ?? own(value, "$recursiveRef");
	if (reference === undefined) return toDraft7(withSchemas(value, at, inner, around), at, around);
	if (typeof reference !== "string") throw new Problem(at, "has a $ref that is no text");
	return withReference(value, reference, at, inner, around);
}

const REFERENCES = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);

/** Draft 7 reads nothing beside a $ref: what else is said goes around it. */
function withReference(
	schema: Json,
	reference: string,
	at: Path,
	base: Path,
	around: Surroundings,
): Schema {
	if (!Object.hasOwn(schema, "$ref")) {
		around.note(at, "has a dynamic reference, which is read as a plain one: Draft 7 has none");
	}
	const target = { $ref: `#/definitions/${around.define(reference, base, at)}` };
	const beside = Object.entries(schema).filter(([word]) => {
		if (REFERENCES.has(word)) return false;
		if (around.dialect === "3.1" || isAnnotation(word)) return true;
		around.note([...at, word], "is not read: OpenAPI 3.0 ignores it beside a $ref");
		return false;
	});
	if (beside.length === 0) return target;
	const rest = toDraft7(withSchemas(Object.fromEntries(beside), at, base, around), at, around);
	const { allOf } = rest;
	return { ...rest, allOf: [target, ...(Array.isArray(allOf) ? allOf : [])] };
}

function withSchemas(schema: Json, at: Path, base: Path, around: Surroundings): Json {
	const words = Object.entries(schema).flatMap(([word, value]): [string, unknown][] => {
		const place = [...at, word];
		if (LOCAL_DEFINITIONS.has(word)) {
			for (const name of Object.keys(toMap(value, place))) around.defineAt([...place, name]);
			return [];
		}
		return [[word, toWord(word, value, place, base, around)]];
	});
	return Object.fromEntries(words);
}

function toWord(word: string, value: unknown, at: Path, base: Path, around: Surroundings): unknown {
	const one = (inner: unknown, key: string) => toSchema(inner, [...at, key], base, around);
	if (ONE_SCHEMA.has(word) && !(word === "items" && Array.isArray(value))) {
		return toSchema(value, at, base, around);
	}
	if (SCHEMA_LIST.has(word) || word === "items") {
		if (!Array.isArray(value)) throw new Problem(at, "must be a list of schemas");
		return value.map((inner, index) => one(inner, String(index)));
	}
	if (SCHEMA_MAP.has(word)) return mapped(toMap(value, at), one);
	if (word === "dependencies") {
		return mapped(toMap(value, at), (inner, key) =>
			Array.isArray(inner) ? assertShort(inner, [...at, key]) : one(inner, key),
		);
	}
	if (word === "required") assertShort(value, at);
	if (word === "discriminator") return toDiscriminator(value, at, base, around);
	return isData(word) ? value : toAnnotation(value, at, around);
}

/** That its names are distinct is found by comparing each with each. */
function assertShort(names: unknown, at: Path): unknown {
	if (!Array.isArray(names) || names.length <= NAMES_MAX) return names;
	throw new Problem(at, `has more than ${NAMES_MAX} names`);
}

function toMap(value: unknown, at: Path): Json {
	if (!isObject(value)) throw new Problem(at, "must be an object of schemas by name");
	return value;
}

const mapped = (map: Json, change: (value: unknown, key: string) => unknown): Json =>
	Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));

/** Its mapping names schemas, which come along; it checks nothing itself. */
function toDiscriminator(value: unknown, at: Path, base: Path, around: Surroundings): unknown {
	if (!isObject(value) || !isObject(own(value, "mapping"))) return value;
	const mapping = mapped(toMap(own(value, "mapping"), at), (target, key) => {
		if (typeof target !== "string") return target;
		const place = [...at, "mapping", key];
		const isName = /^[A-Za-z0-9._-]+$/.test(target);
		const reference = isName ? `#/components/schemas/${target}` : target;
		try {
			return `#/definitions/${around.define(reference, base, place)}`;
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			around.note(place, `${error.message}; it is kept as it is`);
			return target;
		}
	});
	return { ...value, mapping };
}

const REFERRING = ["$ref", "$id", "id", "$anchor", "$recursiveRef"];

/** Readers of Draft 7 look for references in what they do not know, too: there they would find wrong ones. */
function toAnnotation(value: unknown, at: Path, around: Surroundings): unknown {
	const refers = (inner: unknown): boolean =>
		isObject(inner) &&
		(REFERRING.some((word) => Object.hasOwn(inner, word)) || Object.values(inner).some(refers));
	if (!refers(value)) return value;
	around.note(at, "is kept as a text, because it refers to something");
	return JSON.stringify(value);
}
