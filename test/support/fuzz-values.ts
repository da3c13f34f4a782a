// What a careless or hostile client writes: texts, JSON values, and values near to what a schema takes.
import fc from "fast-check";
import { inject } from "vitest";
import { toOpenApi } from "../../src/http/openapi.ts";
import { RawJson } from "../../src/http/raw-json.ts";
import { routes } from "../../src/http/routes/index.ts";

export type Schema = { [keyword: string]: unknown };
export type Parameter = { name: string; in: string; schema: Schema };
export type Operation = {
	parameters: Parameter[];
	requestBody?: { content: { "application/json": { schema: Schema } } };
};

/** The contract as the routes make it: what is published is the same. */
export const contract: {
	paths: Record<string, Record<string, Operation>>;
	components: { schemas: Record<string, Schema> };
} = JSON.parse(JSON.stringify(toOpenApi(routes)));

const TEXTS = [
	...["", " ", "\0", "a\0b", "\ud800", "a\udfff", "\ufeff", "\u202e", "e\u0301", "😀".repeat(300)],
	...["__proto__", "constructor", "toString", "null", "undefined", "NaN", "-1", "1e309", "true"],
	...[
		"'; DROP TABLE applications; --",
		"%",
		"%00",
		"%zz",
		"%ff",
		"..",
		"../..",
		"a/b",
		"*",
		"?a=b",
	],
	...["[", "[]", '["a"]', "[1,[2]]", "{}", "a,b", "a,,b", ",", "\r\nx: y", "<script>", "-", "~-a"],
	...["x".repeat(257), "x".repeat(70_000), "9".repeat(400), `app_${"0".repeat(27)}`, "svix.ping"],
];

export const text: fc.Arbitrary<string> = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
	fc.string({ unit: "binary", maxLength: 40 }),
	fc.string({ unit: fc.constantFrom("a", ".", "-", "_", "%", "\\", '"', "\0", "\ud800") }),
);

const nested = (levels: number, open: string, close: string) =>
	new RawJson(open.repeat(levels) + close.repeat(levels));

const ODD: unknown[] = [
	...[null, true, false, 0, -0, -1, 0.5, 1, 250, 65_536, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308],
	...["1e999", "-1e-999", "1234567890123456789012345678901234567890", "1.0", "1E2"].map(raw),
	...['{"a":1,"a":2}', '{"__proto__":{"a":1},"constructor":{"prototype":null}}'].map(raw),
	...[
		nested(150, "[", "]"),
		nested(5000, "[", "]"),
		raw(`${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`),
	],
	...[[], {}, [[]], [null], [[[1]]], { "": "" }, Array.from({ length: 1000 }, (_, i) => i)],
	...[["a", "a"], { toString: 1 }, { valueOf: 1 }, { length: -1 }, { toJSON: "x" }],
];

function raw(json: string): RawJson {
	return new RawJson(json);
}

/** Any JSON value; some are written as only text can be. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...ODD) },
	{ weight: 2, arbitrary: text },
	fc.jsonValue({ maxDepth: 3 }),
	fc.dictionary(text, text, { maxKeys: 3 }),
);

const time = fc.oneof(
	{ weight: 3, arbitrary: fc.nat(40 * 86_400_000).map((ago) => toTime(Date.now() - ago)) },
	fc.constantFrom(
		...["2100-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"],
		...["2024-02-29T23:59:59+23:59", "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"],
		...["2026-01-31T12:00:00.000001-00:00", "2023-02-29T00:00:00Z", "2026-01-31", "0"],
	),
);
const toTime = (epochMs: number) => new Date(epochMs).toISOString();

/** What is taken is soon answered or refused: a name to look up would keep other tests' deliveries waiting. */
const url = fc.oneof(
	{ weight: 3, arbitrary: fc.nat(3).map((i) => `${inject("receiverUrl")}/to/fuzz-${i}`) },
	fc.constantFrom(
		...["http://user:p%40ss@127.0.0.1:9/", "HTTPS://LOCALHOST:9", "http://[::1]:9/"],
		...["http://0x7f.1:9/", "http://127.0.0.1:9/\0", "http://127.0.0.1:9/\ud800?%zz#\u202e"],
		...["ftp://127.0.0.1/", "http:///", "//127.0.0.1:9", "http://%ff/", "http://a b/", "http://[/"],
		...["http://127.0.0.1:99999/", "javascript:alert(1)", "http:/\n"],
		...[`http://127.0.0.1:9/${"x".repeat(65_000)}`, `http://127.0.0.1:9/${"x".repeat(66_000)}`],
	),
);

const eventType = fc.oneof(
	fc.constantFrom("user.created", "svix.ping"),
	fc.constantFrom("a", "b.c", "-", "~-", "__proto__", "constructor", "x".repeat(256)),
);

/** Better words for fields whose schema says less than it takes. */
const BY_NAME: Record<string, fc.Arbitrary<string>> = {
	url,
	...{ eventType, eventTypes: eventType, filterTypes: eventType, name: eventType },
	secret: secret(),
	key: secret(),
};

function secret(): fc.Arbitrary<string> {
	const bytes = fc.uint8Array({ minLength: 0, maxLength: 80 });
	const prefix = fc.constantFrom("whsec_", "whsk_", "whpk_", "");
	return fc
		.tuple(prefix, bytes)
		.map(([begin, value]) => begin + btoa(String.fromCharCode(...value)));
}

/** A value that the schema takes, with here and there something else in it. */
export function near(schema: Schema, name = ""): fc.Arbitrary<unknown> {
	const isName = name === "name" && !("pattern" in schema);
	const arbitraries = [
		{ weight: 15, arbitrary: fitting(schema, isName ? "" : name) },
		{ weight: 1, arbitrary: json },
	];
	return fc.oneof(...arbitraries);
}

function fitting(schema: Schema, name: string): fc.Arbitrary<unknown> {
	if (typeof schema.$ref === "string") return near(componentOf(schema.$ref), name);
	if (Array.isArray(schema.anyOf)) {
		return fc.oneof(...schema.anyOf.map((one: Schema) => near(one, name)));
	}
	if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
	if ("const" in schema) return fc.constant(schema.const);
	if (Array.isArray(schema.type)) {
		return fc.oneof(...schema.type.map((type) => fitting({ ...schema, type }, name)));
	}
	switch (schema.type) {
		case "string":
			return fittingText(schema, name);
		case "integer":
		case "number":
			return fc.integer({ min: numberOf(schema.minimum, -5), max: numberOf(schema.maximum, 1e6) });
		case "boolean":
			return fc.boolean();
		case "null":
			return fc.constant(null);
		case "array": {
			const max = Math.min(numberOf(schema.maxItems, 6), 30) + 1;
			return fc.array(near((schema.items ?? {}) as Schema, name), { maxLength: max });
		}
		case "object":
			return fittingObject(schema);
	}
	return json;
}

const numberOf = (value: unknown, fallback: number) =>
	typeof value === "number" ? value : fallback;

function fittingText(schema: Schema, name: string): fc.Arbitrary<string> {
	const known = BY_NAME[name];
	if (known !== undefined) return known;
	if (schema.format === "date-time") return time;
	if (typeof schema.pattern !== "string") return fc.oneof(fc.string(), text);
	return fc.stringMatching(new RegExp(schema.pattern));
}

function fittingObject(schema: Schema): fc.Arbitrary<unknown> {
	const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
	const required = (schema.required ?? []) as string[];
	const known = fc.record(
		Object.fromEntries(properties.map(([name, inner]) => [name, near(inner, name)])),
		{ requiredKeys: required },
	);
	if (properties.length > 0) return known;
	const others = (schema.additionalProperties ?? {}) as Schema;
	const isMap = typeof schema.additionalProperties === "object";
	return fc.dictionary(
		isMap ? fc.oneof(fc.stringMatching(/^[a-z-]{1,8}$/), text) : text,
		near(others),
	);
}

function componentOf(reference: string): Schema {
	const name = reference.replace("#/components/schemas/", "");
	const schema = contract.components.schemas[name];
	if (schema === undefined) throw new Error(`the contract has no ${reference}`);
	return schema;
}
