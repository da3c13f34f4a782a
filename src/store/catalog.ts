// What of an organisation's event types anybody may read: those that are neither archived nor behind a flag.
import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { Db } from "./db.ts";
import type { EventType } from "./event-types.ts";
import { eventTypes } from "./schema.ts";

/** An event type as lists of many show it. `size`: about how many characters its schemas have. */
export type CatalogEntry = Pick<EventType, "name" | "description" | "deprecated" | "groupName"> & {
	size: number;
};

const SUMMARY_LENGTH = 300;
/** The platform binds at most 100 parameters to one query. */
const NAMES_AT_ONCE = 90;

const isPublic = (organisationId: Id<"org">) =>
	and(
		eq(eventTypes.organisationId, organisationId),
		eq(eventTypes.archived, false),
		isNull(eventTypes.featureFlags),
	);

const size = sql<number>`coalesce(length(${eventTypes.schemas}), 0)`;

/** In the order of names; descriptions are cut. */
export function listCatalogEntries(
	db: Db,
	organisationId: Id<"org">,
	limit: number,
): Promise<CatalogEntry[]> {
	return db
		.select({
			name: eventTypes.name,
			description: sql<string>`substr(${eventTypes.description}, 1, ${SUMMARY_LENGTH})`,
			deprecated: eventTypes.deprecated,
			groupName: eventTypes.groupName,
			size,
		})
		.from(eventTypes)
		.where(isPublic(organisationId))
		.orderBy(asc(eventTypes.name))
		.limit(limit);
}

/** The next names after one, each with what its row holds. */
export function listCatalogSizes(
	db: Db,
	organisationId: Id<"org">,
	after: string,
	limit: number,
): Promise<{ name: string; size: number }[]> {
	return db
		.select({
			name: eventTypes.name,
			size: sql<number>`${size} + length(${eventTypes.description})`,
		})
		.from(eventTypes)
		.where(and(isPublic(organisationId), gt(eventTypes.name, after)))
		.orderBy(asc(eventTypes.name))
		.limit(limit);
}

/** Those of the names that are there, in the order of names. */
export async function findCatalogTypes(
	db: Db,
	organisationId: Id<"org">,
	names: readonly string[],
): Promise<EventType[]> {
	const found: EventType[] = [];
	for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
		const some = inArray(eventTypes.name, names.slice(start, start + NAMES_AT_ONCE));
		const rows = await db
			.select()
			.from(eventTypes)
			.where(and(isPublic(organisationId), some))
			.orderBy(asc(eventTypes.name));
		found.push(...rows);
	}
	return found;
}
