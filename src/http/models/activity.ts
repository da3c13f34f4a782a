// Deliveries over time on the wire.
import * as z from "zod";
import { maskPassword } from "../../core/url-secret.ts";
import { ACTIVITY_ENDPOINTS_MAX, type Activity, PERIODS } from "../../services/activity.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { CountOut } from "./lane.ts";

const count = z.int().nullable();

export const ActivityOut = z
	.object({
		period: z.enum(PERIODS),
		since: timestamp.meta({ format: "date-time", description: "Where the first bucket begins." }),
		until: timestamp.meta({ format: "date-time", description: "Where the last bucket ends." }),
		buckets: z.array(CountOut).meta({
			description: "Attempts by the hour or day (UTC) in which they began, oldest first.",
		}),
		endpoints: z
			.array(z.object({ endpointId: z.string(), url: z.string(), success: count, fail: count }))
			.meta({
				description:
					"Oldest first. Null when the endpoint's queue did not answer in time: the buckets are without it, too.",
			}),
		iterator: z
			.string()
			.nullable()
			.meta({
				description: `With more than ${ACTIVITY_ENDPOINTS_MAX} endpoints, where the next ones begin: add their buckets to these.`,
			}),
		done: z.boolean().meta({ description: "True when there are no more endpoints." }),
	})
	.meta({ id: "ActivityOut" });

export const toActivityOut = (activity: Activity): z.input<typeof ActivityOut> => ({
	...activity,
	since: toTimestamp(activity.since),
	until: toTimestamp(activity.until),
	buckets: activity.buckets.map((bucket) => ({ ...bucket, at: toTimestamp(bucket.at) })),
	endpoints: activity.endpoints.map(({ endpoint, sums }) => ({
		endpointId: endpoint.id,
		url: maskPassword(endpoint.url),
		success: sums?.success ?? null,
		fail: sums?.fail ?? null,
	})),
});
