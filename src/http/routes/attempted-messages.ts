// Routes of the messages that an endpoint was given, and older paths to the attempts of a message.
import * as z from "zod";
import { listAttemptedMessages } from "../../services/attempted-messages.ts";
import {
	listAttemptsByMessage,
	listAttemptsByMessageAndEndpoint,
} from "../../services/attempts.ts";
import { toAttemptOut } from "../models/attempt.ts";
import { iterator, limit, listOf, queryFlag, toListOut } from "../models/common.ts";
import {
	EndpointMessageOut,
	toEndpointMessageOut,
	toStatuses,
} from "../models/endpoint-message.ts";
import { type AnyRoute, route } from "../route.ts";
import { AttemptList, attemptQuery, queryStatus, toQuery } from "./attempts.ts";
import { endpointParams } from "./endpoints.ts";
import { messageFilters, messageParams } from "./messages.ts";

const tag = "Message attempt";
const access = "ViewBase";

const older = {
	method: "get",
	tag,
	access,
	query: attemptQuery,
	answers: { 200: AttemptList },
	answer: (
		list: Awaited<ReturnType<typeof listAttemptsByMessage>>,
		{ query }: { query: z.output<typeof attemptQuery> },
	) => ({
		status: 200,
		body: toListOut(list, (record) => toAttemptOut(record, query.with_content)),
	}),
} as const;

export const attemptedMessageRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/endpoint/{endpoint_id}/msg",
		operationId: "v1.message-attempt.list-attempted-messages",
		tag,
		summary: "List the messages that an endpoint was given, with how each stands, newest first",
		access,
		params: endpointParams,
		query: z.object({
			limit,
			iterator: iterator("msg").meta({
				description: "A page may be shorter than its limit, or empty, before the list is `done`.",
			}),
			status: queryStatus,
			...messageFilters,
			with_content: queryFlag(true),
			expanded_statuses: queryFlag(false).meta({
				description: "Cancelled messages have the status canceled (4); without this, fail (2).",
			}),
		}),
		answers: {
			200: listOf(EndpointMessageOut).meta({ id: "ListResponse_EndpointMessageOut" }),
		},
		run: ({ ctx, params, query, request: { tools } }) =>
			listAttemptedMessages(ctx, tools.operatorSwitch, params.app_id, params.endpoint_id, {
				...query,
				statuses: toStatuses(query.status, query.expanded_statuses),
				eventTypes: query.event_types,
				withContent: query.with_content,
			}),
		answer: (list, { query }) => ({
			status: 200,
			body: toListOut(list, (message) =>
				toEndpointMessageOut(message, {
					withContent: query.with_content,
					isExpanded: query.expanded_statuses,
				}),
			),
		}),
	}),
	route({
		...older,
		path: "/app/{app_id}/msg/{msg_id}/attempt",
		operationId: "v1.message-attempt.list-by-msg-older",
		summary: "The older path of listing a message's attempts",
		params: messageParams,
		run: ({ ctx, params, query }) =>
			listAttemptsByMessage(ctx, params.app_id, params.msg_id, null, toQuery(query)),
	}),
	route({
		...older,
		path: "/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/attempt",
		operationId: "v1.message-attempt.list-by-msg-and-endpoint-older",
		summary: "The older path of listing a message's attempts at one endpoint",
		params: messageParams.extend(endpointParams.shape),
		run: ({ ctx, params, query }) =>
			listAttemptsByMessageAndEndpoint(
				ctx,
				params.app_id,
				params.msg_id,
				params.endpoint_id,
				toQuery(query),
			),
	}),
];
