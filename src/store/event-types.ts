// Event types in D1, by name within their organisation.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { PageRead, PageRows } from "../core/page.ts";
import type { Db } from "./db.ts";
import { readFitting } from "./pages.ts";
import { eventTypes } from "./schema.ts";

export type EventType = typeof eventTypes.$inferSelect;

const isOne = (organisationId: Id<"org">, name: string) =>
	and(eq(eventTypes.organisationId, organisationId), eq(eventTypes.name, name));

export async function findEventType(
	db: Db,
	organisationId: Id<"org">,
	name: string,
): Promise<EventType | null> {
	const [found] = await db.select().from(eventTypes).where(isOne(organisationId, name));
	return found ?? null;
}

/** Without flags of its own, or with one of these; null for every event type. */
function isSeen(flags: readonly string[] | null) {
	if (flags === null) return undefined;
	return sql`(${eventTypes.featureFlags} IS NULL OR EXISTS (SELECT 1 FROM json_each(${eventTypes.featureFlags})
		WHERE value IN (SELECT value FROM json_each(${JSON.stringify(flags)}))))`;
}

/** Those of `names` that can be subscribed to: known, not archived, and seen with these flags. */
export async function findLiveEventTypeNames(
	db: Db,
	organisationId: Id<"org">,
	names: readonly string[],
	flags: readonly string[] | null,
): Promise<string[]> {
	const found: string[] = [];
	// The platform binds at most 100 parameters to one query.
	for (let i = 0; i < names.length; i += 90) {
		const rows = await db
			.select({ name: eventTypes.name })
			.from(eventTypes)
			.where(
				and(
					eq(eventTypes.organisationId, organisationId),
					eq(eventTypes.archived, false),
					isSeen(flags),
					inArray(eventTypes.name, names.slice(i, i + 90)),
				),
			);
		found.push(...rows.map((row) => row.name));
	}
	return found;
}

/** Those of `prefixes` with which the name of one begins that can be subscribed to. */
export async function findLivePrefixes(
	db: Db,
	organisationId: Id<"org">,
	prefixes: readonly string[],
	flags: readonly string[] | null,
): Promise<string[]> {
	// Each ends in a period, and in the order of names the slash comes right after it.
	const live = and(
		eq(eventTypes.organisationId, organisationId),
		eq(eventTypes.archived, false),
		isSeen(flags),
		sql`${eventTypes.name} >= prefix.value`,
		sql`${eventTypes.name} < substr(prefix.value, 1, length(prefix.value) - 1) || '/'`,
	);
	const one = db.select({ name: eventTypes.name }).from(eventTypes).where(live);
	const rows = await db
		.select({ prefix: sql<string>`prefix.value` })
		.from(sql`json_each(${JSON.stringify(prefixes)}) AS prefix`)
		.where(sql`EXISTS ${one}`);
	return rows.map((row) => row.prefix);
}

export function insertEventType(db: Db, eventType: EventType) {
	return db.insert(eventTypes).values(eventType);
}

/**
 * Writes `changes` to the event type that was `found`; when it is no longer like that, `isStale`. It is
 * an insert that meets the row, because an update of a row that was removed would do nothing, and say so
 * to nobody.
 */
export function updateEventType(
	db: Db,
	found: EventType,
	changes: Partial<EventType> & { updatedAt: number },
) {
	const { organisationId, name, updatedAt } = found;
	const same = db
		.select({ updatedAt: sql`${changes.updatedAt}`.as("next") })
		.from(eventTypes)
		.where(and(isOne(organisationId, name), eq(eventTypes.updatedAt, updatedAt)));
	return db
		.insert(eventTypes)
		.values({ ...found, ...changes, updatedAt: sql`${same}` })
		.onConflictDoUpdate({
			target: [eventTypes.organisationId, eventTypes.name],
			set: changes,
		});
}

export function deleteEventType(db: Db, organisationId: Id<"org">, name: string) {
	return db.delete(eventTypes).where(isOne(organisationId, name));
}

export function listEventTypes(
	db: Db,
	organisationId: Id<"org">,
	plan: PageRead,
	filter: { includeArchived: boolean; flags: readonly string[] | null },
): Promise<PageRows<EventType>> {
	return readFitting(db, plan, {
		table: eventTypes,
		key: eventTypes.name,
		within: eq(eventTypes.organisationId, organisationId),
		fits: and(
			filter.includeArchived ? undefined : eq(eventTypes.archived, false),
			isSeen(filter.flags),
		),
	});
}
