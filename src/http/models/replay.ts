// What bulk replays and examples take.
import * as z from "zod";
import type { ReplayInput } from "../../services/replays.ts";
import { channel, distinct, emptyToNull, name, tag, time } from "./common.ts";

const window = {
	since: time.meta({ format: "date-time", description: "Messages created at this time or later." }),
	until: time
		.nullish()
		.meta({ description: "Messages created before this time; without it, until now." }),
};

const FILTERS = ["eventTypes", "channel", "tag", "status", "statusCodeClass"] as const;

/** Whoever narrows what cannot be narrowed must know: else everything would be sent. */
function refuseFilters(kind: string, given: Record<string, unknown>, ctx: z.RefinementCtx): void {
	for (const name of FILTERS.filter((filter) => given[filter] != null)) {
		const message = `can be given only with the kind bulk-replay, not with ${kind}`;
		ctx.addIssue({ code: "custom", path: [name], message, input: given[name] });
	}
}

/** Keeps other fields, to see whether filters are among them; the contract does not speak of any. */
const windowOnly = (kind: string, id: string) =>
	z
		.looseObject(window)
		.superRefine((body, ctx) => refuseFilters(kind, body, ctx))
		.meta({ id, additionalProperties: undefined });

export const RecoverIn = windowOnly("recover", "RecoverIn");
export const ReplayIn = windowOnly("replay-missing", "ReplayIn");

const oneOf = (values: number[], error: string, description?: string) =>
	z
		.literal(values, { error })
		.nullish()
		.meta({
			override: {
				type: ["integer", "null"],
				enum: [...values, null],
				...(description !== undefined && { description }),
			},
		});

export const BulkReplayIn = z
	.object({
		...window,
		eventTypes: distinct(name).nullish(),
		channel: channel.nullish(),
		tag: tag.nullish(),
		status: oneOf(
			[0, 1, 2, 3, 4],
			"must be 0 (success), 1 (pending), 2 (fail), 3 (sending) or 4 (canceled)",
			"How a message stands, as the endpoint's list of messages shows it with expanded_statuses: " +
				"0 success, 1 pending (none: what waits for its turn is sent in any case), 2 fail, " +
				"3 sending (under way, or waiting for a retry), " +
				"4 canceled (also what came while the endpoint was disabled)",
		),
		statusCodeClass: oneOf([0, 100, 200, 300, 400, 500], "must be 0, 100, 200, 300, 400 or 500"),
	})
	.meta({ id: "BulkReplayIn" });

const COUNTED = {
	recover: "endpoint.recover",
	"replay-missing": "endpoint.replay",
	"bulk-replay": "endpoint.bulk-replay",
} as const;

/** The operation's own fields, and its name. */
export const ReplayCountIn = BulkReplayIn.extend({
	kind: z.enum(["recover", "replay-missing", "bulk-replay"], {
		error: "must be one of recover, replay-missing, bulk-replay",
	}),
})
	.superRefine((body, ctx) => {
		if (body.kind !== "bulk-replay") refuseFilters(body.kind, body, ctx);
	})
	.meta({ id: "ReplayCountIn" });

export const toReplayKind = ({ kind }: { kind: keyof typeof COUNTED }) => COUNTED[kind];

export const ReplayCountOut = z
	.object({
		count: z.int(),
		isExact: z.boolean().meta({
			description: "False after 10,000 messages that were looked at: there are at least so many.",
		}),
	})
	.meta({ id: "ReplayCountOut" });

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
