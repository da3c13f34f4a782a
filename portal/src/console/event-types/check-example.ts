// Holds an example against a schema (draft 7): what is wrong, where, and by which rule. Loaded when it is needed.
import { Validator } from "@cfworker/json-schema";
import { resolve } from "./make-example.ts";

export type Complaint = {
	/** A JSON Pointer into the example; empty for all of it. */
	path: string;
	rule: string;
	/** What the rule asks for, in words of the schema. */
	wanted: string;
};

/** Their complaint is that of something within them. */
const OUTER = new Set([
	...["properties", "patternProperties", "additionalProperties", "items", "additionalItems"],
	...["$ref", "allOf", "if", "then", "else", "dependencies", "contains", "propertyNames"],
]);
const COMPLAINTS_MAX = 20;

/** Null when the schema itself cannot be read. */
export function checkExample(schema: unknown, example: unknown): Complaint[] | null {
	try {
		// safe because the validator refuses what is no schema
		const validator = new Validator(schema as object, "7", false);
		return toComplaints(schema, validator.validate(example).errors);
	} catch {
		return null;
	}
}

type Found = ReturnType<Validator["validate"]>["errors"][number];

function toComplaints(schema: unknown, errors: Found[]): Complaint[] {
	const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
	const real = errors.filter(
		(error) =>
			!(OUTER.has(error.keyword) && errors.some((other) => isPartOf(other, error))) &&
			!choices.some((choice) => isPartOf(error, choice)),
	);
	return real
		.slice(0, COMPLAINTS_MAX)
		.map(({ keyword, keywordLocation, instanceLocation, error }) => ({
			path: decodeURIComponent(instanceLocation.replace(/^#/, "")),
			rule: keyword,
			wanted: keyword === "required" ? quotedIn(error) : toWords(valueAt(schema, keywordLocation)),
		}));
}

/** By its place in the schema; a rule for further fields has it in the example alone. */
const isPartOf = (inner: Found, outer: Found): boolean =>
	inner !== outer &&
	(`${inner.keywordLocation}/`.startsWith(`${outer.keywordLocation}/`) ||
		(outer.keyword.startsWith("additional") &&
			inner.instanceLocation.startsWith(`${outer.instanceLocation}/`)));
const quotedIn = (text: string): string => /"(.*)"/.exec(text)?.[1] ?? text;

/** What stands at a rule's place in the schema, through references. */
function valueAt(root: unknown, location: string): unknown {
	let value = root;
	for (const part of location.replace(/^#\/?/, "").split("/")) {
		const at = resolve(`#/${part}`, value);
		value = part === "$ref" && typeof at === "string" ? resolve(at, root) : at;
	}
	return value;
}

function toWords(value: unknown): string {
	if (Array.isArray(value)) return value.map(toWords).join(", ");
	return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
