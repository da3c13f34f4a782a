// A JSON Schema (draft 7) as rows to read: references followed, `allOf` merged, depth bounded.

export type SchemaNode = {
	/** Its types in words, as `string`, `array of number`, `string or null`. */
	type: string;
	description: string | null;
	/** Remarks: format, limits, a constant, a default; each a name and what stands there. */
	facts: { name: string; value: string }[];
	values: string[];
	isDeprecated: boolean;
	isRepeated: boolean;
	fields: { name: string; isRequired: boolean; node: SchemaNode }[];
	items: SchemaNode | null;
	/** What holds for fields that are not named. */
	rest: SchemaNode | null;
	choices: { kind: "oneOf" | "anyOf"; nodes: SchemaNode[] } | null;
};

type Schema = Record<string, unknown>;

const DEPTH_MAX = 12;
const REFERENCE_MAX = 8;
/** Steps that reading one schema may take: parts that refer to each other can be more than anyone reads. */
const STEPS_MAX = 5_000;
const FACTS = [
	"format",
	"pattern",
	"minimum",
	"maximum",
	"exclusiveMinimum",
	"exclusiveMaximum",
	"multipleOf",
	"minLength",
	"maxLength",
	"minItems",
	"maxItems",
	"uniqueItems",
	"default",
	"const",
] as const;

/** Null when it is no schema. */
export function readSchema(root: unknown): SchemaNode | null {
	const walk = { root, depth: 0, trail: [], left: { steps: STEPS_MAX } };
	return isSchema(root) ? toNode(root, { ...walk, root }) : null;
}

type Walk = {
	root: Schema;
	depth: number;
	trail: readonly unknown[];
	/** The same for all parts of a schema. */
	left: { steps: number };
};

function toNode(given: unknown, walk: Walk): SchemaNode {
	const schema = merge(isSchema(given) ? given : {}, walk, 0);
	const source = isSchema(given) && typeof given.$ref === "string" ? given.$ref : given;
	const isRepeated = walk.depth > DEPTH_MAX || walk.trail.includes(source) || walk.left.steps <= 0;
	const inner: Walk = {
		root: walk.root,
		left: walk.left,
		depth: walk.depth + 1,
		trail: typeof source === "string" ? [...walk.trail, source] : walk.trail,
	};
	const base = {
		type: typeOf(schema, walk, 0),
		description: textOf(schema.description) ?? textOf(schema.title),
		facts: FACTS.flatMap((name) =>
			schema[name] === undefined ? [] : [{ name, value: toWord(schema[name]) }],
		),
		values: Array.isArray(schema.enum) ? schema.enum.map(toWord) : [],
		isDeprecated: schema.deprecated === true,
		isRepeated,
	};
	if (isRepeated) return { ...base, fields: [], items: null, rest: null, choices: null };
	const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
	const rest = schema.additionalProperties;
	return {
		...base,
		fields: fieldsOf(schema, inner),
		items: isSchema(items) && isStructured(items, walk) ? toNode(items, inner) : null,
		rest: isSchema(rest) && Object.keys(rest).length > 0 ? toNode(rest, inner) : null,
		choices: choicesOf(schema, inner),
	};
}

function fieldsOf(schema: Schema, walk: Walk): SchemaNode["fields"] {
	const required = Array.isArray(schema.required) ? schema.required : [];
	const properties = isSchema(schema.properties) ? schema.properties : {};
	return Object.entries(properties).map(([name, property]) => ({
		name,
		isRequired: required.includes(name),
		node: toNode(property, walk),
	}));
}

function choicesOf(schema: Schema, walk: Walk): SchemaNode["choices"] {
	for (const kind of ["oneOf", "anyOf"] as const) {
		const options = schema[kind];
		if (!Array.isArray(options)) continue;
		const real = options.filter((option) => !isNull(option));
		if (real.length > 1) return { kind, nodes: real.map((option) => toNode(option, walk)) };
	}
	return null;
}

/** References replaced, `allOf` folded in, and a choice between one thing and null made plain. */
function merge(schema: Schema, walk: Walk, depth: number): Schema {
	if (depth > REFERENCE_MAX || walk.left.steps-- <= 0) return {};
	const { $ref, allOf, ...own } = schema;
	const target = typeof $ref === "string" ? resolve($ref, walk.root) : null;
	const parts = [target, ...(Array.isArray(allOf) ? allOf : []), single(own)]
		.filter(isSchema)
		.map((part) => merge(part, walk, depth + 1));
	return [...parts, own].reduce(combine, {});
}

/** The only real option of a `oneOf` or `anyOf`. */
function single(schema: Schema): unknown {
	const options = schema.oneOf ?? schema.anyOf;
	const real = Array.isArray(options) ? options.filter((option) => !isNull(option)) : [];
	return real.length === 1 ? real[0] : null;
}

function combine(left: Schema, right: Schema): Schema {
	const both = (name: string): Schema =>
		isSchema(left[name]) && isSchema(right[name])
			? { [name]: { ...left[name], ...right[name] } }
			: {};
	const required = [left.required, right.required].flatMap((list) =>
		Array.isArray(list) ? list : [],
	);
	return { ...left, ...right, ...both("properties"), ...(required.length > 0 && { required }) };
}

/** Local references alone: `#/definitions/Name`. */
function resolve(reference: string, root: Schema): unknown {
	if (!reference.startsWith("#")) return null;
	const path = reference.slice(1).split("/").slice(1);
	return path.reduce<unknown>((value, part) => {
		const name = decodePart(part).replaceAll("~1", "/").replaceAll("~0", "~");
		return isSchema(value) && Object.hasOwn(value, name) ? value[name] : null;
	}, root);
}

function decodePart(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

function typeOf(schema: Schema, walk: Walk, depth: number): string {
	const options = [schema.oneOf, schema.anyOf].find(Array.isArray) ?? [];
	const isNullable = schema.nullable === true || options.some(isNull);
	const named = [schema.type].flat().filter((type) => typeof type === "string");
	const types = (named.length > 0 ? named : [guessType(schema)])
		.map((type) => (type === "array" ? arrayType(schema, walk, depth) : type))
		.concat(isNullable && !named.includes("null") ? ["null"] : []);
	return types.filter(Boolean).join(" or ");
}

function arrayType(schema: Schema, walk: Walk, depth: number): string {
	const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
	const isReadable = isSchema(items) && depth < REFERENCE_MAX;
	const type = isReadable ? typeOf(merge(items, walk, 0), walk, depth + 1) : "";
	return type === "" ? "array" : `array of ${type}`;
}

function guessType(schema: Schema): string {
	if (isSchema(schema.properties)) return "object";
	if (schema.items !== undefined) return "array";
	return Array.isArray(schema.enum) ? typeof schema.enum[0] : "";
}

/** Whether its parts are worth a level of their own. */
function isStructured(schema: Schema, walk: Walk): boolean {
	const merged = merge(schema, walk, 0);
	const parts = ["properties", "oneOf", "anyOf", "enum", "description", "items", "format"];
	return parts.some((name) => merged[name] !== undefined);
}

const isSchema = (value: unknown): value is Schema =>
	typeof value === "object" && value !== null && !Array.isArray(value);
const isNull = (value: unknown): boolean => isSchema(value) && value.type === "null";
const textOf = (value: unknown): string | null =>
	typeof value === "string" && value !== "" ? value : null;
const toWord = (value: unknown): string =>
	typeof value === "string" ? value : JSON.stringify(value);
