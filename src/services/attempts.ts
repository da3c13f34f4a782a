// Verbs on attempts. They live in the lanes: one call for an endpoint, one per endpoint for a message.
import type { AttemptRecord } from "../core/delivery.ts";
import { notFound } from "../core/errors.ts";
import type { ApplicationId, EndpointId, MessageId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";
import { type HeaderList, toShownHeaders } from "../core/shown-headers.ts";
import { GROUP_SOURCES, planWalk, toWalkPage } from "../core/source-walk.ts";
import type { AttemptQuery } from "../platform/lane-client.ts";
import { findEndpointEverInApp } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { askLanes } from "./lane-answers.ts";
import { readWindow } from "./time-window.ts";

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
	let { messageId, endpointIds } = await findTried(ctx, application.id, idOrEventId);
	if (endpointIdOrUid !== null) {
		// Also one that the message was not for: it may have been sent there on request.
		const endpoint = await findEndpointEverInApp(ctx.db, application.id, endpointIdOrUid);
		endpointIds = endpoint === null ? [] : [endpoint.id];
	}
	return listOfMessage(ctx, endpointIds, { ...query, messageId });
}

/** The same on one endpoint, which must be or have been there. */
export async function listAttemptsByMessageAndEndpoint(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	endpointIdOrUid: string,
	query: AttemptQuery,
): Promise<ListEnvelope<AttemptRecord>> {
	const application = await getApplication(ctx, appIdOrUid);
	const { messageId } = await findTried(ctx, application.id, idOrEventId);
	const endpoint = await findEndpointEverInApp(ctx.db, application.id, endpointIdOrUid);
	if (endpoint === null) throw notFound();
	return listOfMessage(ctx, [endpoint.id], { ...query, messageId });
}

const listOfMessage = (ctx: ServiceContext, endpointIds: EndpointId[], query: AttemptQuery) =>
	readWindow("atmpt", query, (window) => listInLanes(ctx, endpointIds, window));

/** Asks a bounded number of lanes; newest first are the attempts of these. */
async function listInLanes(
	ctx: ServiceContext,
	endpointIds: EndpointId[],
	query: AttemptQuery,
): Promise<ListEnvelope<AttemptRecord>> {
	const plan = planWalk(query.iterator, endpointIds.length);
	// The same order on each page, also when what was skipped has been sent since.
	const lanes = endpointIds.toSorted().map((id) => ({ id }));
	const asked = plan.asked.flatMap((at) => lanes[at] ?? []);
	const answers = await askLanes(ctx, asked, (lane) =>
		lane.listAttempts({ ...query, iterator: plan.iterator }),
	);
	return toWalkPage(plan, answers, query.limit, (attempt) => attempt.id);
}

export async function getAttempt(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	attemptId: string,
): Promise<AttemptRecord> {
	const application = await getApplication(ctx, appIdOrUid);
	const { messageId, endpointIds } = await findTried(ctx, application.id, idOrEventId);
	let silent = 0;
	for (let i = 0; i < endpointIds.length; i += GROUP_SOURCES) {
		const some = endpointIds.slice(i, i + GROUP_SOURCES).map((id) => ({ id }));
		const answers = await askLanes(ctx, some, async (lane) => ({
			found: await lane.findAttempt(attemptId),
		}));
		const attempt = answers.find((answer) => answer?.found?.messageId === messageId)?.found;
		if (attempt != null) return attempt;
		silent += answers.filter((answer) => answer === null).length;
	}
	// It may be there.
	if (silent > 0) throw new Error(`${silent} lanes are silent`);
	throw notFound();
}

export type AttemptHeaders = { sent: HeaderList; answered: HeaderList | null };

/** Headers of an attempt, as people may see them; `answered` is null when there was no HTTP answer. */
export async function getAttemptHeaders(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	attemptId: string,
): Promise<AttemptHeaders> {
	const { endpointId, outcome } = await getAttempt(ctx, appIdOrUid, idOrEventId, attemptId);
	const sent = await ctx.lanes.of(endpointId).sentHeaders(attemptId);
	return {
		sent: sent ?? [],
		answered: outcome.status === 0 ? null : toShownHeaders(outcome.responseHeaders),
	};
}

/** A message, and the endpoints that it may have been sent to. */
async function findTried(
	ctx: ServiceContext,
	applicationId: ApplicationId,
	idOrEventId: string,
): Promise<{ messageId: MessageId; endpointIds: EndpointId[] }> {
	const found = await ctx.stores.of(applicationId).findDestinations(idOrEventId);
	if (found === null) throw notFound();
	// What an endpoint missed while it was disabled is sent when it is recovered.
	return {
		messageId: found.item.messageId,
		endpointIds: [...found.endpointIds, ...found.skippedIds],
	};
}
