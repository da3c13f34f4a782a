// Integrations in D1, always found within their application.
import { and, eq } from "drizzle-orm";
import type { ApplicationId, Id } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { inPages } from "./pages.ts";
import { integrations } from "./schema.ts";

export type Integration = typeof integrations.$inferSelect;

const isOne = (applicationId: ApplicationId, id: string) =>
	and(
		eq(integrations.applicationId, applicationId),
		eq(integrations.id, id as Id<"integ">), // safe because it is only compared
	);

export async function findIntegrationInApp(
	db: Db,
	applicationId: ApplicationId,
	id: string,
): Promise<Integration | null> {
	const [found] = await db.select().from(integrations).where(isOne(applicationId, id));
	return found ?? null;
}

export function insertIntegration(db: Db, integration: Integration) {
	return db.insert(integrations).values(integration);
}

export function updateIntegration(db: Db, { applicationId, id, ...changes }: Integration) {
	return db.update(integrations).set(changes).where(isOne(applicationId, id));
}

export function deleteIntegration(db: Db, applicationId: ApplicationId, id: Id<"integ">) {
	return db.delete(integrations).where(isOne(applicationId, id));
}

export function deleteIntegrationsOfApplication(db: Db, applicationId: ApplicationId) {
	return db.delete(integrations).where(eq(integrations.applicationId, applicationId));
}

export function listIntegrations(
	db: Db,
	applicationId: ApplicationId,
	plan: PageRead,
): Promise<Integration[]> {
	const { beyond, order } = inPages(integrations.id, plan);
	return db
		.select()
		.from(integrations)
		.where(and(eq(integrations.applicationId, applicationId), beyond))
		.orderBy(order)
		.limit(plan.take);
}
