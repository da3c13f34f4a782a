// Routes of how an application's deliveries went over time.
import * as z from "zod";
import { ACTIVITY_ENDPOINTS_MAX, getActivity, PERIODS } from "../../services/activity.ts";
import { ActivityOut, toActivityOut } from "../models/activity.ts";
import { iterator, queryTime } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

export const activityRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/activity",
		operationId: "v1.application.get-activity",
		tag: "Application",
		summary: `Count the attempts at an application's endpoints by hour or day; ${ACTIVITY_ENDPOINTS_MAX} endpoints at a time`,
		access: "ViewBase",
		params: appParams,
		query: z.object({
			since: queryTime.meta({
				description:
					"A day before the end when absent, or 28 days when counted by the day. At most 14 days, or 90.",
			}),
			until: queryTime.meta({ description: "Not in the future; now when absent." }),
			period: z.enum(PERIODS, { error: "must be hour or day" }).default("hour"),
			endpointId: z
				.string()
				.optional()
				.transform((value) => value ?? null)
				.meta({ description: "Id or uid of the one endpoint to count; all when absent." }),
			iterator: iterator("ep"),
		}),
		answers: { 200: ActivityOut },
		run: ({ ctx, params, query }) => getActivity(ctx, params.app_id, query),
		answer: (activity) => ({ status: 200, body: toActivityOut(activity) }),
	}),
];
