// Verbs on event types.
import { DomainError, notFound } from "../core/errors.ts";
import { type ListEnvelope, type Order, planPage, toEnvelope } from "../core/page.ts";
import { isUniqueViolation } from "../store/db.ts";
import {
	deleteEventType as deleteRow,
	type EventType,
	findEventType,
	insertEventType,
	listEventTypes as listRows,
	updateEventType as updateRow,
} from "../store/event-types.ts";
import { withCatalogChange } from "./catalog.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { withExample } from "./examples.ts";

export type EventTypeInput = {
	description: string;
	archived: boolean;
	deprecated: boolean;
	schemas: Record<string, unknown> | null;
	featureFlags: string[] | null;
	groupName: string | null;
};

/** `example` goes into the schema, which is where examples are kept. */
export type EventTypeChanges = Partial<EventTypeInput> & { example?: unknown };

export type SavedEventType = { eventType: EventType; isNew: boolean };

const exists = () =>
	new DomainError("event_type_exists", "An event type with that name already exists");

/** Creates an event type; an archived one of that name comes back with the new values. */
export async function createEventType(
	ctx: ServiceContext,
	name: string,
	input: EventTypeInput & EventTypeChanges,
): Promise<SavedEventType> {
	return untilWritten(async () => {
		const found = await findEventType(ctx.db, ctx.organisationId, name);
		if (found === null) return insert(ctx, name, input);
		if (!found.archived) throw exists();
		return update(ctx, found, input, true);
	});
}

async function insert(
	ctx: ServiceContext,
	name: string,
	{ example, ...input }: EventTypeInput & EventTypeChanges,
): Promise<SavedEventType> {
	const eventType = {
		...input,
		schemas: withExample(input.schemas, example),
		name,
		organisationId: ctx.organisationId,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
	try {
		const statements = withCatalogChange(ctx, [insertEventType(ctx.db, eventType)]);
		return await ctx.commit(statements, { eventType, isNew: true });
	} catch (error) {
		throw isUniqueViolation(error) ? exists() : error;
	}
}

function update(
	ctx: ServiceContext,
	found: EventType,
	{ example, ...input }: EventTypeChanges,
	isNew: boolean,
): Promise<SavedEventType> {
	const { schemas } = { ...found, ...input };
	const changes = {
		...input,
		schemas: withExample(schemas, example),
		updatedAt: nextUpdatedAt(found, ctx.now),
	};
	const result = { eventType: { ...found, ...changes }, isNew };
	return ctx.commit(withCatalogChange(ctx, [updateRow(ctx.db, found, changes)]), result);
}

export async function getEventType(ctx: ServiceContext, name: string): Promise<EventType> {
	const found = await findSeenEventType(ctx, name);
	if (found === null) throw notFound();
	return found;
}

/** Null also for one that flags hide from the caller. */
export async function findSeenEventType(
	ctx: ServiceContext,
	name: string,
): Promise<EventType | null> {
	const found = await findEventType(ctx.db, ctx.organisationId, name);
	return found !== null && isSeen(ctx, found) ? found : null;
}

/** Flags hide an event type from tokens that have none of them. */
function isSeen({ featureFlags }: ServiceContext, { featureFlags: flags }: EventType): boolean {
	return (
		featureFlags === null || flags === null || flags.some((flag) => featureFlags.includes(flag))
	);
}

export async function putEventType(
	ctx: ServiceContext,
	name: string,
	input: EventTypeInput & EventTypeChanges,
): Promise<SavedEventType> {
	return untilWritten(async () => {
		const found = await findEventType(ctx.db, ctx.organisationId, name);
		return found === null ? insert(ctx, name, input) : update(ctx, found, input, false);
	});
}

export async function patchEventType(
	ctx: ServiceContext,
	name: string,
	changes: EventTypeChanges,
): Promise<SavedEventType> {
	return untilWritten(async () => update(ctx, await getEventType(ctx, name), changes, false));
}

/** Archives an event type, or removes it for good with `expunge`. */
export async function deleteEventType(
	ctx: ServiceContext,
	name: string,
	expunge: boolean,
): Promise<void> {
	if (!expunge) {
		await patchEventType(ctx, name, { archived: true });
		return;
	}
	await getEventType(ctx, name);
	const statement = deleteRow(ctx.db, ctx.organisationId, name);
	await ctx.commit(withCatalogChange(ctx, [statement]), undefined);
}

export async function listEventTypes(
	ctx: ServiceContext,
	page: { limit: number; iterator: string | null; order: Order; includeArchived: boolean },
): Promise<ListEnvelope<EventType>> {
	const plan = planPage(page.limit, page.iterator, page.order);
	const key = plan.key === null ? null : plan.key.replace(/^~/, "");
	const { includeArchived } = page;
	const filter = { includeArchived, flags: ctx.featureFlags };
	const read = await listRows(ctx.db, ctx.organisationId, { ...plan, key }, filter);
	return toEnvelope(
		plan,
		{ ...read, end: read.end === null ? null : toIterator(read.end) },
		(row) => toIterator(row.name),
		(row) => row,
	);
}

/** A leading `-` reads backwards: a name that begins with one is marked, with what no name can hold. */
function toIterator(name: string): string {
	return name.startsWith("-") ? `~${name}` : name;
}
