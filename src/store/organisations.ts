// Organisations in D1.
import { eq } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { inPages } from "./pages.ts";
import { organisations } from "./schema.ts";

export type Organisation = typeof organisations.$inferSelect;

export function insertOrganisation(db: Db, organisation: Organisation) {
	return db.insert(organisations).values(organisation).onConflictDoNothing();
}

export async function findOrganisation(db: Db, id: string): Promise<Organisation | null> {
	// safe because it is only compared
	const isOne = eq(organisations.id, id as Id<"org">);
	const [found] = await db.select().from(organisations).where(isOne);
	return found ?? null;
}

export function listOrganisations(db: Db, plan: PageRead): Promise<Organisation[]> {
	const { beyond, order } = inPages(organisations.id, plan);
	return db.select().from(organisations).where(beyond).orderBy(order).limit(plan.take);
}
