// Routes of how a message stands at its endpoints.
import { z } from "zod";
import { cancelMessage } from "../../services/lane-overview.ts";
import { listDestinations } from "../../services/standings.ts";
import { iterator, limit, listOf, toListOut } from "../models/common.ts";
import { CancelOut } from "../models/lane.ts";
import { MessageEndpointOut, toMessageEndpointOut } from "../models/standing.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";
import { messageParams } from "./messages.ts";

const tag = "Message attempt";
const path = "/app/{app_id}/msg/{msg_id}/endpoint";

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
		run: ({ ctx, params, query }) => listDestinations(ctx, params.app_id, params.msg_id, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toMessageEndpointOut) }),
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
