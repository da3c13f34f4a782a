// Whose endpoints a verb is about, and how every verb finds one and saves one.
import { conflict, notFound } from "../core/errors.ts";
import { type Application, findOperationalApplication } from "../store/applications.ts";
import { isUniqueViolation, type Statement } from "../store/db.ts";
import { type Endpoint, findEndpointInApp } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { invalidateLanes } from "./lanes.ts";
import {
	type EndpointEventType,
	publishLater,
	toEndpointEvents,
	toStatements,
} from "./operational-events.ts";

/** The organisation's own endpoints, which get the operational webhooks. */
export const OPERATIONAL: unique symbol = Symbol("operational");

/** Whose endpoints: an application's, by its id or uid, or the organisation's own. */
export type Owner = string | typeof OPERATIONAL;

/** The application that the endpoints belong to; null when the organisation never made an own one. */
export function findOwner(ctx: ServiceContext, owner: Owner): Promise<Application | null> {
	return owner === OPERATIONAL
		? findOperationalApplication(ctx.db, ctx.organisationId)
		: getApplication(ctx, owner);
}

export async function getEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
): Promise<Endpoint> {
	const application = await findOwner(ctx, owner);
	const found =
		application === null ? null : await findEndpointInApp(ctx.db, application.id, idOrUid);
	if (found === null) throw notFound();
	return found;
}

/**
 * Writes, and with it the events that tell of it; then makes delivery see it. Throws what `untilWritten`
 * takes as a reason to try again.
 * @param endpoint as it is afterwards
 */
export async function saveEndpoint<T>(
	ctx: ServiceContext,
	endpoint: Endpoint,
	statements: Statement[],
	result: T,
	types: readonly EndpointEventType[],
): Promise<void> {
	const events = await toEndpointEvents(ctx, endpoint, types);
	try {
		await ctx.commit([...statements, ...toStatements(ctx.db, events)], result);
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		throw conflict("An endpoint with that id or uid already exists");
	}
	publishLater(ctx, events);
	const lane = invalidateLanes(ctx, [endpoint.id]);
	const store = ctx.stores.of(endpoint.applicationId).invalidate({
		endpointId: endpoint.id,
		updatedAt: types.includes("endpoint.deleted") ? null : endpoint.updatedAt,
	});
	// The lane of a new endpoint has nothing to forget: it is only made, so that no message waits for that.
	if (types.includes("endpoint.created")) ctx.background(lane);
	await (types.includes("endpoint.created") ? store : Promise.all([store, lane]));
}
