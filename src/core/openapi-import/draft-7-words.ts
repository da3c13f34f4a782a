// Says in the words of Draft 7 what a schema says in those of OpenAPI 3.0 and of later JSON Schema.
import { isPattern } from "../regular-expression.ts";
import { fromOpenApi30 } from "./openapi-30-words.ts";
import type { Path } from "./pointer.ts";
import type { Surroundings } from "./schema.ts";
import { isEqual, isObject, type Json, own, without } from "./values.ts";

type Rewrite = (schema: Json, at: Path, around: Surroundings) => Json;

/** @param schema whose inner schemas are of Draft 7 already */
export function toDraft7(schema: Json, at: Path, around: Surroundings): Json {
	return REWRITES.reduce((words, rewrite) => rewrite(words, at, around), schema);
}

/** Where a schema is and what it is called: all references are resolved, and would go wrong with it. */
function withoutPlace(schema: Json, at: Path, { note }: Surroundings): Json {
	const place = ["$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"];
	// The word of older drafts for the same.
	if (typeof own(schema, "id") === "string") place.push("id");
	for (const word of ["$id", "id"]) {
		if (!place.includes(word) || typeof own(schema, word) !== "string") continue;
		note([...at, word], "is left out: all references are resolved");
	}
	return without(schema, ...place);
}

function withExamples(schema: Json, at: Path, { note }: Surroundings): Json {
	const { example, examples } = schema;
	const listed = toExamples(examples);
	if (examples !== undefined && !Array.isArray(examples)) {
		note([...at, "examples"], "is read as a list of examples");
	}
	if (example === undefined)
		return examples === undefined ? schema : { ...schema, examples: listed };
	const all = listed.some((one) => isEqual(one, example)) ? listed : [example, ...listed];
	return { ...without(schema, "example"), examples: all };
}

/** Some write the examples of a schema by name, as those of a body are written. */
function toExamples(examples: unknown): unknown[] {
	if (examples === undefined) return [];
	if (Array.isArray(examples)) return examples;
	if (!isObject(examples)) return [examples];
	return Object.values(examples).map((one) =>
		isObject(one) && Object.hasOwn(one, "value") ? one.value : one,
	);
}

function fromPrefixItems(schema: Json): Json {
	if (!Object.hasOwn(schema, "prefixItems")) return schema;
	const { prefixItems, items, ...rest } = schema;
	if (Array.isArray(items)) return { ...rest, items };
	return { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
}

function fromDependents(schema: Json): Json {
	const { dependentRequired, dependentSchemas, ...rest } = schema;
	if (dependentRequired === undefined && dependentSchemas === undefined) return schema;
	const [schemas, required] = [toEntries(dependentSchemas), toEntries(dependentRequired)];
	const dependencies = new Map(toEntries(rest.dependencies));
	for (const [key, value] of [...schemas, ...required]) {
		const before = dependencies.get(key);
		dependencies.set(key, before === undefined ? value : both(before, value));
	}
	return { ...rest, dependencies: Object.fromEntries(dependencies) };
}

const toEntries = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

function both(one: unknown, other: unknown): Json {
	const toSchema = (value: unknown) => (Array.isArray(value) ? { required: value } : value);
	return { allOf: [toSchema(one), toSchema(other)] };
}

const INEXPRESSIBLE = ["minContains", "maxContains", "unevaluatedItems", "unevaluatedProperties"];

/** What Draft 7 has no word for stays as it is, where readers of Draft 7 pass over it. */
function withUnknown(schema: Json, at: Path, { note, dialect }: Surroundings): Json {
	for (const word of INEXPRESSIBLE) {
		if (!Object.hasOwn(schema, word)) continue;
		note([...at, word], "is kept, and not checked: Draft 7 does not know it");
	}
	if (dialect === "3.1" && own(schema, "nullable") === true) {
		note([...at, "nullable"], "is kept, and not checked: write it as type [..., null]");
	}
	if (own(schema, "minContains") !== 0 || !Object.hasOwn(schema, "contains")) return schema;
	const { contains, ...rest } = schema;
	return { ...rest, "x-contains": contains };
}

/** Patterns of other languages' regular expressions cannot be checked, and would make the schema none. */
function withPatterns(schema: Json, at: Path, { note }: Surroundings): Json {
	const set = (place: Path) => note(place, "is kept, and not checked: it is no JavaScript pattern");
	const { pattern, patternProperties } = schema;
	let result = schema;
	if (typeof pattern === "string" && !isPattern(pattern)) {
		set([...at, "pattern"]);
		result = { ...without(result, "pattern"), "x-pattern": pattern };
	}
	const entries = toEntries(patternProperties);
	const wrong = entries.filter(([text]) => !isPattern(text));
	if (wrong.length === 0) return result;
	for (const [text] of wrong) set([...at, "patternProperties", text]);
	const right = Object.fromEntries(entries.filter(([text]) => isPattern(text)));
	return {
		...result,
		patternProperties: right,
		"x-patternProperties": Object.fromEntries(wrong),
	};
}

const REWRITES: Rewrite[] = [
	withoutPlace,
	withExamples,
	fromPrefixItems,
	fromDependents,
	withUnknown,
	withPatterns,
	// Last, because it may put what is there so far into a part of the schema.
	fromOpenApi30,
];
