// How verbs tell the organisation what they did to an endpoint: an event in the same write, published after it.
import { type EndpointId, ID_RANDOM_BYTES, type Id, newId } from "../core/ids.ts";
import {
	type EndpointNames,
	type OperationalEvent,
	type OperationalEventType,
	toDeletedEventId,
	toDisabledData,
	toEndpointData,
	toEventPayload,
} from "../core/operational-event.ts";
import { type PublishTools, publishEvent } from "../platform/event-publisher.ts";
import { logError } from "../platform/log.ts";
import { type Db, type Statement, writeAll } from "../store/db.ts";
import type { Endpoint } from "../store/endpoints.ts";
import {
	deleteEvent,
	findEvents,
	findListener,
	insertEvent,
	listEvents,
} from "../store/operational-events.ts";
import type { ServiceContext } from "./context.ts";

export type EndpointEventType = OperationalEventType & `endpoint.${string}`;

const AT_ONCE = 10;
/** What is younger is being published by whoever wrote it. */
const LEFT_AFTER_MS = 60_000;
const PAGE = 100;

export type LeftEventTools = PublishTools & { db: Db };

/** The events to write with a change of an endpoint; none when nobody asked for them. */
export async function toEndpointEvents(
	ctx: ServiceContext,
	endpoint: Pick<Endpoint, "id" | "applicationId" | "uid">,
	types: readonly EndpointEventType[],
): Promise<OperationalEvent[]> {
	if (types.length === 0) return [];
	const { applicationId, id: endpointId, uid: endpointUid } = endpoint;
	const listener = await findListener(ctx.db, applicationId);
	if (listener === null) return [];
	const { applicationUid, operationalId } = listener;
	const names = { applicationId, applicationUid, endpointId, endpointUid };
	return types.map((type) => ({
		id:
			type === "endpoint.deleted"
				? toDeletedEventId(endpointId)
				: newId("opevt", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		applicationId: operationalId,
		type,
		payload: toEventPayload(type, toData(type, names)),
		createdAt: ctx.now,
	}));
}

function toData(type: EndpointEventType, names: EndpointNames) {
	return type === "endpoint.disabled"
		? toDisabledData(names, null, "manual")
		: toEndpointData(names);
}

export function toStatements(db: Db, events: readonly OperationalEvent[]): Statement[] {
	return events.map((event) => insertEvent(db, event));
}

/** After the commit: publishes in this order, when the answer is on its way. What fails is left to the sweep. */
export function publishLater(ctx: ServiceContext, events: readonly OperationalEvent[]): void {
	if (events.length > 0) ctx.background(publishAll(ctx, events));
}

/** The same for the endpoints that an application took with it. */
export function publishDeletedLater(ctx: ServiceContext, endpointIds: EndpointId[]): void {
	ctx.background(publishFound(ctx, endpointIds.map(toDeletedEventId)));
}

/** Publishes in this order what is written already. */
export async function publishAll(
	tools: LeftEventTools,
	events: readonly OperationalEvent[],
): Promise<void> {
	for (const event of events) await publishStored(tools, event);
}

async function publishFound(tools: LeftEventTools, ids: Id<"opevt">[]): Promise<void> {
	try {
		for (let i = 0; i < ids.length; i += PAGE) {
			const events = await findEvents(tools.db, ids.slice(i, i + PAGE));
			if (!(await publishPage(tools, events))) return;
		}
	} catch (error) {
		logError("events_not_read", error);
	}
}

/** Publishes events whose writers were ended before they could. Ends at a failure: the next sweep goes on. */
export async function publishLeftEvents(tools: LeftEventTools, now: number): Promise<void> {
	for (;;) {
		const events = await listEvents(tools.db, now - LEFT_AFTER_MS, PAGE);
		if (events.length === 0 || !(await publishPage(tools, events))) return;
	}
}

/** False when some were not published. */
async function publishPage(
	tools: LeftEventTools,
	events: readonly OperationalEvent[],
): Promise<boolean> {
	let isDone = true;
	for (let i = 0; i < events.length; i += AT_ONCE) {
		const some = events.slice(i, i + AT_ONCE);
		const published = await Promise.all(some.map((event) => publishStored(tools, event)));
		isDone &&= published.every((is) => is);
	}
	return isDone;
}

/** Publishes what was written and forgets it; false when it could not, and it stays for the sweep. */
async function publishStored(tools: LeftEventTools, event: OperationalEvent): Promise<boolean> {
	try {
		await publishEvent(tools, event);
		await writeAll(tools.db, [deleteEvent(tools.db, event.id)]);
		return true;
	} catch (error) {
		logError("event_not_published", error, { eventId: event.id });
		return false;
	}
}
