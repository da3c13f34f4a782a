// Routes of messages. Creating one answers when it is durable, and makes the first attempts after that.
import * as z from "zod";
import { DomainError } from "../../core/errors.ts";
import { dispatch } from "../../delivery/sending/dispatch.ts";
import { systemClock } from "../../platform/clock.ts";
import { toFanoutJobs } from "../../services/fanout.ts";
import {
	type CreatedMessage,
	createMessage,
	getMessage,
	getPayload,
	type KnownApplication,
	listMessages,
} from "../../services/messages.ts";
import { checkSchema } from "../../services/schema-checks.ts";
import type { RequestContext } from "../context.ts";
import { CORS_HEADERS } from "../cors.ts";
import { digestKey } from "../idempotency.ts";
import { toApplicationInput } from "../models/application.ts";
import {
	iterator,
	limit,
	listOf,
	queryEventTypes,
	queryFlag,
	queryTime,
	toListOut,
} from "../models/common.ts";
import { MessageIn, MessageOut, toMessageOut, toNewMessage } from "../models/message.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const tag = "Message";
const access = "organisation";
export const messageParams = appParams.extend({
	msg_id: z.string().meta({ description: "Its id or eventId." }),
});
const TEXT = "text/plain; charset=utf-8";
/** A browser that opens it shows it, and nothing in it is run. */
const TEXT_HEADERS = {
	...CORS_HEADERS,
	"content-type": TEXT,
	"x-content-type-options": "nosniff",
	"content-security-policy": "default-src 'none'; sandbox",
};
const withContent = z.object({ with_content: queryFlag(true) });
export const messageFilters = {
	channel: z
		.string()
		.optional()
		.transform((value) => value ?? null),
	tag: z
		.string()
		.optional()
		.transform((value) => value ?? null),
	event_types: queryEventTypes,
	before: queryTime,
	after: queryTime.meta({
		description:
			"With only this, pages begin with the oldest since then, and `iterator` leads to what is newer.",
	}),
};

export const messageRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/msg",
		operationId: "v1.message.list",
		tag,
		summary: "List messages, newest first",
		access: "ViewBase",
		params: appParams,
		query: withContent.extend({ limit, iterator: iterator("msg"), ...messageFilters }),
		answers: { 200: listOf(MessageOut).meta({ id: "ListResponse_MessageOut" }) },
		run: ({ ctx, params, query }) =>
			listMessages(ctx, params.app_id, {
				...query,
				eventTypes: query.event_types,
				withContent: query.with_content,
			}),
		answer: (list, { query }) => ({
			status: 200,
			body: toListOut(list, (record) => toMessageOut(record, query.with_content)),
		}),
	}),
	route({
		method: "post",
		path: "/app/{app_id}/msg",
		operationId: "v1.message.create",
		tag,
		summary: "Send a message to every endpoint of the application that wants it",
		access,
		params: appParams,
		query: withContent.extend({
			check_schema: queryFlag(false).meta({
				description:
					"Tells whether the payload fits the event type's schema; it is sent in any case.",
			}),
		}),
		body: MessageIn,
		answers: { 202: MessageOut },
		isIdempotentItself: true,
		run: async ({ ctx, params, query, body, text, request }) => {
			const { idempotencyKey: key, config } = request;
			const requestKey = key === null ? null : await digestKey(request.tokenHash, "msg", key);
			const check = query.check_schema
				? await checkSchema(ctx, body.eventType, body.payload ?? body.data)
				: null;
			const message = toNewMessage(body, text, query.with_content, requestKey, ctx.now, check);
			assertSize(message.body ?? message.payload, config.payloadBytesMax);
			const application = body.application ? toApplicationInput(body.application) : null;
			const target = { name: params.app_id, known: toKnown(request), application };
			const created = await createMessage(ctx, target, message);
			request.background(deliver(request, created));
			return created;
		},
		answer: (created) => ({
			status: 202,
			body: toMessageOut(created.record, created.withContent),
		}),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/msg/{msg_id}",
		operationId: "v1.message.get",
		tag,
		summary: "Get a message",
		access: "ViewBase",
		params: messageParams,
		query: withContent,
		answers: { 200: MessageOut },
		run: ({ ctx, params, query }) =>
			getMessage(ctx, params.app_id, params.msg_id, query.with_content),
		answer: (record, { query }) => ({
			status: 200,
			body: toMessageOut(record, query.with_content),
		}),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/msg/{msg_id}/raw",
		operationId: "v1.message.get-raw-payload",
		tag,
		summary: "Get a message's payload as the exact text that was sent to us",
		access: "ViewBase",
		params: messageParams,
		query: z.object({
			as_sent: queryFlag(false).meta({
				description: "What endpoints get: another text, when the message came with a rawPayload.",
			}),
		}),
		answers: { 200: z.string() },
		contentType: TEXT,
		run: ({ ctx, params, query }) => getPayload(ctx, params.app_id, params.msg_id, query.as_sent),
		answer: (text) => new Response(text, { headers: TEXT_HEADERS }),
	}),
];

function assertSize(payload: string, bytesMax: number): void {
	// A character is at most three bytes: most payloads need no counting.
	if (payload.length * 3 <= bytesMax) return;
	const bytes = new TextEncoder().encode(payload).length;
	if (bytes <= bytesMax) return;
	throw new DomainError(
		"payload_too_large",
		`The payload has ${bytes} bytes; at most ${bytesMax} can be sent`,
	);
}

/** The application in the path; what was read of it is as old now as the input took to come and be checked. */
function toKnown({ applicationId: id, read }: RequestContext): KnownApplication | null {
	if (id === null) return null;
	if (read === null) return { id };
	const ageMs = Math.max(0, systemClock() - read.readAt);
	return { id, brought: { found: read.found, ageMs } };
}

async function deliver({ tools }: RequestContext, created: CreatedMessage): Promise<void> {
	await Promise.all([
		dispatch(tools, created.grants, created.content),
		tools.fanout.send(toFanoutJobs(created)),
	]);
}
