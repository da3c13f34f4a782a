// A message with how it stands at one endpoint, on the wire.
import * as z from "zod";
import { DESTINATION_STATUS } from "../../core/standing.ts";
import type { LaneMessage } from "../../platform/lane-client.ts";
import type { AttemptedMessage } from "../../services/attempted-messages.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { MessageOut, toMessageOut } from "./message.ts";

export const EndpointMessageOut = MessageOut.extend({
	status: z.int().meta({ description: "0 success, 1 pending, 2 fail, 3 sending, 4 canceled" }),
	statusText: z.enum(["success", "pending", "fail", "sending", "canceled"]),
	nextAttempt: timestamp
		.nullable()
		.meta({ description: "When a retry is due; null while nothing is sent." }),
}).meta({ id: "EndpointMessageOut" });

type Status = LaneMessage["status"];

/** Who does not ask for more statuses knows no cancelled messages: to him they failed. */
export function toShown(status: Status, isExpanded: boolean): Status {
	return status === "canceled" && !isExpanded ? "fail" : status;
}

/** The statuses that are shown as this number; null for all. */
export function toStatuses(wanted: number | null, isExpanded: boolean): Status[] | null {
	if (wanted === null) return null;
	// safe because the keys are exactly the statuses
	const all = Object.keys(DESTINATION_STATUS) as Status[];
	return all.filter((status) => DESTINATION_STATUS[toShown(status, isExpanded)] === wanted);
}

export function toEndpointMessageOut(
	{ record, status, nextAt }: AttemptedMessage,
	shown: { withContent: boolean; isExpanded: boolean },
) {
	const statusText = toShown(status, shown.isExpanded);
	return {
		...toMessageOut(record, shown.withContent),
		status: DESTINATION_STATUS[statusText],
		statusText,
		nextAttempt: nextAt === null ? null : toTimestamp(nextAt),
	};
}
