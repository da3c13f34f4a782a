// Routes of how a message stands at its endpoints.
import * as z from "zod";
import { isId, type MessageId } from "../../core/ids.ts";
import { cancelMessage } from "../../services/lane-overview.ts";
import { summariseStandings } from "../../services/message-standings.ts";
import { listDestinations } from "../../services/standings.ts";
import { iterator, limit, listOf, toListOut } from "../models/common.ts";
import { CancelOut } from "../models/lane.ts";
import {
	MessageEndpointOut,
	MessageStandingOut,
	toMessageEndpointOut,
	toMessageStandingOut,
} from "../models/standing.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";
import { endpointParams } from "./endpoints.ts";
import { messageParams } from "./messages.ts";

const tag = "Message attempt";
const path = "/app/{app_id}/msg/{msg_id}/endpoint";

const MESSAGES_MAX = 50;

const messageIds = z
	.string({ error: "must be ids of messages, as `msg_…,msg_…`" })
	.transform((text) => [...new Set(text.split(","))])
	.pipe(
		z
			.array(z.custom<MessageId>((id) => isId("msg", String(id)), "must be ids of messages"))
			.max(MESSAGES_MAX, `must be at most ${MESSAGES_MAX}`),
	)
	.meta({ override: { type: "string" }, description: "Up to 50, separated by commas." });

export const standingRoutes: AnyRoute[] = [
	route({
		method: "get",
		path,
		operationId: "v1.message-attempt.list-attempted-destinations",
		tag,
		summary: "List the endpoints of a message's application, with how the message stands at each",
		access: "ViewBase",
		params: messageParams,
		query: z.object({ limit, iterator: iterator("ep") }),
		answers: {
			200: listOf(MessageEndpointOut).meta({ id: "ListResponse_MessageEndpointOut" }),
		},
		run: ({ ctx, params, query, request: { tools } }) =>
			listDestinations(ctx, tools.operatorSwitch, params.app_id, params.msg_id, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toMessageEndpointOut) }),
	}),
	route({
		method: "get",
		path: "/app/{app_id}/message-standing",
		operationId: "v1.message-attempt.summarise",
		tag,
		summary: "Tell how some messages stand over all of their endpoints together",
		access: "ViewBase",
		params: appParams,
		query: z.object({ ids: messageIds }),
		answers: {
			200: z
				.object({ data: z.array(MessageStandingOut) })
				.meta({ id: "MessageStandingList", description: "Those that are gone are left out." }),
		},
		run: ({ ctx, params, query, request: { tools } }) =>
			summariseStandings(ctx, tools.operatorSwitch, params.app_id, query.ids),
		answer: (all) => ({ status: 200, body: { data: all.map(toMessageStandingOut) } }),
	}),
	route({
		method: "post",
		path: `${path}/{endpoint_id}/cancel`,
		operationId: "v1.message-attempt.cancel",
		tag,
		summary: "Cancel what is still to be sent of a message to an endpoint",
		access: "ManageEndpoint",
		params: messageParams.extend(endpointParams.shape),
		answers: { 200: CancelOut },
		run: ({ ctx, params }) => cancelMessage(ctx, params.app_id, params.msg_id, params.endpoint_id),
		answer: (cancelled) => ({ status: 200, body: { cancelled } }),
	}),
];
