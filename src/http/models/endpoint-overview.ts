// Endpoints on the wire with how they stand.
import * as z from "zod";
import { describeFailure } from "../../core/outcome.ts";
import type { EndpointOverview } from "../../services/endpoint-overviews.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { EndpointOut, toEndpointOut } from "./endpoint.ts";
import { CountOut } from "./lane.ts";

export const ENDPOINT_STATES = ["enabled", "disabled", "paused"] as const;

const silent = "Null when the endpoint's queue did not answer in time.";

export const EndpointOverviewOut = EndpointOut.extend({
	state: z.enum(ENDPOINT_STATES),
	waiting: z
		.int()
		.nullable()
		.meta({ description: `Messages that wait for their turn. ${silent}` }),
	retrying: z
		.int()
		.nullable()
		.meta({ description: `Messages that wait for their next attempt. ${silent}` }),
	last24h: z
		.object({
			success: z.int(),
			fail: z.int(),
			hours: z.array(CountOut).meta({ description: "24, oldest first; the last has just begun." }),
		})
		.nullable()
		.meta({ description: `Attempts by the hour in which they began. ${silent}` }),
	lastAttemptAt: timestamp.nullable(),
	lastOutcomeText: z
		.string()
		.nullable()
		.meta({ description: "What came of the last attempt, in a sentence." }),
}).meta({ id: "EndpointOverviewOut" });

export function toEndpointOverviewOut({
	endpoint,
	state,
	glance,
}: EndpointOverview): z.input<typeof EndpointOverviewOut> {
	const last = glance?.last ?? null;
	return {
		...toEndpointOut(endpoint),
		state,
		waiting: glance?.waiting ?? null,
		retrying: glance?.retrying ?? null,
		last24h: glance === null ? null : toDay(glance.hours),
		lastAttemptAt: last === null ? null : toTimestamp(last.startedAt),
		lastOutcomeText: last === null ? null : describeFailure(last),
	};
}

type Hours = NonNullable<EndpointOverview["glance"]>["hours"];

const toDay = (hours: Hours) => ({
	success: hours.reduce((sum, { success }) => sum + success, 0),
	fail: hours.reduce((sum, { fail }) => sum + fail, 0),
	hours: hours.map((hour) => ({ ...hour, at: toTimestamp(hour.at) })),
});
