// The words of a schema that hold other schemas, by how they hold them.

export const ONE_SCHEMA = new Set([
	"additionalItems",
	"additionalProperties",
	"contains",
	"contentSchema",
	"else",
	"if",
	"items",
	"not",
	"propertyNames",
	"then",
	"unevaluatedItems",
	"unevaluatedProperties",
]);

export const SCHEMA_LIST = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

export const SCHEMA_MAP = new Set(["dependentSchemas", "patternProperties", "properties"]);

/** They hold what others refer to, and say nothing about a payload. */
export const LOCAL_DEFINITIONS = new Set(["$defs", "definitions"]);

/** Schemas there are held against the same value as the schema around them. */
export const SAME_VALUE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];

/** They tell a reader something, and check nothing: also beside a reference they are kept. */
export const isAnnotation = (word: string): boolean =>
	ANNOTATIONS.has(word) || word.startsWith("x-");

const ANNOTATIONS = new Set([
	"$comment",
	"default",
	"deprecated",
	"description",
	"example",
	"examples",
	"externalDocs",
	"readOnly",
	"title",
	"writeOnly",
	"xml",
]);

/** Values under these are data, whatever they look like. */
export const isData = (word: string): boolean => DATA.has(word);

const DATA = new Set(["const", "default", "enum", "example", "examples"]);
