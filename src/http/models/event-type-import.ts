// The import of an OpenAPI description on the wire.
import * as z from "zod";
import type { Source } from "../../services/event-type-import.ts";
import type { ImportReport } from "../../services/event-type-import-report.ts";
import type { EventType } from "../../store/event-types.ts";

const onlyOne = "must be given, or the other of spec and specRaw: exactly one of them";

export const EventTypeImportOpenapiIn = z
	.object({
		spec: z
			.record(z.string(), z.unknown(), { error: "must be an OpenAPI description: a JSON object" })
			.nullish()
			.meta({ description: "An OpenAPI description." }),
		specRaw: z
			.string()
			.nullish()
			.meta({ description: "An OpenAPI description as a text in JSON or YAML." }),
		dryRun: z
			.boolean()
			.nullish()
			.meta({ description: "Changes nothing, and answers what would be changed." }),
		replaceAll: z
			.boolean()
			.nullish()
			.meta({ description: "Archives every event type that the description does not have." }),
		only: z.array(z.string()).nullish().meta({
			description:
				"Names of those to create, update or archive; all others stay as they are. Left out: all.",
		}),
	})
	.superRefine(({ spec, specRaw }, ctx) => {
		if ((spec == null) !== (specRaw == null)) return;
		for (const field of ["spec", "specRaw"]) {
			ctx.addIssue({ code: "custom", message: onlyOne, path: [field] });
		}
	})
	.meta({ id: "EventTypeImportOpenApiIn" });

const EventTypeFromOpenApi = z
	.object({
		name: z.string(),
		description: z.string(),
		deprecated: z.boolean(),
		schemas: z.record(z.string(), z.unknown()).nullable(),
		featureFlags: z.array(z.string()).nullable(),
		groupName: z.string().nullable(),
	})
	.meta({ id: "EventTypeFromOpenApi" });

const Change = z
	.object({
		field: z.string(),
		path: z.string().optional().meta({ description: "Where in the schema: a JSON Pointer." }),
		before: z.unknown().optional().meta({ description: "Left out where there was nothing." }),
		after: z
			.unknown()
			.optional()
			.meta({ description: "Left out where there is nothing any more." }),
	})
	.meta({ id: "EventTypeChange" });

const Remark = z
	.object({
		path: z.string().meta({ description: "Where in the description: a JSON Pointer." }),
		message: z.string(),
	})
	.meta({ id: "OpenApiRemark" });

export const EventTypeImportOpenapiOut = z
	.object({
		data: z
			.object({
				modified: z
					.array(z.string())
					.meta({ description: "Names of all that is created or updated, or would be." }),
				to_modify: z
					.array(EventTypeFromOpenApi)
					.nullable()
					.meta({ description: "The same event types as they would be; only in a dry run." }),
				created: z.array(z.string()),
				updated: z.array(z.object({ name: z.string(), changes: z.array(Change) })),
				unchanged: z.array(z.string()),
				archived: z.array(z.string()),
				failed: z.array(Remark).meta({ description: "Entries that were not imported, and why." }),
				notes: z
					.array(Remark)
					.meta({ description: "What is imported differently from how it is written." }),
				isShortened: z.boolean().meta({
					description: "Whether changes or names are left out, because there are too many.",
				}),
			})
			.meta({ id: "EventTypeImportOpenApiOutData" }),
	})
	.meta({ id: "EventTypeImportOpenApiOut" });

export function toSource({ spec, specRaw }: z.output<typeof EventTypeImportOpenapiIn>): Source {
	return specRaw == null ? { spec } : { specRaw };
}

export function toImportOut({
	dryRun,
	modified,
	...report
}: ImportReport): z.input<typeof EventTypeImportOpenapiOut> {
	const names = modified.map(({ name }) => name);
	const to_modify = dryRun ? modified.map(toDescribed) : null;
	return { data: { modified: names, to_modify, ...report } };
}

function toDescribed(row: EventType): z.input<typeof EventTypeFromOpenApi> {
	const { name, description, deprecated, schemas, featureFlags, groupName } = row;
	return { name, description, deprecated, schemas, featureFlags, groupName };
}
