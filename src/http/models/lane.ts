// An endpoint's lane on the wire: how it stands, what it counted, and what is to be cancelled.
import * as z from "zod";
import type { LaneView } from "../../services/lane-overview.ts";
import { time, timestamp, toTimestamp } from "./common.ts";

export const EndpointStats = z
	.object({
		success: z.int(),
		pending: z.int(),
		sending: z.int(),
		fail: z.int(),
		canceled: z.int(),
	})
	.meta({ id: "EndpointStats" });

export const CountOut = z
	.object({ at: timestamp, success: z.int(), fail: z.int() })
	.meta({ id: "AttemptCountOut" });

const rate = z.number().nullable();

export const LaneOut = z
	.object({
		paused: z.boolean(),
		disabled: z.boolean(),
		isPausedByOperator: z.boolean().meta({
			description: "All delivery of the installation is switched off.",
		}),
		waiting: z.int().meta({ description: "Messages that wait for their turn." }),
		retrying: z.int().meta({ description: "Messages that wait for their next attempt." }),
		inFlight: z.int(),
		maxInFlight: z.int(),
		oldestWaitingAt: timestamp.nullable(),
		throttleRate: rate.meta({ description: "Messages per second; null for no limit." }),
		currentRate: rate.meta({
			description: "What holds now: less than the limit while the endpoint asks for less.",
		}),
		pausedUntil: timestamp.nullable().meta({
			description: "Set while the endpoint asked to be left alone (Retry-After).",
		}),
		failingSince: timestamp.nullable().meta({
			description: "Set while there is nothing but failure.",
		}),
		minutes: z.array(CountOut).meta({
			description:
				"Attempts by the minute in which they began, of the last 60; only those with any.",
		}),
		hours: z.array(CountOut).meta({
			description: "Attempts by the hour in which they began, of 90 days; only those with any.",
		}),
	})
	.meta({ id: "LaneOut" });

export const CancelIn = z
	.object({
		before: time.nullish().meta({
			description: "Only messages that were accepted before this; until now when absent.",
		}),
	})
	.meta({ id: "CancelIn" });

export const CancelOut = z.object({ cancelled: z.int() }).meta({ id: "CancelOut" });

export function toLaneOut(
	{ endpoint, overview, counts }: LaneView,
	withCounts: boolean,
): z.input<typeof LaneOut> {
	return {
		...overview,
		paused: endpoint.paused,
		disabled: endpoint.disabled,
		oldestWaitingAt: toTime(overview.oldestWaitingAt),
		pausedUntil: toTime(overview.pausedUntil),
		failingSince: toTime(overview.failingSince),
		minutes: withCounts ? counts.minutes.map(toCountOut) : [],
		hours: withCounts ? counts.hours.map(toCountOut) : [],
	};
}

const toCountOut = (count: LaneView["counts"]["hours"][number]) => ({
	...count,
	at: toTimestamp(count.at),
});

const toTime = (epochMs: number | null) => (epochMs === null ? null : toTimestamp(epochMs));
