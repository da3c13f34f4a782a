// Operational events in D1 that are not yet messages, and who asked for them.
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { DisabledReason } from "../core/health.ts";
import type { ApplicationId, EndpointId, Id, TaskId } from "../core/ids.ts";
import type { OperationalEvent } from "../core/operational-event.ts";
import type { Db, Statement } from "./db.ts";
import { applications, backgroundTasks, endpoints, operationalEvents } from "./schema.ts";

const operational = alias(applications, "operational");

/** The platform binds at most 100 parameters to one query. */
const IDS_MAX = 90;

/** Written out, because a bound value does not choose the index that has only these rows. */
const hears = and(
	eq(operational.organisationId, applications.organisationId),
	sql`${operational.isOperational} = 1`,
	eq(applications.isOperational, false),
);

/** Where events about an application's endpoints go; null when nobody asked, or when they come from there. */
export async function findListener(
	db: Db,
	applicationId: ApplicationId,
): Promise<{ operationalId: ApplicationId; applicationUid: string | null } | null> {
	const [found] = await db
		.select({ operationalId: operational.id, applicationUid: applications.uid })
		.from(applications)
		.innerJoin(operational, hears)
		.where(eq(applications.id, applicationId));
	return found ?? null;
}

/** Where the end of a task of an endpoint is told, which may be gone by then; null when nobody asked for it. */
export async function findListenerOfTask(
	db: Db,
	taskId: TaskId,
): Promise<{ operationalId: ApplicationId; applicationId: ApplicationId } | null> {
	const [found] = await db
		.select({
			operationalId: operational.id,
			// Named, as a batch and a join answer rows by the names of their columns.
			applicationId: sql<ApplicationId>`${applications.id}`.as("application_id"),
		})
		.from(backgroundTasks)
		.innerJoin(applications, eq(applications.id, backgroundTasks.applicationId))
		.innerJoin(operational, hears)
		.where(eq(backgroundTasks.id, taskId));
	return found ?? null;
}

export function insertEvent(db: Db, event: OperationalEvent) {
	return db.insert(operationalEvents).values(event).onConflictDoNothing();
}

/** One `endpoint.deleted` for each live endpoint of an application, in one statement however many they are. */
export function insertDeletedEvents(
	db: Db,
	application: { id: ApplicationId; uid: string | null },
	operationalId: ApplicationId,
	now: number,
) {
	const data = sql`json_object('appId', ${application.id}, 'appUid', ${application.uid},
		'endpointId', ${endpoints.id}, 'endpointUid', ${endpoints.uid})`;
	const payload = sql<string>`json_object('type', 'endpoint.deleted', 'data', ${data})`;
	const rows = db
		.select({
			id: sql<Id<"opevt">>`'opevt_' || substr(${endpoints.id}, 4)`.as("id"),
			applicationId: sql<ApplicationId>`${operationalId}`.as("application_id"),
			type: sql<string>`'endpoint.deleted'`.as("type"),
			payload: payload.as("payload"),
			createdAt: sql<number>`${now}`.as("created_at"),
		})
		.from(endpoints)
		.where(and(eq(endpoints.applicationId, application.id), isNull(endpoints.deletedAt)));
	return db.insert(operationalEvents).select(rows).onConflictDoNothing();
}

/**
 * Disables an endpoint unless it is disabled or gone, and writes the event when somebody asked for it; answers
 * what was changed and written. The event's id follows from the version that was disabled.
 */
export async function disableWithEvent(
	db: Db,
	endpointId: EndpointId,
	change: { reason: DisabledReason; now: number },
	event: { type: string; payload: string },
): Promise<{ isChanged: boolean; event: OperationalEvent | null }> {
	const isEnabled = and(
		eq(endpoints.id, endpointId),
		eq(endpoints.disabled, false),
		isNull(endpoints.deletedAt),
	);
	const version = sql`substr('0000000000000' || ${endpoints.updatedAt}, -13)`;
	const rows = db
		.select({
			id: sql<Id<"opevt">>`'opevt_' || substr(${endpoints.id}, 4, 14) || ${version}`.as("id"),
			applicationId: sql<ApplicationId>`${operational.id}`.as("application_id"),
			type: sql<string>`${event.type}`.as("type"),
			payload: sql<string>`${event.payload}`.as("payload"),
			createdAt: sql<number>`${change.now}`.as("created_at"),
		})
		.from(endpoints)
		.innerJoin(applications, eq(applications.id, endpoints.applicationId))
		.innerJoin(operational, hears)
		.where(isEnabled);
	const [written, changed] = await db.batch([
		db.insert(operationalEvents).select(rows).onConflictDoNothing().returning(),
		db
			.update(endpoints)
			.set({
				disabled: true,
				disabledReason: change.reason,
				updatedAt: sql`max(${change.now}, ${endpoints.updatedAt} + 1)`,
			})
			.where(isEnabled)
			.returning({ id: endpoints.id }),
	]);
	return { isChanged: changed.length > 0, event: written[0] ?? null };
}

/** Those of `ids` that are not published yet. */
export async function findEvents(db: Db, ids: readonly Id<"opevt">[]): Promise<OperationalEvent[]> {
	const found: OperationalEvent[] = [];
	for (let i = 0; i < ids.length; i += IDS_MAX) {
		const isOne = inArray(operationalEvents.id, ids.slice(i, i + IDS_MAX));
		found.push(...(await db.select().from(operationalEvents).where(isOne)));
	}
	return found;
}

/** Events that were written at `until` or before. Read by id, as the table is empty but for moments. */
export function listEvents(db: Db, until: number, limit: number): Promise<OperationalEvent[]> {
	const isAny = sql`${operationalEvents.id} > ''`;
	return db
		.select()
		.from(operationalEvents)
		.where(and(isAny, lte(operationalEvents.createdAt, until)))
		.orderBy(asc(operationalEvents.id))
		.limit(limit);
}

export function deleteEvent(db: Db, id: Id<"opevt">): Statement {
	return db.delete(operationalEvents).where(eq(operationalEvents.id, id));
}
