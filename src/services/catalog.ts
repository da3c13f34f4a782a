// The public catalog: what anybody may read of an organisation's event types, while it says so.
import type { Id } from "../core/ids.ts";
import { isId } from "../core/ids.ts";
import {
	type CatalogEntry,
	findCatalogTypes,
	listCatalogEntries,
	listCatalogSizes,
} from "../store/catalog.ts";
import type { Db, Statement } from "../store/db.ts";
import type { EventType } from "../store/event-types.ts";
import { findSettings, markCatalogChanged, type Settings } from "../store/settings.ts";
import type { ServiceContext } from "./context.ts";

/** The settings of an organisation whose catalog is public: `updatedAt` is the version of both. */
export type PublicCatalog = Settings & { displayName: string };

/** A list holds at most so many; what comes after is found by its name. */
export const ENTRIES_MAX = 10_000;
/** A part for machines holds at most so many, and about so many characters. */
const PART_TYPES_MAX = 250;
const PART_CHARS_MAX = 1_000_000;

/** Null when there is no such organisation, and when its catalog is nobody's. */
export async function findPublicCatalog(
	db: Db,
	organisationId: string,
): Promise<PublicCatalog | null> {
	if (!isId("org", organisationId)) return null;
	const settings = await findSettings(db, organisationId);
	if (settings === null || !settings.isCatalogPublic || settings.displayName === null) return null;
	return { ...settings, displayName: settings.displayName };
}

export const listEntries = (db: Db, organisationId: Id<"org">): Promise<CatalogEntry[]> =>
	listCatalogEntries(db, organisationId, ENTRIES_MAX);

export const findTypes = (
	db: Db,
	organisationId: Id<"org">,
	names: readonly string[],
): Promise<EventType[]> => findCatalogTypes(db, organisationId, names);

export async function findType(
	db: Db,
	organisationId: Id<"org">,
	name: string,
): Promise<EventType | null> {
	const [found] = await findCatalogTypes(db, organisationId, [name]);
	return found ?? null;
}

/** A part of the catalog in the order of names: `next` is after which name the following one begins. */
export async function readPart(
	db: Db,
	organisationId: Id<"org">,
	after: string,
): Promise<{ types: EventType[]; next: string | null }> {
	const sizes = await listCatalogSizes(db, organisationId, after, PART_TYPES_MAX + 1);
	const names: string[] = [];
	let chars = 0;
	for (const { name, size } of sizes.slice(0, PART_TYPES_MAX)) {
		chars += size;
		if (names.length > 0 && chars > PART_CHARS_MAX) break;
		names.push(name);
	}
	const types = await findCatalogTypes(db, organisationId, names);
	return { types, next: names.length < sizes.length ? (names.at(-1) ?? null) : null };
}

/**
 * Statements that write event types, and with them what makes the public catalog another one at once: what is
 * archived or flagged must not be read from what was kept of it.
 */
export function withCatalogChange(
	{ db, organisationId, now }: Pick<ServiceContext, "db" | "organisationId" | "now">,
	statements: readonly Statement[],
): Statement[] {
	if (statements.length === 0) return [];
	return [...statements, markCatalogChanged(db, organisationId, now)];
}
