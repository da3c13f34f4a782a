// A value that a schema (draft 7) takes, as an example to start from: what the schema says itself comes first.

type Schema = Record<string, unknown>;
type Walk = { root: unknown; depth: number; trail: readonly string[] };

const DEPTH_MAX = 8;
const ITEMS_MAX = 3;

const FORMATS: Record<string, string> = {
	"date-time": "2027-01-31T12:00:00Z",
	date: "2027-01-31",
	time: "12:00:00Z",
	email: "jane@example.com",
	hostname: "example.com",
	ipv4: "192.0.2.1",
	ipv6: "2001:db8::1",
	uri: "https://example.com/",
	url: "https://example.com/",
	uuid: "6f1f0c9e-5a0e-4d0c-9d3b-2f4f1f6f7a10",
};

export const makeExample = (schema: unknown): unknown =>
	toValue(schema, { root: schema, depth: 0, trail: [] });

function toValue(given: unknown, walk: Walk): unknown {
	if (!isObject(given)) return null;
	const { schema, trail } = flatten(given, walk);
	const inner = { ...walk, depth: walk.depth + 1, trail };
	const said = saidBy(schema);
	if (said !== undefined) return said;
	const choice = [schema.oneOf, schema.anyOf].find(Array.isArray)?.find((one) => !isNull(one));
	const { oneOf: _, anyOf: __, ...rest } = schema;
	if (choice !== undefined) return toValue({ allOf: [choice, rest] }, inner);
	const type = [schema.type].flat().find((one) => one !== "null") ?? guessType(schema);
	if (type === "object") return toObject(schema, inner);
	if (type === "array") return toList(schema, inner);
	if (type === "string") return toText(schema);
	if (type === "integer" || type === "number") return toNumber(schema, type);
	return type === "boolean" ? true : null;
}

function saidBy(schema: Schema): unknown {
	if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
	if (schema.example !== undefined) return schema.example;
	if (schema.const !== undefined) return schema.const;
	if (schema.default !== undefined) return schema.default;
	return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

function toObject(schema: Schema, walk: Walk): Schema {
	const required = Array.isArray(schema.required) ? schema.required : [];
	const properties = isObject(schema.properties) ? schema.properties : {};
	// What is deep, or repeats itself, has only what it must have.
	const named = Object.entries(properties).filter(
		([name, property]) => required.includes(name) || !isEnough(property, walk),
	);
	return Object.fromEntries(
		named.map(([name, property]) => [
			name,
			isEnough(property, walk) ? null : toValue(property, walk),
		]),
	);
}

const isEnough = (property: unknown, { depth, trail }: Walk): boolean =>
	depth > DEPTH_MAX || (isObject(property) && trail.includes(String(property.$ref)));

function toList(schema: Schema, walk: Walk): unknown[] {
	const items = Array.isArray(schema.items) ? schema.items : null;
	if (items !== null) return items.map((item) => toValue(item, walk));
	if (!isObject(schema.items) || isEnough(schema.items, walk)) return [];
	const least = typeof schema.minItems === "number" ? Math.min(schema.minItems, ITEMS_MAX) : 1;
	return Array.from({ length: Math.max(1, least) }, () => toValue(schema.items, walk));
}

function toText(schema: Schema): string {
	const text = FORMATS[String(schema.format)] ?? "text";
	const { minLength, maxLength } = schema;
	const long = typeof minLength === "number" ? text.padEnd(Math.min(minLength, 1000), "x") : text;
	return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}

function toNumber(schema: Schema, type: "integer" | "number"): number {
	const bound = (name: string) => (typeof schema[name] === "number" ? schema[name] : undefined);
	const step = bound("multipleOf") ?? (type === "integer" ? 1 : 0.5);
	const above = bound("exclusiveMinimum");
	const least = bound("minimum") ?? (above === undefined ? undefined : above + step);
	const below = bound("exclusiveMaximum");
	const most = bound("maximum") ?? (below === undefined ? undefined : below - step);
	const wanted = Math.max(least ?? step, Math.min(step, most ?? step));
	return Math.ceil(wanted / step) * step;
}

/** References followed, and `allOf` folded in. */
function flatten(given: Schema, walk: Walk, level = 0): { schema: Schema; trail: string[] } {
	const { $ref, allOf, ...own } = given;
	const trail = [...walk.trail, ...(typeof $ref === "string" ? [$ref] : [])];
	const parts = [
		typeof $ref === "string" ? resolve($ref, walk.root) : null,
		...(Array.isArray(allOf) ? allOf : []),
	].filter(isObject);
	if (level > DEPTH_MAX) return { schema: own, trail };
	const flat = parts.map((part) => flatten(part, walk, level + 1));
	const schema = [...flat.map((part) => part.schema), own].reduce(combine, {});
	return { schema, trail: [...trail, ...flat.flatMap((part) => part.trail)] };
}

function combine(left: Schema, right: Schema): Schema {
	const properties =
		isObject(left.properties) && isObject(right.properties)
			? { properties: { ...left.properties, ...right.properties } }
			: {};
	const required = [left.required, right.required].flatMap((list) =>
		Array.isArray(list) ? list : [],
	);
	return { ...left, ...right, ...properties, ...(required.length > 0 && { required }) };
}

/** Local references alone. */
export function resolve(reference: string, root: unknown): unknown {
	if (!reference.startsWith("#")) return null;
	const parts = decodeURIComponent(reference.slice(1)).split("/").slice(1);
	return parts.reduce<unknown>((value, part) => {
		const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
		return typeof value === "object" && value !== null && Object.hasOwn(value, name)
			? (value as Schema)[name] // safe because it has it
			: undefined;
	}, root);
}

function guessType(schema: Schema): string {
	if (isObject(schema.properties)) return "object";
	if (schema.items !== undefined) return "array";
	return schema.format !== undefined || schema.pattern !== undefined ? "string" : "null";
}

const isNull = (value: unknown): boolean => isObject(value) && value.type === "null";
const isObject = (value: unknown): value is Schema =>
	typeof value === "object" && value !== null && !Array.isArray(value);
