// What an organisation has configured, as one document: to keep it, or to bring it to another installation.
import { findEventTypesAfter, upsertEventTypes } from "../store/event-type-import.ts";
import type { EventType } from "../store/event-types.ts";
import { findSettings, type Settings } from "../store/settings.ts";
import { withCatalogChange } from "./catalog.ts";
import { untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import type { EventTypeChanges, EventTypeInput } from "./event-types.ts";
import { withExample } from "./examples.ts";
import { planSettings, type SettingsFields } from "./settings.ts";

const PAGE = 500;

/** `settings` is null when none was ever set. */
export type Environment = { eventTypes: EventType[]; settings: Settings | null };

export type ImportedEventType = EventTypeInput & EventTypeChanges & { name: string };

export type ImportedEnvironment = {
	eventTypes: readonly ImportedEventType[];
	/** Those that are given. */
	settings: Partial<SettingsFields> | null;
};

/** Every event type, archived ones too, by name; and the settings. */
export async function exportEnvironment(ctx: ServiceContext): Promise<Environment> {
	const [eventTypes, settings] = await Promise.all([
		listAllEventTypes(ctx),
		findSettings(ctx.db, ctx.organisationId),
	]);
	return { eventTypes, settings };
}

async function listAllEventTypes(ctx: ServiceContext): Promise<EventType[]> {
	const all: EventType[] = [];
	for (;;) {
		const page = await findEventTypesAfter(
			ctx.db,
			ctx.organisationId,
			all.at(-1)?.name ?? "",
			PAGE,
		);
		all.push(...page);
		if (page.length < PAGE) return all;
	}
}

/** Creates what is new and replaces what there is, all or nothing; nothing is removed. */
export async function importEnvironment(
	ctx: ServiceContext,
	{ eventTypes, settings }: ImportedEnvironment,
): Promise<void> {
	const rows = eventTypes.map(({ example, ...input }) => ({
		...input,
		schemas: withExample(input.schemas, example),
		organisationId: ctx.organisationId,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	}));
	const types = rows.length === 0 ? [] : [upsertEventTypes(ctx.db, rows)];
	await untilWritten(async () => {
		const planned =
			settings === null ? [] : [await planSettings(ctx, settings, ["body", "settings"])];
		// Last, because a change of settings holds its own against others by their version.
		await ctx.commit(
			[...planned.map(({ statement }) => statement), ...withCatalogChange(ctx, types)],
			undefined,
		);
	});
}
