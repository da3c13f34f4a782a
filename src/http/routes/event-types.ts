// Routes of event types.
import * as z from "zod";
import {
	createEventType,
	deleteEventType,
	getEventType,
	listEventTypes,
	patchEventType,
	putEventType,
	type SavedEventType,
} from "../../services/event-types.ts";
import { limit, listOf, name, order, queryFlag, toListOut } from "../models/common.ts";
import {
	EventTypeIn,
	EventTypeOut,
	EventTypePatch,
	EventTypeUpdate,
	toEventTypeChanges,
	toEventTypeInput,
	toEventTypeOut,
} from "../models/event-type.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Event type";
const access = "organisation";
const path = "/event-type/{event_type_name}";
const params = z.object({ event_type_name: z.string() });

const iterator = z
	.string()
	.regex(
		/^-?(~-|[a-zA-Z0-9_.])[a-zA-Z0-9\-_.]{0,255}$/,
		"must be the iterator or prevIterator of another page",
	)
	.optional()
	.transform((value) => value ?? null);

const saved = ({ eventType, isNew }: SavedEventType) => ({
	status: isNew ? 201 : 200,
	body: toEventTypeOut(eventType, true),
});

const change = {
	path,
	tag,
	access,
	params,
	body: EventTypePatch,
	answers: { 200: EventTypeOut },
	answer: saved,
} as const;

export const eventTypeRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/event-type",
		operationId: "v1.event-type.list",
		tag,
		summary: "List event types",
		access: "ViewBase",
		query: z.object({
			limit,
			iterator,
			order: order("ascending"),
			include_archived: queryFlag(false),
			with_content: queryFlag(false),
		}),
		answers: { 200: listOf(EventTypeOut).meta({ id: "ListResponse_EventTypeOut" }) },
		run: async ({ ctx, query }) => ({
			withContent: query.with_content,
			list: await listEventTypes(ctx, { ...query, includeArchived: query.include_archived }),
		}),
		answer: ({ list, withContent }) => ({
			status: 200,
			body: toListOut(list, (row) => toEventTypeOut(row, withContent)),
		}),
	}),
	route({
		method: "post",
		path: "/event-type",
		operationId: "v1.event-type.create",
		tag,
		summary: "Create an event type; an archived one of that name comes back",
		access,
		body: EventTypeIn,
		answers: { 201: EventTypeOut },
		run: ({ ctx, body }) => createEventType(ctx, body.name, toEventTypeInput(body)),
		answer: saved,
	}),
	route({
		method: "get",
		path,
		operationId: "v1.event-type.get",
		tag,
		summary: "Get an event type",
		access: "ViewBase",
		params,
		answers: { 200: EventTypeOut },
		run: ({ ctx, params }) => getEventType(ctx, params.event_type_name),
		answer: (eventType) => ({ status: 200, body: toEventTypeOut(eventType, true) }),
	}),
	route({
		...change,
		method: "post",
		operationId: "v1.event-type.change",
		summary: "Change some fields of an event type (the same as PATCH)",
		run: ({ ctx, params, body }) =>
			patchEventType(ctx, params.event_type_name, toEventTypeChanges(body)),
	}),
	route({
		method: "put",
		path,
		operationId: "v1.event-type.update",
		tag,
		summary: "Replace an event type, or create one of this name",
		access,
		params: z.object({ event_type_name: name }),
		body: EventTypeUpdate,
		answers: { 200: EventTypeOut, 201: EventTypeOut },
		run: ({ ctx, params, body }) =>
			putEventType(ctx, params.event_type_name, toEventTypeInput(body)),
		answer: saved,
	}),
	route({
		...change,
		method: "patch",
		operationId: "v1.event-type.patch",
		summary: "Change some fields of an event type",
		run: ({ ctx, params, body }) =>
			patchEventType(ctx, params.event_type_name, toEventTypeChanges(body)),
	}),
	route({
		method: "delete",
		path,
		operationId: "v1.event-type.delete",
		tag,
		summary: "Archive an event type, or remove it for good with expunge",
		access,
		params,
		query: z.object({ expunge: queryFlag(false) }),
		answers: { 204: null },
		run: ({ ctx, params, query }) => deleteEventType(ctx, params.event_type_name, query.expunge),
		answer: () => ({ status: 204 }),
	}),
];
