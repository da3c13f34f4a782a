// The examples of an event type, which its schema holds: the first one is also a field of its own.

type Schemas = Record<string, unknown> | null;

/** The version that examples belong to. */
const VERSION = "1";

/** Undefined when there is none. */
export function exampleOf(schemas: Schemas): unknown {
	return examplesOf(schemas)[0];
}

export function examplesOf(schemas: Schemas): readonly unknown[] {
	const schema = schemas?.[VERSION];
	if (typeof schema !== "object" || schema === null || !("examples" in schema)) return [];
	return Array.isArray(schema.examples) ? schema.examples : [];
}

/** The schemas with this as first example: undefined leaves them as they are, null takes all examples away. */
export function withExample(schemas: Schemas, example: unknown): Schemas {
	if (example === undefined) return schemas;
	const [, ...others] = examplesOf(schemas);
	const { examples: _, ...schema } = toObject(schemas?.[VERSION]);
	if (example !== null)
		return { ...schemas, [VERSION]: { ...schema, examples: [example, ...others] } };
	return schemas === null ? null : { ...schemas, [VERSION]: schema };
}

/** A schema that is true or false takes no examples: as an object it means the same. */
function toObject(schema: unknown): { examples?: unknown } {
	if (schema === false) return { not: {} } as object;
	return typeof schema === "object" && schema !== null ? schema : {};
}
