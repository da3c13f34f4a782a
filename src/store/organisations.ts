// Organisations in D1.
import { asc, desc, eq, gt, lt } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
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
	const down = plan.direction === "descending";
	const key = plan.key as Id<"org"> | null; // safe because it is only compared
	return db
		.select()
		.from(organisations)
		.where(key === null ? undefined : (down ? lt : gt)(organisations.id, key))
		.orderBy((down ? desc : asc)(organisations.id))
		.limit(plan.take);
}
