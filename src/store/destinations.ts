// The endpoints that a message could go to: the application's, and deleted ones that it went to.
import { and, eq, inArray } from "drizzle-orm";
import type { ApplicationId, EndpointId } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { type Endpoint, listEndpoints } from "./endpoints.ts";
import { endpoints } from "./schema.ts";

/** The platform binds at most 100 parameters to one query. */
const IDS_AT_ONCE = 90;

/** One page by id. `everIds` are the endpoints that the message was for, some of which may be deleted now. */
export async function listDestinations(
	db: Db,
	applicationId: ApplicationId,
	everIds: readonly EndpointId[],
	plan: PageRead,
): Promise<Endpoint[]> {
	const live = await listEndpoints(db, applicationId, plan);
	const isDown = plan.direction === "descending";
	const isBefore = (a: string, b: string) => (isDown ? a > b : a < b);
	// The page holds every live endpoint up to its last one: the other ids up to there are of deleted ones.
	const last = live.length < plan.take ? undefined : live.at(-1)?.id;
	const liveIds = new Set(live.map(({ id }) => id));
	const deletedIds = everIds
		.filter((id) => plan.key === null || isBefore(plan.key, id))
		.filter((id) => (last === undefined || isBefore(id, last)) && !liveIds.has(id))
		.sort((a, b) => (isBefore(a, b) ? -1 : 1))
		.slice(0, plan.take);
	if (deletedIds.length === 0) return live;
	const deleted = await findDeleted(db, applicationId, deletedIds);
	return [...live, ...deleted].sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1)).slice(0, plan.take);
}

async function findDeleted(
	db: Db,
	applicationId: ApplicationId,
	ids: EndpointId[],
): Promise<Endpoint[]> {
	const found = await findEndpointsEver(db, applicationId, ids);
	return found.filter(({ deletedAt }) => deletedAt !== null);
}

/** Those of these ids that are or were the application's. */
export async function findEndpointsEver(
	db: Db,
	applicationId: ApplicationId,
	ids: readonly EndpointId[],
): Promise<Endpoint[]> {
	const found: Endpoint[] = [];
	for (let i = 0; i < ids.length; i += IDS_AT_ONCE) {
		const rows = await db
			.select()
			.from(endpoints)
			.where(
				and(
					eq(endpoints.applicationId, applicationId),
					inArray(endpoints.id, ids.slice(i, i + IDS_AT_ONCE)),
				),
			);
		found.push(...rows);
	}
	return found;
}
