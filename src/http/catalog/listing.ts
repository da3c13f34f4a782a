// What every list of a catalog is made of: read once for each version of it, and then kept.
import type { Tools } from "../../delivery/tools.ts";
import type { PageCache } from "../../platform/page-cache.ts";
import { findTypes, listEntries, type PublicCatalog } from "../../services/catalog.ts";
import type { CatalogEntry } from "../../store/catalog.ts";
import type { EventType } from "../../store/event-types.ts";
import { isWhole } from "./plan.ts";

export type Listing = {
	entries: CatalogEntry[];
	/** All of them where pages hold them whole, else none. */
	types: EventType[];
};

/** What is answered with, besides the catalog itself. */
export type Around = {
	tools: Pick<Tools, "db" | "config" | "requestLimit">;
	cache: PageCache;
	background(work: Promise<unknown>): void;
};

/** Its version is in its name: it could be kept for ever. */
const KEPT_SECONDS = 3600;
/** To be counted up with every change of what is kept: another release may have kept it. */
const FORM = 1;

/** The words and pages that readers ask for are without number: none of them costs a look into the database. */
export async function readListing(
	{ tools, cache, background }: Around,
	{ organisationId, updatedAt }: PublicCatalog,
): Promise<Listing> {
	const name = JSON.stringify(["listing", FORM, organisationId, updatedAt]);
	const kept = await cache.match(name);
	if (kept !== undefined) return kept.json<Listing>();
	const entries = await listEntries(tools.db, organisationId);
	const names = isWhole(entries) ? entries.map((entry) => entry.name) : [];
	const types = await findTypes(tools.db, organisationId, names);
	const listing: Listing = { entries, types };
	background(cache.put(name, Response.json(listing), KEPT_SECONDS));
	return listing;
}
