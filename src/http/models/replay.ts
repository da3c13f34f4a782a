// What bulk replays and examples take.
import { z } from "zod";
import type { ReplayInput } from "../../services/replays.ts";
import { channel, distinct, emptyToNull, name, tag } from "./common.ts";

const time = z.iso
	.datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z" })
	.meta({ format: "date-time" });

const window = {
	since: time.meta({ format: "date-time", description: "Messages created at this time or later." }),
	until: time
		.nullish()
		.meta({ description: "Messages created before this time; without it, until now." }),
};

export const RecoverIn = z.object(window).meta({ id: "RecoverIn" });
export const ReplayIn = z.object(window).meta({ id: "ReplayIn" });

const oneOf = (values: number[], error: string) =>
	z.literal(values, { error }).nullish().meta({ type: "integer", enum: values });

export const BulkReplayIn = z
	.object({
		...window,
		eventTypes: distinct(name).nullish(),
		channel: channel.nullish(),
		tag: tag.nullish(),
		status: oneOf(
			[0, 1, 2, 3, 4],
			"must be 0 (success), 1 (pending), 2 (fail), 3 (sending) or 4 (canceled)",
		),
		statusCodeClass: oneOf([0, 100, 200, 300, 400, 500], "must be 0, 100, 200, 300, 400 or 500"),
	})
	.meta({ id: "BulkReplayIn" });

const indexRule = { error: "must be a whole number from 0" };

export const EventExampleIn = z
	.object({ eventType: name, exampleIndex: z.int(indexRule).min(0, indexRule).default(0) })
	.meta({ id: "EventExampleIn" });

/** Without filters for a recovery or what is missing. */
export function toReplayInput(
	body: z.output<typeof RecoverIn> & Partial<z.output<typeof BulkReplayIn>>,
): ReplayInput {
	return {
		since: Date.parse(body.since),
		until: body.until == null ? null : Date.parse(body.until),
		eventTypes: emptyToNull(body.eventTypes),
		channel: body.channel ?? null,
		tag: body.tag ?? null,
		status: body.status ?? null,
		statusClass: body.statusCodeClass ?? null,
	};
}
