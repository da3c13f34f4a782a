// The installation's operator on the wire.
import * as z from "zod";
import type { DeliveryState } from "../../platform/operator-switch-client.ts";
import type { DeadLetter } from "../../store/dead-letters.ts";
import { timestamp, toTimestamp } from "./common.ts";

export const DeliveryIn = z
	.object({
		paused: z.boolean({ error: "must be true (pause all delivery) or false (resume it)" }),
		notice: z.string().max(1000, "must be at most 1000 characters").default(""),
	})
	.meta({ id: "OperatorDeliveryIn" });

export const DeliveryOut = z
	.object({
		paused: z.boolean(),
		notice: z.string(),
		since: timestamp.nullable().meta({ description: "When it was last paused or resumed." }),
	})
	.meta({ id: "OperatorDeliveryOut" });

export const DeadLetterOut = z
	.object({
		id: z.string(),
		appId: z.string(),
		msgId: z.string(),
		endpointIds: z.array(z.string()),
		createdAt: timestamp,
	})
	.meta({ id: "OperatorDeadLetterOut" });

export const toDeadLetterOut = (letter: DeadLetter): z.input<typeof DeadLetterOut> => ({
	id: letter.id,
	appId: letter.applicationId,
	msgId: letter.messageId,
	endpointIds: letter.endpointIds,
	createdAt: toTimestamp(letter.createdAt),
});

export const toDeliveryOut = ({
	paused,
	notice,
	since,
}: DeliveryState): z.input<typeof DeliveryOut> => ({
	...{ paused, notice },
	since: since === null ? null : toTimestamp(since),
});
