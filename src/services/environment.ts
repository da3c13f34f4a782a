// What an organisation has configured, as one document: to keep it, or to bring it to another installation.

import { findEventTypesAfter, upsertEventTypes } from "../store/event-type-import.ts";
import type { EventType } from "../store/event-types.ts";
import type { ServiceContext } from "./context.ts";
import type { EventTypeChanges, EventTypeInput } from "./event-types.ts";
import { withExample } from "./examples.ts";

const PAGE = 500;

export type ImportedEventType = EventTypeInput & EventTypeChanges & { name: string };

/** Every event type, archived ones too, by name. */
export async function exportEventTypes(ctx: ServiceContext): Promise<EventType[]> {
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
export async function importEventTypes(
	ctx: ServiceContext,
	eventTypes: readonly ImportedEventType[],
): Promise<void> {
	const rows = eventTypes.map(({ example, ...input }) => ({
		...input,
		schemas: withExample(input.schemas, example),
		organisationId: ctx.organisationId,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	}));
	await ctx.commit(rows.length === 0 ? [] : [upsertEventTypes(ctx.db, rows)], undefined);
}
