// Verbs on attempts. They live in the lanes: one call for an endpoint, one per endpoint for a message.
import type { AttemptRecord } from "../core/delivery.ts";
import { notFound } from "../core/errors.ts";
import type { EndpointId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";
import { mergePages } from "../core/page.ts";
import type { AttemptQuery } from "../platform/lane-client.ts";
import { findEndpointEverInApp } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { readWindow } from "./time-window.ts";

const LANES_AT_ONCE = 25;

export async function listAttemptsByEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	endpointIdOrUid: string,
	query: AttemptQuery,
): Promise<ListEnvelope<AttemptRecord>> {
	const application = await getApplication(ctx, appIdOrUid);
	const endpoint = await findEndpointEverInApp(ctx.db, application.id, endpointIdOrUid);
	if (endpoint === null) throw notFound();
	const lane = ctx.lanes.of(endpoint.id);
	return readWindow("atmpt", query, (window) => lane.listAttempts(window));
}

/** Attempts of a message on all endpoints that it went to, newest first. */
export async function listAttemptsByMessage(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	endpointIdOrUid: string | null,
	query: AttemptQuery,
): Promise<ListEnvelope<AttemptRecord>> {
	const application = await getApplication(ctx, appIdOrUid);
	const message = await ctx.stores.of(application.id).findEndpoints(idOrEventId);
	if (message === null) throw notFound();
	let endpointIds = message.endpointIds;
	if (endpointIdOrUid !== null) {
		const endpoint = await findEndpointEverInApp(ctx.db, application.id, endpointIdOrUid);
		endpointIds = endpointIds.filter((id) => id === endpoint?.id);
	}
	const ofMessage = { ...query, messageId: message.id };
	return readWindow("atmpt", ofMessage, (window) => listInLanes(ctx, endpointIds, window));
}

async function listInLanes(
	ctx: ServiceContext,
	endpointIds: EndpointId[],
	query: AttemptQuery,
): Promise<ListEnvelope<AttemptRecord>> {
	const pages: ListEnvelope<AttemptRecord>[] = [];
	for (let i = 0; i < endpointIds.length; i += LANES_AT_ONCE) {
		const some = endpointIds.slice(i, i + LANES_AT_ONCE);
		pages.push(...(await Promise.all(some.map((id) => ctx.lanes.of(id).listAttempts(query)))));
	}
	return mergePages(pages, query.limit, query.iterator, (attempt) => attempt.id);
}

export async function getAttempt(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	attemptId: string,
): Promise<AttemptRecord> {
	const application = await getApplication(ctx, appIdOrUid);
	const message = await ctx.stores.of(application.id).findEndpoints(idOrEventId);
	if (message === null) throw notFound();
	for (let i = 0; i < message.endpointIds.length; i += LANES_AT_ONCE) {
		const some = message.endpointIds.slice(i, i + LANES_AT_ONCE);
		const found = await Promise.all(some.map((id) => ctx.lanes.of(id).findAttempt(attemptId)));
		const attempt = found.find((record) => record?.messageId === message.id);
		if (attempt != null) return attempt;
	}
	throw notFound();
}
