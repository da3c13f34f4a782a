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
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";

export type EventTypeInput = {
	description: string;
	archived: boolean;
	deprecated: boolean;
	schemas: Record<string, unknown> | null;
	featureFlags: string[] | null;
	groupName: string | null;
};

export type SavedEventType = { eventType: EventType; isNew: boolean };

const exists = () =>
	new DomainError("event_type_exists", "An event type with that name already exists");

/** Creates an event type; an archived one of that name comes back with the new values. */
export async function createEventType(
	ctx: ServiceContext,
	name: string,
	input: EventTypeInput,
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
	input: EventTypeInput,
): Promise<SavedEventType> {
	const eventType = {
		...input,
		name,
		organisationId: ctx.organisationId,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
	try {
		return await ctx.commit([insertEventType(ctx.db, eventType)], { eventType, isNew: true });
	} catch (error) {
		throw isUniqueViolation(error) ? exists() : error;
	}
}

function update(
	ctx: ServiceContext,
	found: EventType,
	input: Partial<EventTypeInput>,
	isNew: boolean,
): Promise<SavedEventType> {
	const changes = { ...input, updatedAt: nextUpdatedAt(found, ctx.now) };
	const result = { eventType: { ...found, ...changes }, isNew };
	return ctx.commit([updateRow(ctx.db, found, changes)], result);
}

export async function getEventType(ctx: ServiceContext, name: string): Promise<EventType> {
	const found = await findEventType(ctx.db, ctx.organisationId, name);
	if (found === null) throw notFound();
	return found;
}

export async function putEventType(
	ctx: ServiceContext,
	name: string,
	input: EventTypeInput,
): Promise<SavedEventType> {
	return untilWritten(async () => {
		const found = await findEventType(ctx.db, ctx.organisationId, name);
		return found === null ? insert(ctx, name, input) : update(ctx, found, input, false);
	});
}

export async function patchEventType(
	ctx: ServiceContext,
	name: string,
	changes: Partial<EventTypeInput>,
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
	await ctx.commit([deleteRow(ctx.db, ctx.organisationId, name)], undefined);
}

export async function listEventTypes(
	ctx: ServiceContext,
	page: { limit: number; iterator: string | null; order: Order; includeArchived: boolean },
): Promise<ListEnvelope<EventType>> {
	const plan = planPage(page.limit, page.iterator, page.order);
	const key = plan.key === null ? null : plan.key.replace(/^~/, "");
	const rows = await listRows(ctx.db, ctx.organisationId, { ...plan, key }, page.includeArchived);
	return toEnvelope(
		plan,
		rows,
		(row) => toIterator(row.name),
		(row) => row,
	);
}

/** A leading `-` reads backwards: a name that begins with one is marked, with what no name can hold. */
function toIterator(name: string): string {
	return name.startsWith("-") ? `~${name}` : name;
}
