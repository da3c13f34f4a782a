// The route of how all of an organisation's deliveries go.
import * as z from "zod";
import { getOverview, OVERVIEW_ENDPOINTS_MAX } from "../../services/overview.ts";
import { iterator } from "../models/common.ts";
import { OverviewOut, toOverviewOut } from "../models/overview.ts";
import { type AnyRoute, route } from "../route.ts";

export const overviewRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/environment/overview",
		operationId: "v1.environment.get-overview",
		tag: "Environment",
		summary: `Tell how deliveries to all endpoints go, and which need attention; ${OVERVIEW_ENDPOINTS_MAX} endpoints at a time`,
		access: "organisation",
		query: z.object({ iterator: iterator("ep") }),
		answers: { 200: OverviewOut },
		run: ({ ctx, query }) => getOverview(ctx, query.iterator),
		answer: (overview) => ({ status: 200, body: toOverviewOut(overview) }),
	}),
];
