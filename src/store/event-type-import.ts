// Many event types at once: read in pages, written in one statement.
import { and, asc, eq, gt, sql } from "drizzle-orm";
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

/** As one value, because a statement for each would be more than one request may run. Names must be distinct. */
export function upsertEventTypes(db: Db, rows: readonly EventType[]) {
	const field = (name: string) => sql`json_extract(value, ${`$.${name}`})`;
	// Texts of their own within the text, so that the database keeps them as they are.
	const document = rows.map(({ schemas, featureFlags, ...row }) => ({
		...row,
		schemas: schemas === null ? null : JSON.stringify(schemas),
		featureFlags: featureFlags === null ? null : JSON.stringify(featureFlags),
	}));
	// In the order of the table's columns; without a condition ON would be read as that of a join.
	const values = sql`SELECT ${field("organisationId")}, ${field("name")}, ${field("description")},
			${field("archived")}, ${field("deprecated")}, ${field("schemas")}, ${field("featureFlags")},
			${field("groupName")}, ${field("createdAt")}, ${field("updatedAt")}
		FROM json_each(${JSON.stringify(document)}) WHERE true`;
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
				updatedAt: sql`max(excluded.updated_at, ${eventTypes.updatedAt} + 1)`,
			},
		});
}
