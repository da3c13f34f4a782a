// Routes of attempts.
import * as z from "zod";
import { MESSAGE_STATUS } from "../../core/outcome.ts";
import type { AttemptQuery } from "../../platform/lane-client.ts";
import { findMessagesOf } from "../../services/attempted-messages.ts";
import {
	getAttempt,
	getAttemptHeaders,
	listAttemptsByEndpoint,
	listAttemptsByMessage,
} from "../../services/attempts.ts";
import {
	AttemptHeadersOut,
	MessageAttemptOut,
	toAttemptHeadersOut,
	toAttemptOut,
	toMessageOfAttempt,
} from "../models/attempt.ts";
import { iterator, limit, listOf, queryFlag, toListOut, walkIterator } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";
import { messageFilters, messageParams } from "./messages.ts";

const tag = "Message attempt";

export const oneOf = (values: number[], error: string) =>
	z
		.enum(values.map(String) as [string, ...string[]], { error })
		.optional()
		.transform((value) => (value === undefined ? null : Number(value)));

export const queryStatus = oneOf(
	[0, 1, 2, 3, 4],
	"must be 0 (success), 1 (pending), 2 (fail), 3 (sending) or 4 (canceled)",
);

const expandedStatuses = queryFlag(false).meta({
	description: "An attempt that was made is never canceled: nothing changes here.",
});

export const attemptQuery = z.object({
	limit,
	iterator: iterator("atmpt"),
	status: queryStatus,
	status_code_class: oneOf([0, 100, 200, 300, 400, 500], "must be 0, 100, 200, 300, 400 or 500"),
	...messageFilters,
	with_content: queryFlag(true),
	expanded_statuses: expandedStatuses,
});

export const AttemptList = listOf(MessageAttemptOut).meta({ id: "ListResponse_MessageAttemptOut" });

export function toQuery(query: z.output<typeof attemptQuery>): AttemptQuery {
	return {
		...query,
		messageId: null,
		statusClass: query.status_code_class,
		eventTypes: query.event_types,
		// An attempt that was made has succeeded or failed; the other statuses match none.
		succeeded: query.status === null ? null : query.status === MESSAGE_STATUS.success,
		...(isNeverMade(query.status) && { before: 0 }),
	};
}

const isNeverMade = (status: number | null) =>
	status !== null && status !== MESSAGE_STATUS.success && status !== MESSAGE_STATUS.fail;

export const attemptRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/attempt/endpoint/{endpoint_id}",
		operationId: "v1.message-attempt.list-by-endpoint",
		tag,
		summary: "List the attempts on an endpoint, newest first",
		access: "ViewBase",
		params: endpointParams,
		query: attemptQuery.extend({
			with_msg: queryFlag(false).meta({
				description: "Each with its message, without the payload.",
			}),
		}),
		answers: { 200: AttemptList },
		run: async ({ ctx, params, query }) => {
			const { app_id, endpoint_id } = params;
			const list = await listAttemptsByEndpoint(ctx, app_id, endpoint_id, toQuery(query));
			return {
				list,
				messages: query.with_msg ? await findMessagesOf(ctx, app_id, list.data) : null,
			};
		},
		answer: ({ list, messages }, { query }) => ({
			status: 200,
			body: toListOut(list, (record) => ({
				...toAttemptOut(record, query.with_content),
				...(messages !== null && { msg: toMessageOfAttempt(messages.get(record.messageId)) }),
			})),
		}),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/attempt/msg/{msg_id}",
		operationId: "v1.message-attempt.list-by-msg",
		tag,
		summary: "List the attempts to deliver a message, newest first",
		access: "ViewBase",
		params: messageParams,
		query: attemptQuery.extend({
			iterator: walkIterator("atmpt"),
			endpoint_id: z
				.string()
				.optional()
				.transform((value) => value ?? null),
		}),
		answers: { 200: AttemptList },
		run: ({ ctx, params, query }) =>
			listAttemptsByMessage(ctx, params.app_id, params.msg_id, query.endpoint_id, toQuery(query)),
		answer: (list, { query }) => ({
			status: 200,
			body: toListOut(list, (record) => toAttemptOut(record, query.with_content)),
		}),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}",
		operationId: "v1.message-attempt.get",
		tag,
		summary: "Get an attempt",
		access: "ViewBase",
		params: messageParams.extend({ attempt_id: z.string() }),
		query: z.object({ expanded_statuses: expandedStatuses }),
		answers: { 200: MessageAttemptOut },
		run: ({ ctx, params }) => getAttempt(ctx, params.app_id, params.msg_id, params.attempt_id),
		answer: (record) => ({ status: 200, body: toAttemptOut(record, true) }),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/headers",
		operationId: "v1.message-attempt.get-headers",
		tag,
		summary: "Get the headers of an attempt and of its answer, with credentials masked",
		access: "ViewBase",
		params: messageParams.extend({ attempt_id: z.string() }),
		answers: { 200: AttemptHeadersOut },
		run: ({ ctx, params }) =>
			getAttemptHeaders(ctx, params.app_id, params.msg_id, params.attempt_id),
		answer: (headers) => ({ status: 200, body: toAttemptHeadersOut(headers) }),
	}),
];
