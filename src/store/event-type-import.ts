// Many event types at once: read in pages or by name, written in one statement.
import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { Db } from "./db.ts";
import type { EventType } from "./event-types.ts";
import { eventTypes } from "./schema.ts";

export function findEventTypesAfter(
	db: Db,
	organisationId: Id<"org">,
	name: string,
	limit: number,
): Promise<EventType[]> {
	return db
		.select()
		.from(eventTypes)
		.where(and(eq(eventTypes.organisationId, organisationId), gt(eventTypes.name, name)))
		.orderBy(asc(eventTypes.name))
		.limit(limit);
}

/** Those that there are of these names. */
export function findEventTypesNamed(
	db: Db,
	organisationId: Id<"org">,
	names: readonly string[],
): Promise<EventType[]> {
	const isNamed = sql`${eventTypes.name} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;
	return db
		.select()
		.from(eventTypes)
		.where(and(eq(eventTypes.organisationId, organisationId), isNamed));
}

/** Names of those that are not archived, in order, after a name. */
export async function findLiveNamesAfter(
	db: Db,
	organisationId: Id<"org">,
	name: string,
	limit: number,
): Promise<string[]> {
	const rows = await db
		.select({ name: eventTypes.name })
		.from(eventTypes)
		.where(
			and(
				eq(eventTypes.organisationId, organisationId),
				eq(eventTypes.archived, false),
				gt(eventTypes.name, name),
			),
		)
		.orderBy(asc(eventTypes.name))
		.limit(limit);
	return rows.map((row) => row.name);
}

export function archiveEventTypes(
	db: Db,
	organisationId: Id<"org">,
	names: readonly string[],
	now: number,
) {
	const isNamed = sql`${eventTypes.name} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;
	return db
		.update(eventTypes)
		.set({ archived: true, updatedAt: sql`max(${now}, ${eventTypes.updatedAt} + 1)` })
		.where(
			and(eq(eventTypes.organisationId, organisationId), eq(eventTypes.archived, false), isNamed),
		);
}

/** A row to write, and what `updatedAt` was when it was read; null when there was none. */
export type ReadEventType = { row: EventType; readAt: number | null };

/** Whether rows are still as they were read is up to the caller. Names must be distinct. */
export function upsertEventTypes(db: Db, rows: readonly EventType[]) {
	const updatedAt = sql`max(excluded.updated_at, ${eventTypes.updatedAt} + 1)`;
	return upsertAll(db, rows.map(toDocument), field("updatedAt"), updatedAt);
}

/** Nothing is written, and the error `isStale`, when one of them is no longer as it was read. */
export function upsertReadEventTypes(db: Db, rows: readonly ReadEventType[]) {
	const documents = rows.map(({ row, readAt }) => ({ ...toDocument(row), readAt }));
	const current = sql`(SELECT found.updated_at FROM event_types found
		WHERE found.organisation_id = ${field("organisationId")} AND found.name = ${field("name")})`;
	const updatedAt = sql`CASE WHEN ${current} IS ${field("readAt")} THEN ${field("updatedAt")} END`;
	return upsertAll(db, documents, updatedAt, sql`excluded.updated_at`);
}

/** How much longer the one value of the statement that writes it gets by a row. */
export function bytesOf(row: EventType): number {
	return new TextEncoder().encode(JSON.stringify(toDocument(row))).length;
}

const field = (name: string) => sql`json_extract(value, ${`$.${name}`})`;

/** With texts of their own within the text, so that the database keeps them as they are. */
function toDocument({ schemas, featureFlags, ...row }: EventType) {
	return {
		...row,
		schemas: schemas === null ? null : JSON.stringify(schemas),
		featureFlags: featureFlags === null ? null : JSON.stringify(featureFlags),
	};
}

/** As one value, because a statement for each would be more than one request may run. */
function upsertAll(db: Db, documents: readonly object[], inserted: SQL, updated: SQL) {
	// In the order of the table's columns; without a condition ON would be read as that of a join.
	const values = sql`SELECT ${field("organisationId")}, ${field("name")}, ${field("description")},
			${field("archived")}, ${field("deprecated")}, ${field("schemas")}, ${field("featureFlags")},
			${field("groupName")}, ${field("createdAt")}, ${inserted}
		FROM json_each(${JSON.stringify(documents)}) WHERE true`;
	const taken = (column: string) => sql.raw(`excluded.${column}`);
	return db
		.insert(eventTypes)
		.select(values)
		.onConflictDoUpdate({
			target: [eventTypes.organisationId, eventTypes.name],
			set: {
				description: taken("description"),
				archived: taken("archived"),
				deprecated: taken("deprecated"),
				schemas: taken("schemas"),
				featureFlags: taken("feature_flags"),
				groupName: taken("group_name"),
				updatedAt: updated,
			},
		});
}
