// The meta-schema of JSON Schema Draft 7: what every schema of an event type must be.

const NON_NEGATIVE = { type: "integer", minimum: 0 };
const SCHEMA = { $ref: "#" };
const SCHEMAS = { type: "array", minItems: 1, items: SCHEMA };
const SCHEMA_MAP = { type: "object", additionalProperties: SCHEMA };
const TEXTS = { type: "array", items: { type: "string" }, uniqueItems: true };
const TYPE = {
	enum: ["array", "boolean", "integer", "null", "number", "object", "string"],
};
const NUMBER = { type: "number" };
const TEXT = { type: "string" };
const FLAG = { type: "boolean" };

export const DRAFT_7 = {
	type: ["object", "boolean"],
	properties: {
		$id: { type: "string", format: "uri-reference" },
		$schema: { type: "string", format: "uri" },
		$ref: { type: "string", format: "uri-reference" },
		$comment: TEXT,
		title: TEXT,
		description: TEXT,
		readOnly: FLAG,
		writeOnly: FLAG,
		examples: { type: "array" },
		multipleOf: { type: "number", exclusiveMinimum: 0 },
		maximum: NUMBER,
		exclusiveMaximum: NUMBER,
		minimum: NUMBER,
		exclusiveMinimum: NUMBER,
		maxLength: NON_NEGATIVE,
		minLength: NON_NEGATIVE,
		pattern: TEXT,
		additionalItems: SCHEMA,
		items: { anyOf: [SCHEMA, SCHEMAS] },
		maxItems: NON_NEGATIVE,
		minItems: NON_NEGATIVE,
		uniqueItems: FLAG,
		contains: SCHEMA,
		maxProperties: NON_NEGATIVE,
		minProperties: NON_NEGATIVE,
		required: TEXTS,
		additionalProperties: SCHEMA,
		definitions: SCHEMA_MAP,
		properties: SCHEMA_MAP,
		patternProperties: SCHEMA_MAP,
		dependencies: { type: "object", additionalProperties: { anyOf: [SCHEMA, TEXTS] } },
		propertyNames: SCHEMA,
		enum: { type: "array" },
		type: { anyOf: [TYPE, { type: "array", items: TYPE, minItems: 1, uniqueItems: true }] },
		format: TEXT,
		contentMediaType: TEXT,
		contentEncoding: TEXT,
		if: SCHEMA,
		// biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema, and never awaited
		then: SCHEMA,
		else: SCHEMA,
		allOf: SCHEMAS,
		anyOf: SCHEMAS,
		oneOf: SCHEMAS,
		not: SCHEMA,
	},
};
