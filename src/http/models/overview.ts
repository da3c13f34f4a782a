// An organisation's deliveries on the wire.
import * as z from "zod";
import { describeFailure } from "../../core/outcome.ts";
import { maskPassword } from "../../core/url-secret.ts";
import {
	type Attention,
	OVERVIEW_COUNT_MAX,
	OVERVIEW_DAYS,
	OVERVIEW_ENDPOINTS_MAX,
	type Overview,
} from "../../services/overview.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { CountOut } from "./lane.ts";

const AttentionOut = z.object({
	appId: z.string(),
	appName: z.string(),
	endpointId: z.string(),
	url: z.string(),
	state: z
		.enum(["failing", "disabled"])
		.meta({ description: "`disabled` was done automatically, because deliveries kept failing." }),
	fail: z.int().meta({ description: "Failed attempts of the last 24 hours." }),
	waiting: z.int(),
	lastAttemptAt: timestamp.nullable(),
	lastOutcomeText: z.string().nullable(),
});

export const OverviewOut = z
	.object({
		since: timestamp.meta({ description: "Where the first day begins (UTC)." }),
		until: timestamp,
		counts: z
			.object({
				applications: z.int(),
				endpoints: z.int(),
				disabled: z.int(),
				paused: z.int(),
			})
			.nullable()
			.meta({
				description: `Null but on the first page; each at most ${OVERVIEW_COUNT_MAX}, which then means so many or more.`,
			}),
		days: z.array(CountOut).meta({
			description: `Attempts by the day in which they began, ${OVERVIEW_DAYS} days, oldest first.`,
		}),
		last24h: z.object({ success: z.int(), fail: z.int() }),
		waiting: z.int().meta({ description: "Messages that wait for their turn." }),
		retrying: z.int().meta({ description: "Messages that wait for their next attempt." }),
		silent: z.int().meta({
			description: "Endpoints whose queue did not answer in time: they are missing in the numbers.",
		}),
		attention: z.array(AttentionOut).meta({
			description: "Endpoints that need somebody: only failures, or disabled because of them.",
		}),
		iterator: z
			.string()
			.nullable()
			.meta({
				description: `With more than ${OVERVIEW_ENDPOINTS_MAX} endpoints, where the next ones begin: add their numbers to these.`,
			}),
		done: z.boolean().meta({ description: "True when there are no more endpoints." }),
	})
	.meta({ id: "OverviewOut" });

export const toOverviewOut = (overview: Overview): z.input<typeof OverviewOut> => ({
	...overview,
	since: toTimestamp(overview.since),
	until: toTimestamp(overview.until),
	days: overview.days.map((day) => ({ ...day, at: toTimestamp(day.at) })),
	attention: overview.attention.map(toAttentionOut),
});

const toAttentionOut = ({
	application,
	endpoint,
	last,
	...counts
}: Attention): z.input<typeof AttentionOut> => ({
	...counts,
	appId: application.id,
	appName: application.name,
	endpointId: endpoint.id,
	url: maskPassword(endpoint.url),
	state: endpoint.disabled ? "disabled" : "failing",
	lastAttemptAt: last === null ? null : toTimestamp(last.startedAt),
	lastOutcomeText: last === null ? null : describeFailure(last),
});
