// API keys in D1: found by the digest of the key, and listed within their organisation.
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { ApplicationId, Id } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { ApplicationRoutes } from "../core/route-changes.ts";
import { isApplicationNamed } from "./applications.ts";
import type { Db } from "./db.ts";
import { inPages } from "./pages.ts";
import { hears, operational, routeColumns } from "./routes.ts";
import { apiKeys, applications, endpoints, organisations } from "./schema.ts";

/** Of an application with more endpoints the routes are not read with the key. */
export const ROUTES_WITH_KEY_MAX = 25;

export type ApiKey = typeof apiKeys.$inferSelect;

const isValid = (hash: string, now: number) =>
	and(
		eq(apiKeys.hash, hash),
		isNull(apiKeys.revokedAt),
		or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
	);

/** The organisation of a valid key; null when there is none. */
export async function findOrganisationOfKey(
	db: Db,
	hash: string,
	now: number,
): Promise<Id<"org"> | null> {
	const [found] = await db
		.select({ organisationId: apiKeys.organisationId })
		.from(apiKeys)
		.where(isValid(hash, now));
	return found?.organisationId ?? null;
}

export type KeyAndApplication = {
	organisationId: Id<"org">;
	/** `found` is null when it has too many endpoints. */
	application: { id: ApplicationId; found: ApplicationRoutes | null } | null;
};

/** The same and one of its applications, in one query: all that a message needs when nothing is cached. */
export async function findKeyAndApplication(
	db: Db,
	hash: string,
	idOrUid: string,
	now: number,
): Promise<KeyAndApplication | null> {
	const { id, uid, updatedAt } = applications;
	const rows = await db
		.select({
			organisationId: apiKeys.organisationId,
			application: { id, uid, updatedAt },
			route: routeColumns,
		})
		.from(apiKeys)
		.leftJoin(
			applications,
			and(
				eq(applications.organisationId, apiKeys.organisationId),
				isNull(applications.deletedAt),
				eq(applications.isOperational, false),
				isApplicationNamed(idOrUid),
			),
		)
		.leftJoin(
			endpoints,
			and(eq(endpoints.applicationId, applications.id), isNull(endpoints.deletedAt)),
		)
		.leftJoin(operational, hears)
		.where(isValid(hash, now))
		.limit(ROUTES_WITH_KEY_MAX + 1);
	const [first] = rows;
	if (first === undefined) return null;
	const { organisationId, application } = first;
	if (application === null) return { organisationId, application };
	const routes = rows.flatMap(({ route }) => route ?? []);
	routes.sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
	const isAll = routes.length <= ROUTES_WITH_KEY_MAX;
	const found = { uid: application.uid, updatedAt: application.updatedAt, routes };
	return { organisationId, application: { id: application.id, found: isAll ? found : null } };
}

/** A key's id and the name of its organisation. */
export async function findAccountOfKey(
	db: Db,
	organisationId: Id<"org">,
	hash: string,
): Promise<{ apiKeyId: Id<"key">; organisationName: string } | null> {
	const [found] = await db
		.select({ apiKeyId: apiKeys.id, organisationName: organisations.name })
		.from(apiKeys)
		.innerJoin(organisations, eq(organisations.id, apiKeys.organisationId))
		.where(and(eq(apiKeys.hash, hash), eq(apiKeys.organisationId, organisationId)));
	return found ?? null;
}

export function insertApiKey(db: Db, key: ApiKey) {
	return db.insert(apiKeys).values(key).onConflictDoNothing();
}

const isOne = (organisationId: Id<"org">, id: string) =>
	and(
		eq(apiKeys.organisationId, organisationId),
		eq(apiKeys.id, id as Id<"key">), // safe because it is only compared
	);

export async function findApiKey(
	db: Db,
	organisationId: Id<"org">,
	id: string,
): Promise<ApiKey | null> {
	const [found] = await db.select().from(apiKeys).where(isOne(organisationId, id));
	return found ?? null;
}

export function updateApiKey(
	db: Db,
	{ organisationId, id }: ApiKey,
	changes: Partial<Pick<ApiKey, "name" | "expiresAt">>,
) {
	return db.update(apiKeys).set(changes).where(isOne(organisationId, id));
}

/** A key that was revoked already stays revoked since then. */
export function revokeApiKey(db: Db, { organisationId, id }: ApiKey, now: number) {
	return db
		.update(apiKeys)
		.set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now})` })
		.where(isOne(organisationId, id));
}

export function listApiKeys(db: Db, organisationId: Id<"org">, plan: PageRead): Promise<ApiKey[]> {
	const { beyond, order } = inPages(apiKeys.id, plan);
	return db
		.select()
		.from(apiKeys)
		.where(and(eq(apiKeys.organisationId, organisationId), beyond))
		.orderBy(order)
		.limit(plan.take);
}
