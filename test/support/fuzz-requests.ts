// Requests near to what the contract says of a route, and requests that have nothing to do with it.
import fc from "fast-check";
import { stringify } from "../../src/http/raw-json.ts";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import { contract, json, near, type Operation, type Parameter, text } from "./fuzz-values.ts";

/** What stands for a parameter in a path: the n-th thing that is known, or a text. */
type Given = number | string;

export type Shot = {
	method: string;
	/** Below the API's base, with `{parameters}`. */
	path: string;
	params: Record<string, Given>;
	/** With its question mark, or empty. */
	query: string;
	headers: Record<string, string>;
	body: string | Uint8Array | null;
};

const given: fc.Arbitrary<Given> = fc.oneof(
	{ weight: 20, arbitrary: fc.constant(0) },
	{ weight: 4, arbitrary: fc.nat(20) },
	{ weight: 1, arbitrary: text },
);

const contentType = fc.oneof(
	{ weight: 30, arbitrary: fc.constant("application/json") },
	fc.constantFrom(
		...["application/json; charset=utf-16", "application/merge-patch+json", "APPLICATION/JSON"],
		...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", ";", "json"],
	),
);

/** Requests of a route that are mostly right. */
export function shotAt(spec: AnyRoute): fc.Arbitrary<Shot> {
	const operation = contract.paths[`/api/v1${spec.path}`]?.[spec.method];
	if (operation === undefined) throw new Error(`${spec.operationId} is not in the contract`);
	const names = operation.parameters.filter((one) => one.in === "path").map(({ name }) => name);
	const headers = fc.record({
		"content-type": contentType,
		"idempotency-key": fc.option(headerText, { nil: "", freq: 10 }),
	});
	return fc.record({
		method: fc.constant(spec.method.toUpperCase()),
		path: fc.constant(spec.path),
		params: fc.record(Object.fromEntries(names.map((name) => [name, given]))),
		query: queryOf(operation.parameters.filter((one) => one.in === "query")),
		headers,
		body: spec.method === "get" ? fc.constant(null) : bodyOf(operation),
	});
}

function bodyOf({ requestBody }: Operation): fc.Arbitrary<Shot["body"]> {
	if (requestBody === undefined) {
		return fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, json.map(toText));
	}
	const fitting = near(requestBody.content["application/json"].schema).map(toText);
	return fc.oneof(
		{ weight: 20, arbitrary: fitting },
		{ weight: 2, arbitrary: fitting.chain(broken) },
		{ weight: 1, arbitrary: json.map(toText) },
		{ weight: 1, arbitrary: fc.constant(null) },
	);
}

const toText = (value: unknown): string => stringify(value) ?? "";

/** Text that was JSON until something happened to it. */
const broken = (whole: string): fc.Arbitrary<string> =>
	fc.oneof(
		fc.nat(whole.length).map((end) => whole.slice(0, end)),
		fc
			.tuple(fc.nat(whole.length), fc.constantFrom('"', "\0", "\\u", "\ufeff", ",", "{", "\t", "é"))
			.map(([at, extra]) => whole.slice(0, at) + extra + whole.slice(at)),
		fc.constant(whole.replace(/^\{("[^"]*":)/, '{$1null,$1"again",')),
		fc.constant(whole.replace(/^\{/, '{"__proto__":{"name":"x"},')),
	);

const toQueryName = (name: string) =>
	fc.oneof(
		{ weight: 8, arbitrary: fc.constant(name) },
		fc.constantFrom(`${name}[]`, `${name}[0]`, `${name}[`, name.toUpperCase(), "__proto__"),
	);

function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
	if (parameters.length === 0) return fc.constantFrom("", "", "", "?", "?a=b&a", "?%zz=%");
	const pairs = parameters.map(({ name, schema }) =>
		fc.tuple(toQueryName(name), near(schema, name).map(toQueryText)),
	);
	return fc
		.array(fc.oneof(...pairs), { maxLength: 5 })
		.map((some) => (some.length === 0 ? "" : `?${new URLSearchParams(some)}`));
}

const toQueryText = (value: unknown) => (typeof value === "string" ? value : toText(value));

const headerText = fc.string({
	unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
	maxLength: 300,
});

const word = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...wordsOfPaths()) },
	fc.constantFrom("", ".", "..", "%", "%2f", "%2e%2e", "%00", "%ff", "%zz", ";a=b", "*", "\\", "@"),
	text.map((value) => encodeURIComponent(value.toWellFormed())),
);

function wordsOfPaths(): string[] {
	return [...new Set(routes.flatMap(({ path }) => path.slice(1).split("/")))];
}

/** Requests of any method to any path with anything in them. */
export const wildShot: fc.Arbitrary<Shot> = fc.record({
	method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"),
	path: fc.oneof(
		fc.constantFrom(...routes.map(({ path }) => path)),
		fc.array(word, { maxLength: 6 }).map((words) => `/${words.join("/")}`),
	),
	params: fc.constant({}),
	query: fc.oneof(
		fc.constant(""),
		fc
			.array(fc.constantFrom("a", "limit", "=", "&", "%", "[", "]", "%00", "%c3", "#", "?", "+"))
			.map((parts) => `?${parts.join("")}`),
	),
	headers: fc.dictionary(
		fc.constantFrom(
			...["authorization", "content-type", "idempotency-key", "accept", "origin", "cf-ray", "x-y"],
			...["access-control-request-method", "access-control-request-headers", "if-none-match"],
		),
		fc.oneof(headerText, fc.constantFrom("Bearer x", "Bearer appsk_x", "application/json", "*/*")),
	),
	body: fc.oneof(fc.constant(null), text, json.map(toText), fc.uint8Array({ maxLength: 100 })),
});
