// JSON Schema in the form that the page needs: null is a flag, references are names.
import { isRecord, type Json, toList, toNumber, toRecord, toText, toTexts } from "./json.ts";

export type Schema = {
	/** Name of a schema in the components, or null. */
	ref: string | null;
	/** Types but null. */
	types: string[];
	isNullable: boolean;
	isDeprecated: boolean;
	description: string;
	format: string;
	pattern: string;
	/** Allowed values, or null when any is. */
	choices: unknown[] | null;
	/** Null when there is none. */
	fallback: { value: unknown } | null;
	length: Range;
	amount: Range;
	count: Range;
	fields: Field[];
	items: Schema | null;
	/** Schema of a map's values, or null when it is not a map. */
	values: Schema | null;
	/** More than one: any of them fits. */
	variants: Schema[];
};

export type Field = { name: string; schema: Schema; isRequired: boolean };
export type Range = { min: number | null; max: number | null };

export function readSchema(value: unknown): Schema {
	const json = toRecord(value);
	const alternatives = [...toList(json.anyOf), ...toList(json.oneOf)];
	const options = alternatives.filter((option) => !isCondition(toRecord(option)));
	const variants = options.filter((option) => toRecord(option).type !== "null");
	const types = toList(json.type ?? []).length > 0 ? toTexts(json.type) : [toText(json.type)];
	const isNullable =
		types.includes("null") ||
		variants.length < options.length ||
		variants.some((variant) => readSchema(variant).isNullable);
	const own = readOwn(json, types, isNullable);
	const [only] = variants;
	if (only === undefined) return own;
	if (variants.length > 1) return { ...own, variants: variants.map(readSchema) };
	const inner = readSchema(only);
	return {
		...inner,
		isNullable,
		isDeprecated: own.isDeprecated || inner.isDeprecated,
		description: own.description || inner.description,
		fallback: own.fallback ?? inner.fallback,
	};
}

/** It only tells which fields must be there. */
function isCondition(json: Json): boolean {
	return Object.keys(json).every((keyword) => keyword === "required");
}

function readOwn(json: Json, types: string[], isNullable: boolean): Schema {
	const parts = toList(json.allOf).map(readSchema);
	return {
		ref: toText(json.$ref).split("/").at(-1) || null,
		types: types.filter((type) => type !== "" && (type !== "null" || types.length === 1)),
		isNullable: isNullable && !(types.length === 1 && types[0] === "null"),
		isDeprecated: json.deprecated === true,
		description: toText(json.description),
		format: toText(json.format),
		pattern: toText(json.pattern),
		choices: "const" in json ? [json.const] : Array.isArray(json.enum) ? json.enum : null,
		fallback: "default" in json ? { value: json.default } : null,
		length: { min: toNumber(json.minLength), max: toNumber(json.maxLength) },
		amount: { min: toLimit(json.minimum), max: toLimit(json.maximum) },
		count: { min: toNumber(json.minItems), max: toNumber(json.maxItems) },
		fields: [...parts.flatMap((part) => part.fields), ...readFields(json)],
		items: isRecord(json.items) ? readSchema(json.items) : null,
		values: isRecord(json.additionalProperties) ? readSchema(json.additionalProperties) : null,
		variants: parts.filter((part) => part.ref !== null),
	};
}

function readFields(json: Json): Field[] {
	const required = new Set(toTexts(json.required));
	return Object.entries(toRecord(json.properties)).map(([name, property]) => ({
		name,
		schema: readSchema(property),
		isRequired: required.has(name),
	}));
}

/** The limits of whole numbers in general say nothing about a field. */
function toLimit(value: unknown): number | null {
	const limit = toNumber(value);
	return limit !== null && Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit;
}

/** Required fields first, deprecated ones last, else in the contract's order. */
export function inReadingOrder(fields: readonly Field[]): Field[] {
	const rank = ({ schema, isRequired }: Field) => (schema.isDeprecated ? 2 : isRequired ? 0 : 1);
	return [...fields].sort((a, b) => rank(a) - rank(b));
}
