// Routes of attempts.
import { z } from "zod";
import { MESSAGE_STATUS } from "../../core/outcome.ts";
import type { AttemptQuery } from "../../platform/lane-client.ts";
import {
	getAttempt,
	listAttemptsByEndpoint,
	listAttemptsByMessage,
} from "../../services/attempts.ts";
import { MessageAttemptOut, toAttemptOut } from "../models/attempt.ts";
import { iterator, limit, listOf, queryFlag, toListOut } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";
import { messageFilters, messageParams } from "./messages.ts";

const tag = "Message attempt";
const access = "organisation";

const oneOf = (values: number[], error: string) =>
	z
		.enum(values.map(String) as [string, ...string[]], { error })
		.optional()
		.transform((value) => (value === undefined ? null : Number(value)));

const attemptQuery = z.object({
	limit,
	iterator: iterator("atmpt"),
	status: oneOf([0, 1, 2, 3], "must be 0 (success), 1 (pending), 2 (fail) or 3 (sending)"),
	status_code_class: oneOf([0, 100, 200, 300, 400, 500], "must be 0, 100, 200, 300, 400 or 500"),
	...messageFilters,
	with_content: queryFlag(true),
});

const ListOut = listOf(MessageAttemptOut).meta({ id: "ListResponse_MessageAttemptOut" });

function toQuery(query: z.output<typeof attemptQuery>): AttemptQuery {
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
	status === MESSAGE_STATUS.pending || status === MESSAGE_STATUS.sending;

export const attemptRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/attempt/endpoint/{endpoint_id}",
		operationId: "v1.message-attempt.list-by-endpoint",
		tag,
		summary: "List the attempts on an endpoint, newest first",
		access,
		params: endpointParams,
		query: attemptQuery,
		answers: { 200: ListOut },
		run: ({ ctx, params, query }) =>
			listAttemptsByEndpoint(ctx, params.app_id, params.endpoint_id, toQuery(query)),
		answer: (list, { query }) => ({
			status: 200,
			body: toListOut(list, (record) => toAttemptOut(record, query.with_content)),
		}),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/attempt/msg/{msg_id}",
		operationId: "v1.message-attempt.list-by-msg",
		tag,
		summary: "List the attempts to deliver a message, newest first",
		access,
		params: messageParams,
		query: attemptQuery.extend({
			endpoint_id: z
				.string()
				.optional()
				.transform((value) => value ?? null),
		}),
		answers: { 200: ListOut },
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
		access,
		params: messageParams.extend({ attempt_id: z.string() }),
		answers: { 200: MessageAttemptOut },
		run: ({ ctx, params }) => getAttempt(ctx, params.app_id, params.msg_id, params.attempt_id),
		answer: (record) => ({ status: 200, body: toAttemptOut(record, true) }),
	}),
];
