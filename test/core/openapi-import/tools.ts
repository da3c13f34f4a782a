// Reads single webhooks and schemas as an import does.
import { readEventTypes } from "../../../src/core/openapi-import/read.ts";
import { whyNoSchema } from "../../../src/platform/json-schema.ts";

export const read = (document: unknown) => readEventTypes(document, whyNoSchema);

type Version = "3.0.3" | "3.1.0";

/** A description with one webhook that has this schema, and these components. */
export function describe(version: Version, schema: unknown, more: object = {}) {
	const content = { "application/json": { schema } };
	const webhooks = { "a.b": { post: { requestBody: { content } } } };
	return { openapi: version, [version === "3.1.0" ? "webhooks" : "x-webhooks"]: webhooks, ...more };
}

/** What the only webhook's schema becomes, and what is said about it. */
export function convert(version: Version, schema: unknown, more: object = {}) {
	const { eventTypes, failed, notes } = read(describe(version, schema, more));
	return { schema: eventTypes[0]?.schema, failed, notes };
}

export const SCHEMA_AT = "/webhooks/a.b/post/requestBody/content/application~1json/schema";
