// Domains of organisations in D1: their own, found by id; and the one that is active for a host, found by its name.
import { and, asc, count, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Id } from "../core/ids.ts";
import type { PageRead } from "../core/page.ts";
import type { Db } from "./db.ts";
import { inPages } from "./pages.ts";
import { domains } from "./schema.ts";

export type Domain = typeof domains.$inferSelect;
export type DomainChanges = Partial<
	Pick<Domain, "state" | "problem" | "externalId" | "records" | "updatedAt" | "checkedAt">
>;

const isThere = isNull(domains.deletedAt);
/** In the words of its index. */
const isActive = and(sql`${domains.state} = 'active'`, isThere);
// safe because it is only compared
const isNamed = (id: string) => eq(domains.id, id as Id<"dom">);

/** The organisation that a host is active for, and what it shows there. */
export async function findActiveDomain(
	db: Db,
	hostname: string,
): Promise<Pick<Domain, "organisationId" | "serves"> | null> {
	const [found] = await db
		.select({ organisationId: domains.organisationId, serves: domains.serves })
		.from(domains)
		.where(and(eq(domains.hostname, hostname), isActive));
	return found ?? null;
}

/** The host of an organisation's own for its portal: the oldest that is active. */
export async function findPortalHostname(
	db: Db,
	organisationId: Id<"org">,
): Promise<string | null> {
	const [found] = await db
		.select({ hostname: domains.hostname })
		.from(domains)
		.where(and(eq(domains.organisationId, organisationId), eq(domains.serves, "portal"), isActive))
		.orderBy(asc(domains.id))
		.limit(1);
	return found?.hostname ?? null;
}

export async function findDomain(
	db: Db,
	organisationId: Id<"org">,
	id: string,
): Promise<Domain | null> {
	const isOne = and(isNamed(id), eq(domains.organisationId, organisationId), isThere);
	const [found] = await db.select().from(domains).where(isOne);
	return found ?? null;
}

/** Whoever's it is: for operators and for the sweep. */
export async function findDomainOfAny(db: Db, id: string): Promise<Domain | null> {
	const [found] = await db
		.select()
		.from(domains)
		.where(and(isNamed(id), isThere));
	return found ?? null;
}

export async function countDomains(db: Db, organisationId: Id<"org">): Promise<number> {
	const [found] = await db
		.select({ count: count() })
		.from(domains)
		.where(and(eq(domains.organisationId, organisationId), isThere));
	return found?.count ?? 0;
}

/** Whether the platform's name belongs to a domain, also to one that is being removed. */
export async function hasExternalId(db: Db, externalId: string): Promise<boolean> {
	const [found] = await db
		.select({ id: domains.id })
		.from(domains)
		.where(eq(domains.externalId, externalId));
	return found !== undefined;
}

export function listDomains(db: Db, organisationId: Id<"org">, plan: PageRead): Promise<Domain[]> {
	const { beyond, order } = inPages(domains.id, plan);
	return db
		.select()
		.from(domains)
		.where(and(eq(domains.organisationId, organisationId), isThere, beyond))
		.orderBy(order)
		.limit(plan.take);
}

export function listDomainsOfAll(db: Db, plan: PageRead): Promise<Domain[]> {
	const { beyond, order } = inPages(domains.id, plan);
	return db.select().from(domains).where(and(isThere, beyond)).orderBy(order).limit(plan.take);
}

/** Those about which the platform has something to tell, those asked about longest ago first. */
export function listDomainsToCheck(db: Db, limit: number): Promise<Domain[]> {
	const isOpen = or(
		isNotNull(domains.deletedAt),
		isNotNull(domains.externalId),
		ne(domains.state, "error"),
	);
	return db.select().from(domains).where(isOpen).orderBy(asc(domains.checkedAt)).limit(limit);
}

export const insertDomain = (db: Db, domain: Domain) => db.insert(domains).values(domain);

/** Does nothing to a domain that was removed meanwhile. */
export const updateDomain = (db: Db, id: Id<"dom">, changes: DomainChanges) =>
	db
		.update(domains)
		.set(changes)
		.where(and(eq(domains.id, id), isThere));

/** From now on it is gone for everybody. */
export const markDomainDeleted = (db: Db, id: Id<"dom">, now: number) =>
	db
		.update(domains)
		.set({ deletedAt: now })
		.where(and(eq(domains.id, id), isThere));

export const touchDomain = (db: Db, id: Id<"dom">, checkedAt: number) =>
	db.update(domains).set({ checkedAt }).where(eq(domains.id, id));

export const deleteDomainRow = (db: Db, id: Id<"dom">) =>
	db.delete(domains).where(eq(domains.id, id));
