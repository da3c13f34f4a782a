// Walks over an organisation's applications in pages, for tasks that see to all of them.
import { and, asc, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import type { ApplicationId, Id } from "../core/ids.ts";
import type { Db } from "./db.ts";
import { applications, endpoints } from "./schema.ts";

/** The platform binds at most 100 parameters to one query. */
const IDS_MAX = 90;

const isLive = (organisationId: Id<"org">) =>
	and(
		eq(applications.organisationId, organisationId),
		isNull(applications.deletedAt),
		eq(applications.isOperational, false),
	);

/** @param among sorted ids; null for all */
export async function listApplicationNames(
	db: Db,
	organisationId: Id<"org">,
	after: string,
	limit: number,
	among: readonly ApplicationId[] | null,
): Promise<{ id: ApplicationId; uid: string | null }[]> {
	const next = among?.filter((id) => id > after).slice(0, IDS_MAX) ?? null;
	if (next?.length === 0 || limit === 0) return [];
	return db
		.select({ id: applications.id, uid: applications.uid })
		.from(applications)
		.where(
			and(
				isLive(organisationId),
				// safe because it is only compared
				gt(applications.id, after as ApplicationId),
				next === null ? undefined : inArray(applications.id, next),
			),
		)
		.orderBy(asc(applications.id))
		.limit(limit);
}

/** What the endpoints ask for of applications after one, up to another. */
export function findSubscriptions(
	db: Db,
	organisationId: Id<"org">,
	after: string,
	to: string,
): Promise<{ applicationId: ApplicationId; eventTypes: string[] | null }[]> {
	return db
		.select({ applicationId: endpoints.applicationId, eventTypes: endpoints.eventTypes })
		.from(applications)
		.innerJoin(endpoints, eq(endpoints.applicationId, applications.id))
		.where(
			and(
				isLive(organisationId),
				// safe because they are only compared
				gt(applications.id, after as ApplicationId),
				lte(applications.id, to as ApplicationId),
				isNull(endpoints.deletedAt),
			),
		);
}
