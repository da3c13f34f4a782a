// Routes that forget what was sent or answered.
import * as z from "zod";
import { expungeAttempt, expungeMessage, expungeMessages } from "../../services/expunge.ts";
import { distinct, name } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";
import { messageParams } from "./messages.ts";

const access = "organisation";
const IDS_MAX = 250;

const BulkExpungeContentsIn = z
	.object({
		ids: distinct(name, IDS_MAX).default([]).meta({ description: "Ids or eventIds of messages." }),
	})
	.meta({ id: "BulkExpungeContentsIn" });

const BulkExpungeContentsOut = z
	.object({
		results: z
			.record(z.string(), z.enum(["expunged", "not-found"]))
			.meta({ description: "What became of each, by the id or eventId that was given." }),
	})
	.meta({ id: "BulkExpungeContentsOut" });

export const expungeRoutes: AnyRoute[] = [
	route({
		method: "delete",
		path: "/app/{app_id}/msg/{msg_id}/content",
		operationId: "v1.message.expunge-content",
		tag: "Message",
		summary: "Forget a message's payload; what is not delivered yet will not be",
		access,
		params: messageParams,
		answers: { 204: null },
		run: ({ ctx, params }) => expungeMessage(ctx, params.app_id, params.msg_id),
		answer: () => ({ status: 204 }),
	}),
	route({
		method: "post",
		path: "/app/{app_id}/msg/bulk-expunge",
		operationId: "v1.message.bulk-expunge-content",
		tag: "Message",
		summary: "Forget the payloads of several messages",
		access,
		params: appParams,
		body: BulkExpungeContentsIn,
		answers: { 200: BulkExpungeContentsOut },
		run: ({ ctx, params, body }) => expungeMessages(ctx, params.app_id, body.ids),
		answer: (results) => ({ status: 200, body: { results } }),
	}),
	route({
		method: "delete",
		path: "/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/content",
		operationId: "v1.message-attempt.expunge-content",
		tag: "Message attempt",
		summary: "Forget what the endpoint answered to an attempt",
		access,
		params: messageParams.extend({ attempt_id: z.string() }),
		answers: { 204: null },
		run: ({ ctx, params }) => expungeAttempt(ctx, params.app_id, params.msg_id, params.attempt_id),
		answer: () => ({ status: 204 }),
	}),
];
