// How a message stands at each endpoint of its application, and why.
import { within } from "../core/deadline.ts";
import { notFound } from "../core/errors.ts";
import { type MessageId, seqOf, seqTime } from "../core/ids.ts";
import { mapSome } from "../core/map-some.ts";
import { type ListEnvelope, planPage, toEnvelope } from "../core/page.ts";
import {
	type Explained,
	explainStanding,
	type Standing,
	type Surroundings,
} from "../core/standing.ts";
import { systemTimer } from "../platform/clock.ts";
import { logWarning } from "../platform/log.ts";
import type { Destinations } from "../platform/message-store-client.ts";
import type { OperatorSwitch } from "../platform/operator-switch-client.ts";
import type { Application } from "../store/applications.ts";
import { listDestinations as listRows } from "../store/destinations.ts";
import type { Endpoint } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";

export const LANES_AT_ONCE = 25;
const ANSWER_MS_MAX = 5_000;

export type Destination = { endpoint: Endpoint; standing: Explained };

/** Endpoints by id, oldest first, with how the message stands there. */
export async function listDestinations(
	ctx: ServiceContext,
	operatorSwitch: Pick<OperatorSwitch, "isPaused">,
	appIdOrUid: string,
	idOrEventId: string,
	page: { limit: number; iterator: string | null },
): Promise<ListEnvelope<Destination>> {
	const application = await getApplication(ctx, appIdOrUid);
	const message = await ctx.stores.of(application.id).findDestinations(idOrEventId);
	if (message === null) throw notFound();
	const plan = planPage(page.limit, page.iterator, "ascending");
	const everIds = [...message.endpointIds, ...message.skippedIds];
	const rows = await listRows(ctx.db, application.id, everIds, plan);
	const list = toEnvelope(
		plan,
		rows,
		(row) => row.id,
		(row) => row,
	);
	const [isPaused, told] = await Promise.all([
		operatorSwitch.isPaused(ctx.now),
		mapSome(list.data, LANES_AT_ONCE, (endpoint) =>
			askStandings(ctx, application, endpoint, [message.item.messageId]),
		),
	]);
	const explain = explainer(ctx, application, message, isPaused);
	const data = list.data.map((endpoint, i) => ({
		endpoint,
		standing: explain(endpoint, told[i]?.[0] ?? null),
	}));
	return { ...list, data };
}

/** What a lane tells of some messages; null when it does not in time, so that one cannot hold up the others. */
export async function askStandings(
	ctx: ServiceContext,
	application: Application,
	endpoint: Endpoint,
	messageIds: MessageId[],
): Promise<Standing[] | null> {
	const { id: endpointId, ordered } = endpoint;
	const throttleRate = throttleRateOf(endpoint, application);
	try {
		const asked = ctx.lanes.of(endpointId).standings(messageIds, { ordered, throttleRate });
		return await within(asked, ANSWER_MS_MAX, "a lane's standings", systemTimer);
	} catch (error) {
		logWarning("standing_unknown", { endpointId, error: String(error) });
		return null;
	}
}

const throttleRateOf = (endpoint: Endpoint, application: Application): number | null =>
	endpoint.throttleRate ?? application.throttleRate;

/** Explains how one message stands, from what a lane told. */
export function explainer(
	ctx: ServiceContext,
	application: Application,
	message: Destinations,
	isPausedByOperator: boolean,
): (endpoint: Endpoint, told: Standing | null) => Explained {
	const decide = decisionsOf(message);
	return (endpoint, told) =>
		explainStanding(told, {
			decision: decide(endpoint),
			message: { ...message.item, acceptedAt: seqTime(seqOf(message.item.messageId)) },
			endpoint,
			isPausedByOperator,
			throttleRate: throttleRateOf(endpoint, application),
			attemptsMax: ctx.config.retryScheduleSeconds.length + 1,
			now: ctx.now,
		});
}

/** An endpoint that was skipped or filtered may have got the message since: that is the lane's to tell. */
function decisionsOf(message: Destinations): (endpoint: Endpoint) => Surroundings["decision"] {
	const sent = new Set(message.endpointIds);
	const skipped = new Set(message.skippedIds);
	return ({ id }) => {
		if (sent.has(id)) return "sent";
		return skipped.has(id) ? "skipped" : "filtered";
	};
}
