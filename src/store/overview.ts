// All endpoints of an organisation together: a page of them, and how many there are.
import { and, desc, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { EndpointId, Id } from "../core/ids.ts";
import type { Application } from "./applications.ts";
import type { Db } from "./db.ts";
import type { Endpoint } from "./endpoints.ts";
import { applications, endpoints } from "./schema.ts";

export type OwnedEndpoint = { endpoint: Endpoint; application: Application };

const isLive = (organisationId: Id<"org">): SQL | undefined =>
	and(
		eq(applications.organisationId, organisationId),
		isNull(applications.deletedAt),
		eq(applications.isOperational, false),
	);

/** Those of the newest applications first; `after` is the last one of the page before. */
export function listOrganisationEndpoints(
	db: Db,
	organisationId: Id<"org">,
	after: string | null,
	limit: number,
): Promise<OwnedEndpoint[]> {
	// A deleted endpoint keeps its row: where a page ended can always be found again.
	const owner = sql`(SELECT application_id FROM endpoints WHERE id = ${after})`;
	return db
		.select({ endpoint: endpoints, application: applications })
		.from(applications)
		.innerJoin(endpoints, eq(endpoints.applicationId, applications.id))
		.where(
			and(
				isLive(organisationId),
				isNull(endpoints.deletedAt),
				after === null
					? undefined
					: and(
							lte(applications.id, owner),
							sql`(${applications.id} < ${owner} OR ${endpoints.id} < ${after as EndpointId})`, // safe because it is only compared
						),
			),
		)
		.orderBy(desc(applications.id), desc(endpoints.id))
		.limit(limit);
}

export type OverviewCounts = {
	applications: number;
	endpoints: number;
	disabled: number;
	paused: number;
};

/** Counts up to `most` applications and `most` endpoints, and so reads no more rows than that. */
export async function countOrganisation(
	db: Db,
	organisationId: Id<"org">,
	most: number,
): Promise<OverviewCounts> {
	const someApplications = db
		.select({ id: applications.id })
		.from(applications)
		.where(isLive(organisationId))
		.limit(most)
		.as("some_applications");
	const someEndpoints = db
		.select({ disabled: endpoints.disabled, paused: endpoints.paused })
		.from(applications)
		.innerJoin(endpoints, eq(endpoints.applicationId, applications.id))
		.where(and(isLive(organisationId), isNull(endpoints.deletedAt)))
		.limit(most)
		.as("some_endpoints");
	const { disabled, paused } = someEndpoints;
	const [[ofApplications], [ofEndpoints]] = await db.batch([
		db.select({ count: sql<number>`count(*)` }).from(someApplications),
		db
			.select({
				count: sql<number>`count(*)`,
				disabled: sql<number>`coalesce(sum(${disabled}), 0)`,
				paused: sql<number>`coalesce(sum(${paused} AND NOT ${disabled}), 0)`,
			})
			.from(someEndpoints),
	]);
	return {
		applications: ofApplications?.count ?? 0,
		endpoints: ofEndpoints?.count ?? 0,
		disabled: ofEndpoints?.disabled ?? 0,
		paused: ofEndpoints?.paused ?? 0,
	};
}
