// How a message stands at an endpoint, on the wire.
import * as z from "zod";
import { FAILURES } from "../../core/outcome.ts";
import {
	DESTINATION_STATES,
	DESTINATION_STATUS,
	type DestinationState,
	type Explained,
	FILTERS,
	STATUS_OF_STATE,
} from "../../core/standing.ts";
import type { MessageStanding } from "../../services/message-standings.ts";
import type { Destination } from "../../services/standings.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { EndpointOut, toEndpointOut } from "./endpoint.ts";

const StandingOut = z
	.object({
		state: z.enum(DESTINATION_STATES).meta({
			description: "paused, while the endpoint is not: the operator has paused all delivery.",
		}),
		reason: z.string().meta({ description: "Why, in a sentence for people." }),
		filteredBy: z
			.enum(FILTERS)
			.nullable()
			.meta({
				description:
					"What kept the message from the endpoint, when it is filtered_out. " +
					"created_after: the endpoint is younger. changed: nothing would today.",
			}),
		missed: z.boolean().meta({
			description:
				"It came while the endpoint was disabled, and is not sent until it is recovered or resent.",
		}),
		attempts: z.int().meta({ description: "Attempts made so far." }),
		behind: z.int().nullable().meta({
			description: "Messages that are sent before it, while it waits for its turn.",
		}),
		blocked: z.boolean().meta({
			description: "Delivery is in order, and an earlier message is being retried.",
		}),
		nextAttempt: timestamp.nullable().meta({
			description:
				"When the next attempt is due or expected; null also while nothing is sent: " +
				"the endpoint is paused or disabled, or the operator has paused all delivery.",
		}),
		lastAttempt: z
			.object({
				failure: z.enum(FAILURES).nullable(),
				responseStatusCode: z.int().meta({ description: "0 when there was no HTTP answer" }),
				responseDurationMs: z.int(),
			})
			.nullable(),
		changedAt: timestamp.nullable().meta({
			description: "When the last attempt was made, or the message was cancelled.",
		}),
	})
	.meta({ id: "StandingOut" });

export const MessageEndpointOut = EndpointOut.extend({
	status: z.int().meta({ description: "0 success, 1 pending, 2 fail, 3 sending, 4 canceled" }),
	statusText: z.enum(["success", "pending", "fail", "sending", "canceled"]),
	nextAttempt: timestamp.nullable().meta({ description: "Only while the status is sending." }),
	standing: StandingOut,
}).meta({ id: "MessageEndpointOut" });

export function toMessageEndpointOut({
	endpoint,
	standing,
}: Destination): z.input<typeof MessageEndpointOut> {
	const statusText = STATUS_OF_STATE[standing.state];
	return {
		...toEndpointOut(endpoint),
		status: DESTINATION_STATUS[statusText],
		statusText,
		nextAttempt: statusText === "sending" ? toTime(standing.nextAt) : null,
		standing: toStandingOut(standing),
	};
}

function toStandingOut(standing: Explained): z.input<typeof StandingOut> {
	const { lastFailure, lastStatus, lastDurationMs } = standing;
	return {
		state: standing.state,
		reason: standing.reason,
		filteredBy: standing.filteredBy,
		missed: standing.missed,
		attempts: standing.attempts,
		behind: standing.behind,
		blocked: standing.blocked,
		nextAttempt: toTime(standing.nextAt),
		lastAttempt:
			lastStatus === null
				? null
				: {
						failure: lastFailure,
						responseStatusCode: lastStatus,
						responseDurationMs: lastDurationMs ?? 0,
					},
		changedAt: toTime(standing.lastAt),
	};
}

const count = z.int();

export const MessageStandingOut = z
	.object({
		id: z.string(),
		endpoints: z.int().meta({
			description: "Endpoints that the message was for, also those that were disabled.",
		}),
		states: z
			.object(
				Object.fromEntries(DESTINATION_STATES.map((state) => [state, count.optional()])) as Record<
					DestinationState,
					z.ZodOptional<typeof count>
				>, // safe because its keys are exactly the states
			)
			.meta({ description: "How many of them stand like that; a state of none is left out." }),
		nextAttempt: timestamp.nullable().meta({ description: "The next one at any of them." }),
	})
	.meta({ id: "MessageStandingOut" });

export const toMessageStandingOut = ({
	nextAt,
	...standing
}: MessageStanding): z.input<typeof MessageStandingOut> => ({
	...standing,
	nextAttempt: toTime(nextAt),
});

const toTime = (epochMs: number | null) => (epochMs === null ? null : toTimestamp(epochMs));
