// The route that imports event types from an OpenAPI description.
import { DESCRIPTION_BYTES_MAX, importOpenapi } from "../../services/event-type-import.ts";
import {
	EventTypeImportOpenapiIn,
	EventTypeImportOpenapiOut,
	toImportOut,
	toSource,
} from "../models/event-type-import.ts";
import { type AnyRoute, route } from "../route.ts";

export const eventTypeImportRoutes: AnyRoute[] = [
	route({
		method: "post",
		path: "/event-type/import/openapi",
		operationId: "v1.event-type.import-openapi",
		tag: "Event type",
		summary: "Create and update event types from the webhooks of an OpenAPI description",
		access: "organisation",
		body: EventTypeImportOpenapiIn,
		// A text is longer as JSON than by itself.
		bodyBytesMax: 2 * DESCRIPTION_BYTES_MAX,
		answers: { 200: EventTypeImportOpenapiOut },
		// It changes nothing, and may be too large to be kept.
		isIdempotentItself: ({ body }) => body.dryRun === true,
		run: ({ ctx, body }) =>
			importOpenapi(ctx, toSource(body), {
				dryRun: body.dryRun === true,
				replaceAll: body.replaceAll === true,
				only: body.only == null ? null : new Set(body.only),
			}),
		answer: (report) => ({ status: 200, body: toImportOut(report) }),
	}),
];
