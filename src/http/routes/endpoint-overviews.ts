// Routes that show an application's endpoints together, each with how it stands.
import * as z from "zod";
import { getApplication } from "../../services/applications.ts";
import {
	listEndpointOverviews,
	OVERVIEWS_DEFAULT,
	OVERVIEWS_MAX,
} from "../../services/endpoint-overviews.ts";
import { iterator, limitUpTo, listOf, order, toListOut } from "../models/common.ts";
import {
	ENDPOINT_STATES,
	EndpointOverviewOut,
	toEndpointOverviewOut,
} from "../models/endpoint-overview.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const SEARCH_LENGTH_MAX = 256;

export const EndpointOverviewList = listOf(EndpointOverviewOut).meta({
	id: "ListResponse_EndpointOverviewOut",
});

export const endpointOverviewRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/endpoint-overview",
		operationId: "v1.endpoint.list-overviews",
		tag: "Endpoint",
		summary: "List endpoints with their state, what waits for each, and how the last 24 hours went",
		access: "ViewBase",
		params: appParams,
		query: z.object({
			limit: limitUpTo(OVERVIEWS_MAX, OVERVIEWS_DEFAULT),
			iterator: iterator("ep"),
			order: order("descending"),
			search: z
				.string()
				.max(SEARCH_LENGTH_MAX, `must be at most ${SEARCH_LENGTH_MAX} characters`)
				.optional()
				.transform((value) => value || null)
				.meta({ description: "A part of the URL or the description." }),
			status: z
				.enum(ENDPOINT_STATES, { error: `must be one of ${ENDPOINT_STATES.join(", ")}` })
				.optional()
				.transform((value) => value ?? null),
		}),
		answers: { 200: EndpointOverviewList },
		run: async ({ ctx, params, query }) => {
			const { id } = await getApplication(ctx, params.app_id);
			const { search: text, status: state, ...page } = query;
			return listEndpointOverviews(ctx, id, { ...page, text, state });
		},
		answer: (list) => ({ status: 200, body: toListOut(list, toEndpointOverviewOut) }),
	}),
];
