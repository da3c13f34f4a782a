// Event types on the wire: the names of the specification and of the client libraries both work.
import * as z from "zod";
import { whyNoSchema } from "../../platform/json-schema.ts";
import type { EventTypeChanges, EventTypeInput } from "../../services/event-types.ts";
import { exampleOf } from "../../services/examples.ts";
import type { EventType } from "../../store/event-types.ts";
import { distinct, name, text, timestamp, toTimestamp } from "./common.ts";

const flagsRule = {
	error: "must be a name, or a list of distinct names, of letters, digits, '-', '_' and '.'",
};
const flags = z.union([name.transform((flag) => [flag]), distinct(name)], flagsRule).nullish();
/** More levels than a schema has, and fewer than writing it as JSON again can take. */
const LEVELS_MAX = 100;
const isShallow = (value: unknown, levels = LEVELS_MAX): boolean =>
	typeof value !== "object" ||
	value === null ||
	(levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)));
const isSchema = (value: unknown) =>
	typeof value === "boolean" ||
	(typeof value === "object" && value !== null && !Array.isArray(value) && isShallow(value));

const jsonSchema = z
	.custom(isSchema, {
		error: `must be a JSON Schema: an object of at most ${LEVELS_MAX} levels`,
		abort: true,
	})
	.superRefine((value, ctx) => {
		const why = whyNoSchema(value);
		if (why === null) return;
		ctx.addIssue({ code: "custom", message: `must be a JSON Schema (Draft 7): ${why}` });
	})
	.meta({ override: { type: ["object", "boolean"] } });
const schemas = z
	.record(z.string(), jsonSchema)
	.nullish()
	.meta({ description: 'JSON Schemas (Draft 7) by version: {"1": {…}}.' });

const fields = {
	archived: z.boolean().optional(),
	deprecated: z.boolean().optional(),
	schemas,
	schema: jsonSchema
		.nullish()
		.meta({ description: "A single JSON Schema (Draft 7): the same as schemas with version 1." }),
	example: z
		.unknown()
		.refine((value) => isShallow(value), `must have at most ${LEVELS_MAX} levels`)
		.optional()
		.meta({ description: "The same as the first of the schema's examples; null for none." }),
	featureFlags: flags,
	featureFlag: flags,
	groupName: name.nullish(),
};

export const EventTypeIn = z
	.object({ name, description: text.default(""), ...fields })
	.meta({ id: "EventTypeIn" });

export const EventTypeUpdate = z
	.object({ description: text.default(""), ...fields })
	.meta({ id: "EventTypeUpdate" });

export const EventTypePatch = z
	.object({ description: text.optional(), ...fields })
	.meta({ id: "EventTypePatch" });

export const EventTypeOut = z
	.object({
		name: z.string(),
		description: z.string(),
		archived: z.boolean(),
		deprecated: z.boolean(),
		schemas: z.record(z.string(), z.unknown()).nullable(),
		example: z.unknown().meta({ description: "The first of the schema's examples." }),
		featureFlag: z.string().nullable(),
		featureFlags: z.array(z.string()).nullable(),
		groupName: z.string().nullable(),
		createdAt: timestamp,
		updatedAt: timestamp,
	})
	.meta({ id: "EventTypeOut" });

export function toEventTypeChanges(body: z.output<typeof EventTypePatch>): EventTypeChanges {
	const given = body.featureFlags === undefined ? body.featureFlag : body.featureFlags;
	const one =
		body.schema === undefined || body.schema === null ? body.schema : { "1": body.schema };
	const all = body.schemas === undefined ? one : body.schemas;
	return {
		...(body.description !== undefined && { description: body.description }),
		...(body.archived !== undefined && { archived: body.archived }),
		...(body.deprecated !== undefined && { deprecated: body.deprecated }),
		...(all !== undefined && { schemas: all }),
		...(body.example !== undefined && { example: body.example }),
		...(given !== undefined && { featureFlags: given?.length ? given : null }),
		...(body.groupName !== undefined && { groupName: body.groupName }),
	};
}

export function toEventTypeInput(
	body: z.output<typeof EventTypeUpdate>,
): EventTypeInput & EventTypeChanges {
	const none = { schemas: null, featureFlags: null, groupName: null };
	const defaults = { description: "", archived: false, deprecated: false, ...none };
	return { ...defaults, ...toEventTypeChanges(body) };
}

export function toEventTypeOut(
	eventType: EventType,
	withContent: boolean,
): z.input<typeof EventTypeOut> {
	return {
		name: eventType.name,
		description: eventType.description,
		archived: eventType.archived,
		deprecated: eventType.deprecated,
		schemas: withContent ? eventType.schemas : null,
		example: withContent ? (exampleOf(eventType.schemas) ?? null) : null,
		featureFlag: eventType.featureFlags?.[0] ?? null,
		featureFlags: eventType.featureFlags,
		groupName: eventType.groupName,
		createdAt: toTimestamp(eventType.createdAt),
		updatedAt: toTimestamp(eventType.updatedAt),
	};
}
