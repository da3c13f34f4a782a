// How a message stands at each endpoint of its application, and why.
import { within } from "../core/deadline.ts";
import { notFound } from "../core/errors.ts";
import { seqOf, seqTime } from "../core/ids.ts";
import { type ListEnvelope, planPage, toEnvelope } from "../core/page.ts";
import {
	type Explained,
	explainStanding,
	NO_STANDING,
	type Standing,
	type Surroundings,
} from "../core/standing.ts";
import { systemTimer } from "../platform/clock.ts";
import { logWarning } from "../platform/log.ts";
import type { Destinations } from "../platform/message-store-client.ts";
import { listDestinations as listRows } from "../store/destinations.ts";
import type { Endpoint } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";

const LANES_AT_ONCE = 25;
const ANSWER_MS_MAX = 5_000;

export type Destination = { endpoint: Endpoint; standing: Explained };

/** Endpoints by id, oldest first, with how the message stands there. */
export async function listDestinations(
	ctx: ServiceContext,
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
	const told = await mapSome(list.data, LANES_AT_ONCE, (endpoint) => ask(ctx, endpoint, message));
	const decide = decisionsOf(message);
	const data = list.data.map((endpoint, i) => ({
		endpoint,
		standing: explainStanding(told[i] ?? null, {
			decision: decide(endpoint),
			message: { ...message.item, acceptedAt: seqTime(seqOf(message.item.messageId)) },
			endpoint,
			throttleRate: endpoint.throttleRate ?? application.throttleRate,
			attemptsMax: ctx.config.retryScheduleSeconds.length + 1,
			now: ctx.now,
		}),
	}));
	return { ...list, data };
}

/** What a lane tells; null when it does not in time, so that one of them cannot hold up the page. */
async function ask(
	ctx: ServiceContext,
	{ id }: Endpoint,
	{ item }: Destinations,
): Promise<Standing | null> {
	try {
		const asked = ctx.lanes.of(id).standings([item.messageId]);
		const [told] = await within(asked, ANSWER_MS_MAX, "a lane's standing", systemTimer);
		return told ?? NO_STANDING;
	} catch (error) {
		logWarning("standing_unknown", { endpointId: id, error: String(error) });
		return null;
	}
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

/** Maps with up to `atOnce` under way: a slow one keeps only its own place. */
async function mapSome<T, R>(
	items: readonly T[],
	atOnce: number,
	map: (item: T) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	const rest = items.entries();
	const work = async () => {
		for (const [i, item] of rest) results[i] = await map(item);
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return results;
}
