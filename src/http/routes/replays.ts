// Routes that send messages again: many as a background task, one at once, or an example.
import * as z from "zod";
import { dispatch } from "../../delivery/sending/dispatch.ts";
import { countReplay } from "../../services/replay-counts.ts";
import { startReplay } from "../../services/replays.ts";
import { resendMessage, sendExample } from "../../services/resend.ts";
import { digestKey } from "../idempotency.ts";
import { BackgroundTaskOut, toTaskOut } from "../models/background-task.ts";
import { MessageOut, toMessageOut } from "../models/message.ts";
import {
	BulkReplayIn,
	EventExampleIn,
	RecoverIn,
	ReplayCountIn,
	ReplayCountOut,
	ReplayIn,
	toReplayInput,
	toReplayKind,
} from "../models/replay.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";
import { messageParams } from "./messages.ts";

const tag = "Endpoint";
const path = "/app/{app_id}/endpoint/{endpoint_id}";

const targetOf = (params: { app_id: string; endpoint_id: string }) => ({
	app: params.app_id,
	endpoint: params.endpoint_id,
});

const replay = {
	method: "post",
	tag,
	access: "CreateAttempts",
	params: endpointParams,
	answers: { 202: BackgroundTaskOut },
	answer: (task: Parameters<typeof toTaskOut>[0]) => ({ status: 202, body: toTaskOut(task) }),
} as const;

export const replayRoutes: AnyRoute[] = [
	route({
		...replay,
		path: `${path}/recover`,
		operationId: "v1.endpoint.recover",
		summary: "Send again what the endpoint did not get since a time, up to 14 days ago",
		body: RecoverIn,
		run: ({ ctx, params, body }) =>
			startReplay(ctx, "endpoint.recover", targetOf(params), toReplayInput(body)),
	}),
	route({
		...replay,
		path: `${path}/replay-missing`,
		operationId: "v1.endpoint.replay-missing",
		summary: "Send what the endpoint wants now and was never attempted there",
		body: ReplayIn,
		run: ({ ctx, params, body }) =>
			startReplay(ctx, "endpoint.replay", targetOf(params), toReplayInput(body)),
	}),
	route({
		...replay,
		path: `${path}/bulk-replay`,
		operationId: "v1.endpoint.bulk-replay",
		summary: "Send messages again, delivered ones too, by filters",
		body: BulkReplayIn,
		run: ({ ctx, params, body }) =>
			startReplay(ctx, "endpoint.bulk-replay", targetOf(params), toReplayInput(body)),
	}),
	route({
		method: "post",
		path: `${path}/replay-count`,
		operationId: "v1.endpoint.count-replay",
		tag,
		summary:
			"Count what a recovery or replay would send now, without beginning it; the answer may be five seconds old",
		access: "CreateAttempts",
		params: endpointParams,
		body: ReplayCountIn,
		answers: { 200: ReplayCountOut },
		run: ({ ctx, params, body }) =>
			countReplay(ctx, toReplayKind(body), targetOf(params), toReplayInput(body)),
		answer: (count) => ({ status: 200, body: count }),
	}),
	route({
		method: "post",
		path: `${path}/send-example`,
		operationId: "v1.endpoint.send-example",
		tag,
		summary: "Send an example of an event type to this endpoint alone",
		access: "CreateAttempts",
		params: endpointParams,
		body: EventExampleIn,
		answers: { 200: MessageOut },
		isIdempotentItself: true,
		run: async ({ ctx, params, body, request }) => {
			const { idempotencyKey: key, tools } = request;
			const where = `${params.app_id}/${params.endpoint_id}/example`;
			const requestKey = key === null ? null : await digestKey(request.tokenHash, where, key);
			const example = { eventType: body.eventType, index: body.exampleIndex };
			const created = await sendExample(ctx, targetOf(params), example, requestKey);
			request.background(dispatch(tools, created.grants, created.content));
			return created;
		},
		answer: ({ record }) => ({ status: 200, body: toMessageOut(record, true) }),
	}),
	route({
		method: "post",
		path: "/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend",
		operationId: "v1.message-attempt.resend",
		tag: "Message attempt",
		summary: "Send a message to an endpoint once more, also to one that it never went to",
		access: "CreateAttempts",
		params: messageParams.extend(endpointParams.shape),
		answers: { 202: z.object({}).meta({ id: "EmptyResponse" }) },
		run: ({ ctx, params }) => resendMessage(ctx, params.app_id, params.msg_id, params.endpoint_id),
		answer: () => ({ status: 202, body: {} }),
	}),
];
