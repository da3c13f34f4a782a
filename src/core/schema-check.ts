// Whether a payload fits the schema of its event type. It informs and never blocks.

/** `errors` are a few short sentences, each with where in the payload; none when it fits. */
export type SchemaCheck = { valid: boolean; errors: string[] };
