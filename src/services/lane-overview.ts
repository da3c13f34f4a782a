// Verbs on an endpoint's lane: how it stands, what it counted, and cancelling what waits in it.
import { DomainError, notFound } from "../core/errors.ts";
import type { AttemptCount, CancelQuery, LaneOverview } from "../platform/lane-client.ts";
import type { Endpoint } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint } from "./endpoint-access.ts";

const DAY_MS = 24 * 3_600_000;
const SPAN_MS = 28 * DAY_MS;
/** For clients that count the days back by their own clock. */
const SPAN_SLACK_MS = 5 * 60_000;

export type LaneView = {
	endpoint: Endpoint;
	overview: LaneOverview;
	counts: { minutes: AttemptCount[]; hours: AttemptCount[] };
};

export async function getLane(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
): Promise<LaneView> {
	const endpoint = await getEndpoint(ctx, appIdOrUid, idOrUid);
	const lane = ctx.lanes.of(endpoint.id);
	const [overview, counts] = await Promise.all([lane.overview(), lane.counts()]);
	return { endpoint, overview, counts };
}

/** Times are epoch milliseconds; null for until now, and for 28 days before the end. */
export async function getStats(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
	asked: { since: number | null; until: number | null },
) {
	const endpoint = await getEndpoint(ctx, appIdOrUid, idOrUid);
	const until = asked.until ?? ctx.now;
	const since = asked.since ?? until - SPAN_MS;
	if (until > ctx.now) throw invalidRange("until must not be in the future");
	if (since > ctx.now) throw invalidRange("since must not be in the future");
	if (since > until) throw invalidRange("since must not be after until");
	if (until - since > SPAN_MS + SPAN_SLACK_MS) {
		throw invalidRange("since and until must be at most 28 days apart");
	}
	return ctx.lanes.of(endpoint.id).stats({ since, until });
}

const invalidRange = (detail: string) => new DomainError("invalid_range", detail);

/** Cancels what waits and was accepted before a time (epoch milliseconds; null for now); answers how many. */
export async function cancelWaiting(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrUid: string,
	before: number | null,
): Promise<number> {
	const endpoint = await getEndpoint(ctx, appIdOrUid, idOrUid);
	return cancel(ctx, endpoint, { before: before ?? ctx.now });
}

/** Cancels one message at one endpoint; answers 0 when it does not wait there. */
export async function cancelMessage(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	endpointIdOrUid: string,
): Promise<number> {
	const application = await getApplication(ctx, appIdOrUid);
	const message = await ctx.stores.of(application.id).findDestinations(idOrEventId);
	if (message === null) throw notFound();
	const endpoint = await getEndpoint(ctx, application.id, endpointIdOrUid);
	return cancel(ctx, endpoint, { messageId: message.item.messageId });
}

/** Also what was accepted and has not yet reached the lane. */
async function cancel(
	ctx: ServiceContext,
	{ id, applicationId }: Pick<Endpoint, "id" | "applicationId">,
	query: CancelQuery,
): Promise<number> {
	const unanswered = await ctx.stores.of(applicationId).unanswered(id, query);
	return ctx.lanes.of(id).cancel(query, unanswered);
}
