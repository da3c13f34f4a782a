// Inputs made from a published schema: the smallest, the largest, and each way to be wrong. The same every time.
import { type Schema as Checked, Validator } from "@cfworker/json-schema";
import openapi from "../../openapi.json" with { type: "json" };

/** The parts of JSON Schema that the contract uses. */
export type Schema = {
	type?: string | string[];
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: Schema | boolean;
	items?: Schema;
	anyOf?: Schema[];
	enum?: unknown[];
	const?: unknown;
	pattern?: string;
	format?: string;
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
};

export type Size = "minimal" | "maximal";
export type Path = readonly (string | number)[];

/** What must be real at a path; undefined: the schema says all; `LEFT_OUT`: not together with the rest. */
export type Known = (path: Path) => unknown;
export const LEFT_OUT = Symbol("left out");

const TEXT_LENGTH = 300;
const LIST_LENGTH = 3;

/** The schema with everything that it refers to in its place. */
export function inline(schema: unknown): Schema {
	if (Array.isArray(schema)) return schema.map(inline) as Schema; // safe because callers pass a schema
	if (typeof schema !== "object" || schema === null) return schema as Schema; // safe: a keyword's value
	if ("$ref" in schema) {
		const name = String(schema.$ref).replace("#/components/schemas/", "");
		const components: Record<string, unknown> = openapi.components.schemas;
		return inline(components[name]);
	}
	const entries = Object.entries(schema).map(([key, value]) => [key, inline(value)]);
	return Object.fromEntries(entries);
}

/** Whether a value is what the schema says. */
export function conforms(schema: Schema, value: unknown): boolean {
	return complaints(schema, value).length === 0;
}

/** What the schema has against a value. */
export function complaints(schema: Schema, value: unknown): string[] {
	// safe because the contract holds nothing but JSON Schema; a copy because the validator writes into it
	const validator = new Validator(structuredClone(schema) as Checked, "2020-12", false);
	const { errors } = validator.validate(value);
	return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

/** A right value of the schema. */
export function sample(schema: Schema, size: Size, known: Known, path: Path = []): unknown {
	const real = known(path);
	if (real !== undefined) return real;
	if (schema.properties !== undefined) return sampleObject(schema, size, known, path);
	const branch = schema.anyOf?.find(({ type }) => type !== "null");
	if (branch !== undefined) return sample(branch, size, known, path);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum !== undefined) return schema.enum.at(size === "minimal" ? 0 : -1);
	switch (kindOf(schema)) {
		case "string":
			return sampleText(schema, size);
		case "integer":
		case "number":
			return (size === "minimal" ? schema.minimum : schema.maximum) ?? schema.minimum ?? 1;
		case "boolean":
			return size === "maximal";
		case "array":
			return size === "minimal" ? [] : sampleList(schema, known, path);
		case "object":
			return sampleMap(schema, size, known, path);
		default:
			return null;
	}
}

export type Wrong = { what: string; path: Path; value: unknown };
/** Takes the place of a value that is not there. */
export const MISSING = Symbol("missing");

/** Every way in which one place of a value is wrong, by the schema. */
export function wrongs(schema: Schema, path: Path = []): Wrong[] {
	const candidates = [null, true, 1.5, "ü ü", [], {}, [[[]]], ...limitsOf(schema)];
	const own = candidates
		.filter((value) => !conforms(schema, value))
		.map((value) => ({ what: `${at(path)} is ${shown(value)}`, path, value }));
	const inner = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
	// What is right for one of several alternatives is not wrong.
	const body = schema.properties === undefined && inner.length === 1 ? inner[0] : schema;
	return [...own, ...wrongParts(body ?? schema, path)];
}

/** A copy of the value with something else at a place. */
export function withAt(value: unknown, path: Path, inside: unknown): unknown {
	const [first, ...rest] = path;
	if (first === undefined) return inside;
	const next: unknown = Reflect.get(Object(value), first);
	if (Array.isArray(value)) {
		return Object.assign([...value], { [first]: withAt(next, rest, inside) });
	}
	const { [first]: _, ...others } = Object(value);
	if (rest.length === 0 && inside === MISSING) return others;
	return { ...others, [first]: withAt(next ?? {}, rest, inside) };
}

function wrongParts(schema: Schema, path: Path): Wrong[] {
	const properties = Object.entries(schema.properties ?? {});
	const { additionalProperties: more, items } = schema;
	return [
		...(schema.required ?? []).map((name) => ({
			what: `${at([...path, name])} is missing`,
			path: [...path, name],
			value: MISSING,
		})),
		...properties.flatMap(([name, inner]) => wrongs(inner, [...path, name])),
		...(typeof more === "object" ? wrongs(more, [...path, "a"]) : []),
		...(items === undefined ? [] : wrongs(items, [...path, 0])),
	];
}

/** Just beyond what is allowed. */
function limitsOf(schema: Schema): unknown[] {
	const parts = [schema, ...(schema.anyOf ?? [])];
	return parts.flatMap(({ minLength, maxLength, maxItems, minimum, maximum, items }) => [
		...(minLength === undefined || minLength === 0 ? [] : ["a".repeat(minLength - 1)]),
		...(maxLength === undefined ? [] : ["a".repeat(maxLength + 1)]),
		...(minimum === undefined ? [] : [minimum - 1]),
		...(maximum === undefined ? [] : [maximum + 1]),
		...(maxItems === undefined
			? []
			: [Array.from({ length: maxItems + 1 }, (_, i) => sampleItem(items ?? {}, i))]),
	]);
}

function sampleObject(schema: Schema, size: Size, known: Known, path: Path): unknown {
	const needed = new Set([...(schema.required ?? []), ...(schema.anyOf?.[0]?.required ?? [])]);
	const entries = Object.entries(schema.properties ?? {})
		.filter(([name]) => size === "maximal" || needed.has(name))
		.map(([name, inner]) => [name, sample(inner, size, known, [...path, name])])
		.filter(([, value]) => value !== LEFT_OUT);
	return Object.fromEntries(entries);
}

function sampleMap(schema: Schema, size: Size, known: Known, path: Path): unknown {
	const { additionalProperties: more } = schema;
	if (size === "minimal" || typeof more !== "object") return {};
	return { a: sample(more, size, known, [...path, "a"]) };
}

function sampleList({ items = {}, maxItems = LIST_LENGTH }: Schema, known: Known, path: Path) {
	if (items.properties !== undefined) return [sample(items, "maximal", known, [...path, 0])];
	return Array.from({ length: maxItems }, (_, i) => sampleItem(items, i));
}

/** Items of a list differ. */
function sampleItem(schema: Schema, index: number): unknown {
	const value = sample(schema, "maximal", () => undefined);
	if (typeof value !== "string") return value;
	return `${value.slice(0, value.length - String(index).length)}${index}`;
}

const TEXTS = ["a", "x".repeat(27), "2026-11-01T00:00:00Z", "#00aa00", "en"];

function sampleText({ pattern, minLength = 0, maxLength }: Schema, size: Size): string {
	if (pattern === undefined) {
		return size === "minimal"
			? "a".repeat(minLength)
			: "aé🙂".repeat((maxLength ?? TEXT_LENGTH) / 4);
	}
	const rule = new RegExp(pattern, "u");
	const [, prefix = ""] = /^\^-\?([a-z]+_)/.exec(pattern) ?? [];
	const fitting = TEXTS.map((text) => prefix + text).filter((text) => rule.test(text));
	const longest = "a".repeat(maxLength ?? 1);
	if (size === "maximal" && rule.test(longest)) return longest;
	if (fitting[0] === undefined) throw new Error(`write a text that fits ${pattern}`);
	return fitting[0];
}

function kindOf({ type }: Schema): string | undefined {
	return Array.isArray(type) ? type.find((kind) => kind !== "null") : type;
}

const at = (path: Path) => (path.length === 0 ? "the body" : path.join("."));

function shown(value: unknown): string {
	const text = JSON.stringify(value);
	return text.length <= 30 ? text : `${text.slice(0, 20)}… of ${text.length} characters`;
}
