// What an organisation has configured, on the wire.
import { z } from "zod";
import type { ImportedEventType } from "../../services/environment.ts";
import type { EventType } from "../../store/event-types.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { EventTypeIn, EventTypeOut, toEventTypeInput, toEventTypeOut } from "./event-type.ts";

const VERSION = 1;
const isDistinct = (items: readonly { name: string }[]) =>
	new Set(items.map(({ name }) => name)).size === items.length;

export const EnvironmentIn = z
	.object({
		eventTypes: z
			.array(EventTypeIn)
			.refine(isDistinct, "must not have the same name twice")
			.nullish(),
		settings: z
			.record(z.string(), z.unknown())
			.nullish()
			.meta({ description: "Taken from other exports, and not used." }),
		connectors: z
			.array(z.unknown())
			.max(0, "must be empty: there are no connectors here")
			.nullish(),
		version: z.int().optional(),
		createdAt: z.string().optional(),
	})
	.meta({ id: "EnvironmentIn" });

export const EnvironmentOut = z
	.object({
		version: z.int(),
		createdAt: timestamp.meta({
			format: "date-time",
			description: "When the newest in it was changed, so that the same is told in the same words.",
		}),
		eventTypes: z.array(EventTypeOut),
		settings: z.null(),
		connectors: z.array(z.unknown()).max(0),
	})
	.meta({ id: "EnvironmentOut" });

export function toEnvironmentOut(eventTypes: EventType[]): z.input<typeof EnvironmentOut> {
	const changedAt = eventTypes.reduce((newest, each) => Math.max(newest, each.updatedAt), 0);
	return {
		version: VERSION,
		createdAt: toTimestamp(changedAt),
		eventTypes: eventTypes.map((eventType) => toEventTypeOut(eventType, true)),
		settings: null,
		connectors: [],
	};
}

export function toImportedEventTypes(body: z.output<typeof EnvironmentIn>): ImportedEventType[] {
	return (body.eventTypes ?? []).map((each) => ({ ...toEventTypeInput(each), name: each.name }));
}
