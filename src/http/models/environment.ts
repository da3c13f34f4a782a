// What an organisation has configured, on the wire.
import * as z from "zod";
import type { Environment, ImportedEnvironment } from "../../services/environment.ts";
import { timestamp, toTimestamp } from "./common.ts";
import { EventTypeIn, EventTypeOut, toEventTypeInput, toEventTypeOut } from "./event-type.ts";
import { SettingsOut, SettingsPatch, toSettingsChanges, toSettingsOut } from "./settings.ts";

const VERSION = 1;
const isDistinct = (items: readonly { name: string }[]) =>
	new Set(items.map(({ name }) => name)).size === items.length;

export const EnvironmentIn = z
	.object({
		eventTypes: z
			.array(EventTypeIn)
			.refine(isDistinct, "must not have the same name twice")
			.nullish(),
		settings: SettingsPatch.nullish(),
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
		settings: SettingsOut.nullable().meta({ description: "Null when none was ever set." }),
		connectors: z.array(z.unknown()).max(0),
	})
	.meta({ id: "EnvironmentOut" });

export function toEnvironmentOut({
	eventTypes,
	settings,
}: Environment): z.input<typeof EnvironmentOut> {
	const dated = settings === null ? eventTypes : [...eventTypes, settings];
	const changedAt = dated.reduce((newest, each) => Math.max(newest, each.updatedAt), 0);
	return {
		version: VERSION,
		createdAt: toTimestamp(changedAt),
		eventTypes: eventTypes.map((eventType) => toEventTypeOut(eventType, true)),
		settings: settings === null ? null : toSettingsOut(settings),
		connectors: [],
	};
}

export function toImported({
	eventTypes,
	settings,
}: z.output<typeof EnvironmentIn>): ImportedEnvironment {
	return {
		eventTypes: (eventTypes ?? []).map((each) => ({ ...toEventTypeInput(each), name: each.name })),
		settings: settings == null ? null : toSettingsChanges(settings),
	};
}
