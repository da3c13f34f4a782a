// JSON Schema Draft 7: whether something is such a schema, and whether a payload fits one.
import { dereference, type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { DRAFT_7 } from "../core/draft-7.ts";
import { isPattern } from "../core/regular-expression.ts";
import type { SchemaCheck } from "../core/schema-check.ts";

const DRAFT = "7";
const ERRORS_MAX = 10;
const ERROR_CHARS_MAX = 200;
const FITS: SchemaCheck = { valid: true, errors: [] };

const metaSchema = new Validator(copyOf(DRAFT_7), DRAFT, true);

/** What keeps a value from being a schema of Draft 7, in a sentence; null when it is one. */
export function whyNoSchema(value: unknown): string | null {
	try {
		const { valid, errors } = metaSchema.validate(value);
		if (!valid) return toSentences(errors)[0] ?? "";
		return whyNoParts(copyOf(value));
	} catch (error) {
		return error instanceof RangeError
			? "has too many levels"
			: "has an $id or $ref that is no URI";
	}
}

/** Schemas inside a schema may refer to each other, and match texts by patterns. */
function whyNoParts(schema: Schema | boolean): string | null {
	const parts = dereference(schema);
	for (const part of Object.values(parts)) {
		if (typeof part === "boolean") continue;
		const { $ref, __absolute_ref__: uri, pattern, patternProperties } = part;
		if (uri !== undefined && parts[uri] === undefined) {
			return `refers to '${$ref}', which is not in it`;
		}
		const patterns = [
			...(pattern === undefined ? [] : [pattern]),
			...Object.keys(patternProperties ?? {}),
		];
		const wrong = patterns.find((text) => !isPattern(text));
		if (wrong !== undefined) return `has the pattern '${wrong}', which is no regular expression`;
	}
	return null;
}

/** @param schema one that `whyNoSchema` has nothing against */
export function createChecker(schema: unknown): (payload: unknown) => SchemaCheck {
	const validator = new Validator(copyOf(schema), DRAFT, false);
	return (payload) => {
		try {
			const { valid, errors } = validator.validate(payload);
			return valid ? FITS : { valid, errors: toSentences(errors) };
		} catch {
			// A schema that refers to itself without end, or patterns of another dialect.
			return { valid: false, errors: ["#: cannot be checked against this schema"] };
		}
	};
}

/** Only what is wrong itself, not all that is wrong because something in it is. */
function toSentences(errors: readonly OutputUnit[]): string[] {
	const places = errors.map(({ keywordLocation }) => keywordLocation);
	return errors
		.filter(({ keyword, keywordLocation: place }) => {
			const isOuter = places.some((other) => other.startsWith(`${place}/`));
			return !isOuter && (keyword !== "false" || errors.length === 1);
		})
		.slice(0, ERRORS_MAX)
		.map(({ instanceLocation, error }) =>
			`${instanceLocation}: ${error}`.slice(0, ERROR_CHARS_MAX),
		);
}

/** Validators write into the schemas that they are given. */
function copyOf(value: unknown): Schema | boolean {
	return structuredClone(value) as Schema | boolean; // safe because all callers know that it is one
}
