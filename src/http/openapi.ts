// The published contract (OpenAPI 3.1), made from the routes' declarations. Runs at build time only.
import * as z from "zod";
import { isLimited } from "./access.ts";
import { components, IDEMPOTENCY_KEY, type Json, REASONS, SECURITY } from "./openapi-parts.ts";
import type { AnyRoute } from "./route.ts";

/** The whole contract. */
export function toOpenApi(routes: readonly AnyRoute[]): Json {
	const schemas: Json = { ...components };
	const paths: Record<string, Json> = {};
	for (const spec of routes) {
		const path = `/api/v1${spec.path}`;
		paths[path] = { ...paths[path], [spec.method]: toOperation(spec, schemas) };
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Edgehook API",
			version: "1.0.0",
			description:
				"Send webhooks: create an application for each customer, let it add endpoints, post messages. " +
				"Every path also works with a trailing slash. Every POST takes an Idempotency-Key header.",
		},
		servers: [{ url: "/" }],
		tags: [...new Set(routes.map((spec) => spec.tag))].map((name) => ({ name })),
		security: [{ key: [] }],
		paths,
		components: {
			schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
			securitySchemes: SECURITY,
		},
	};
}

function toOperation(spec: AnyRoute, schemas: Json): Json {
	const statuses = [...(spec.access === "none" ? [] : [401, 403]), ...errorStatuses(spec)];
	return {
		operationId: spec.operationId,
		tags: [spec.tag],
		summary: spec.summary,
		...accessOf(spec),
		parameters: [
			...toParameters("path", spec.params, schemas),
			...toParameters("query", spec.query, schemas),
			...(spec.method === "post" && spec.access !== "none" ? [IDEMPOTENCY_KEY] : []),
		],
		...(spec.body !== undefined && {
			requestBody: {
				required: spec.isBodyOptional !== true,
				content: json(toSchema(spec.body, "input", schemas)),
			},
		}),
		responses: {
			...Object.fromEntries(
				Object.entries(spec.answers).map(([status, schema]) => [
					status,
					schema === null
						? { description: "Done" }
						: {
								description: "Done",
								content: {
									[spec.contentType ?? JSON_TYPE]: { schema: toSchema(schema, "output", schemas) },
								},
							},
				]),
			),
			...Object.fromEntries(statuses.map((status) => [status, toError(status)])),
		},
	};
}

function accessOf({ access }: AnyRoute): Json {
	if (access === "none") return { security: [] };
	if (access === "organisation") return {};
	const description = `Also for tokens of the application that have the capability ${access}.`;
	return { description, security: [{ key: [] }, { token: [] }] };
}

const JSON_TYPE = "application/json";
const json = (schema: Json) => ({ [JSON_TYPE]: { schema } });

/** Operations that a state forbids although their input is right. */
const REFUSING =
	/\.(rotate-secret|get-stats|get-activity|recover|replay-missing|bulk-replay|send-example|resend|background-task\.cancel|cancel-by-app)$/;

function errorStatuses(spec: AnyRoute): number[] {
	const hasInput = spec.body !== undefined || spec.query !== undefined;
	return [
		...(REFUSING.test(spec.operationId) ? [400] : []),
		...(spec.operationId.endsWith(".exchange-one-time-token") ? [401] : []),
		...(spec.params !== undefined ? [404] : []),
		...(spec.operationId.endsWith("api-key.revoke") ? [409] : []),
		...(spec.body !== undefined ? [409, 413, 415] : []),
		...(hasInput ? [422] : []),
		...(spec.isUpgrade === true ? [426] : []),
		...(isLimited(spec) ? [429] : []),
	];
}

function toError(status: number): Json {
	const name = status === 422 ? "HttpValidationError" : "HttpError";
	return {
		description: REASONS[status] ?? "Error",
		content: json({ $ref: `#/components/schemas/${name}` }),
	};
}

function toParameters(where: "path" | "query", schema: AnyRoute["query"], schemas: Json): Json[] {
	if (schema === undefined) return [];
	const object = toSchema(schema, "input", schemas);
	const required = new Set((object.required as string[] | undefined) ?? []);
	return Object.entries(object.properties as Record<string, Json>).map(([name, property]) => {
		const { description, ...rest } = property;
		return {
			name,
			in: where,
			required: where === "path" || required.has(name),
			...(description !== undefined && { description }),
			schema: rest,
		};
	});
}

/** A schema as JSON Schema; named ones go to the components and are referred to. */
function toSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
	const made = z.toJSONSchema(schema, {
		io,
		unrepresentable: "any",
		reused: "inline",
		override({ zodSchema, jsonSchema }) {
			const override = z.globalRegistry.get(zodSchema)?.override;
			if (typeof override === "object" && override !== null) {
				for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
				Object.assign(jsonSchema, override);
			}
			delete jsonSchema.override;
		},
	}) as Json;
	const { $schema: _, $defs, id, ...own } = made;
	for (const [name, definition] of Object.entries(($defs as Json | undefined) ?? {})) {
		schemas[name] = toReferences(withoutId(definition as Json));
	}
	const cleaned = toReferences(own);
	if (typeof id !== "string") return cleaned;
	schemas[id] = cleaned;
	return { $ref: `#/components/schemas/${id}` };
}

function withoutId({ id: _, ...schema }: Json): Json {
	return schema;
}

function toReferences(schema: Json): Json {
	const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
	return JSON.parse(text);
}
