// How messages stand over all of their endpoints together, for lists of messages: each lane is asked once.
import type { EndpointId, MessageId } from "../core/ids.ts";
import { mapSome } from "../core/map-some.ts";
import type { DestinationState, Standing } from "../core/standing.ts";
import type { Destinations } from "../platform/message-store-client.ts";
import type { OperatorSwitch } from "../platform/operator-switch-client.ts";
import { findEndpointsEver } from "../store/destinations.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { askStandings, explainer, LANES_AT_ONCE } from "./standings.ts";

/** More endpoints than a page of messages usually has; how others stand is not known then. */
const LANES_MAX = 100;

export type MessageStanding = {
	id: MessageId;
	/** How many endpoints it was for, also those that were disabled. */
	endpoints: number;
	states: Partial<Record<DestinationState, number>>;
	/** The next attempt at any of them, epoch milliseconds. */
	nextAt: number | null;
};

/** Messages that are gone are left out. */
export async function summariseStandings(
	ctx: ServiceContext,
	operatorSwitch: Pick<OperatorSwitch, "isPaused">,
	appIdOrUid: string,
	messageIds: MessageId[],
): Promise<MessageStanding[]> {
	const application = await getApplication(ctx, appIdOrUid);
	const found = await ctx.stores.of(application.id).findManyDestinations(messageIds);
	const messages = found.filter((message) => message !== null);
	const asked = [...groupByEndpoint(messages)].slice(0, LANES_MAX);
	const askedIds = asked.map(([id]) => id);
	const rows = await findEndpointsEver(ctx.db, application.id, askedIds);
	const endpoints = new Map(rows.map((row) => [row.id, row]));
	const [isPaused, told] = await Promise.all([
		operatorSwitch.isPaused(ctx.now),
		mapSome(asked, LANES_AT_ONCE, async ([id, ids]) => {
			const endpoint = endpoints.get(id);
			return endpoint === undefined ? null : askStandings(ctx, application, endpoint, ids);
		}),
	]);
	const standings = new Map(
		asked.flatMap(([endpointId, ids], i) =>
			ids.map((id, j): [string, Standing | null] => [`${id} ${endpointId}`, told[i]?.[j] ?? null]),
		),
	);
	return messages.map((message) => {
		const explain = explainer(ctx, application, message, isPaused);
		const id = message.item.messageId;
		const all = endpointsOf(message).map((endpointId) => {
			const endpoint = endpoints.get(endpointId);
			return endpoint && explain(endpoint, standings.get(`${id} ${endpointId}`) ?? null);
		});
		const times = all.map((one) => one?.nextAt ?? null).filter((at) => at !== null);
		const nextAt = times.length === 0 ? null : Math.min(...times);
		return { id, endpoints: all.length, states: count(all.map((one) => one?.state)), nextAt };
	});
}

const endpointsOf = ({ endpointIds, skippedIds }: Destinations) => [...endpointIds, ...skippedIds];

function groupByEndpoint(messages: readonly Destinations[]): Map<EndpointId, MessageId[]> {
	const groups = new Map<EndpointId, MessageId[]>();
	for (const message of messages) {
		for (const id of endpointsOf(message)) {
			const group = groups.get(id) ?? [];
			groups.set(id, group);
			group.push(message.item.messageId);
		}
	}
	return groups;
}

function count(states: readonly (DestinationState | undefined)[]): MessageStanding["states"] {
	const counts: MessageStanding["states"] = {};
	for (const state of states) counts[state ?? "unknown"] = (counts[state ?? "unknown"] ?? 0) + 1;
	return counts;
}
