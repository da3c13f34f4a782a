// Routes of an endpoint's lane: its live state, its statistics, and cancelling what waits.
import * as z from "zod";
import { cancelWaiting, getLane, getStats } from "../../services/lane-overview.ts";
import { queryFlag, queryTime } from "../models/common.ts";
import { CancelIn, CancelOut, EndpointStats, LaneOut, toLaneOut } from "../models/lane.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";

const tag = "Endpoint";
const path = "/app/{app_id}/endpoint/{endpoint_id}";

export const laneRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: `${path}/stats`,
		operationId: "v1.endpoint.get-stats",
		tag,
		summary: "Count an endpoint's attempts in a span of at most 28 days, and what waits now",
		access: "ViewBase",
		params: endpointParams,
		query: z.object({
			since: queryTime.meta({ description: "28 days before the end when absent." }),
			until: queryTime.meta({ description: "Not in the future; now when absent." }),
		}),
		answers: { 200: EndpointStats },
		run: ({ ctx, params, query }) => getStats(ctx, params.app_id, params.endpoint_id, query),
		answer: (stats) => ({ status: 200, body: stats }),
	}),
	route({
		method: "get",
		path: `${path}/lane`,
		operationId: "v1.endpoint.get-lane",
		tag,
		summary: "Get what waits for an endpoint now, how fast it is sent, and how attempts went",
		access: "ViewBase",
		params: endpointParams,
		query: z.object({
			with_counts: queryFlag(true).meta({
				description: "False for how it stands alone, as for who asks every few seconds.",
			}),
		}),
		answers: { 200: LaneOut },
		run: ({ ctx, params }) => getLane(ctx, params.app_id, params.endpoint_id),
		answer: (view, { query }) => ({ status: 200, body: toLaneOut(view, query.with_counts) }),
	}),
	route({
		method: "post",
		path: `${path}/cancel`,
		operationId: "v1.endpoint.cancel",
		tag,
		summary: "Cancel the messages that wait for an endpoint, without those under way",
		access: "ManageEndpoint",
		params: endpointParams,
		body: CancelIn,
		isBodyOptional: true,
		answers: { 200: CancelOut },
		run: ({ ctx, params, body }) =>
			cancelWaiting(
				ctx,
				params.app_id,
				params.endpoint_id,
				body.before == null ? null : Date.parse(body.before),
			),
		answer: (cancelled) => ({ status: 200, body: { cancelled } }),
	}),
];
