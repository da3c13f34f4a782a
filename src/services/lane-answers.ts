// Asks the lanes of many endpoints at the same time; one that does not answer cannot hold up the others.
import { within } from "../core/deadline.ts";
import type { EndpointId } from "../core/ids.ts";
import { mapSome } from "../core/map-some.ts";
import { systemTimer } from "../platform/clock.ts";
import type { LaneRpc } from "../platform/lane-client.ts";
import { logWarning } from "../platform/log.ts";
import type { ServiceContext } from "./context.ts";

/** Should none answer, those of a page are still given up in a few seconds. */
const LANES_AT_ONCE = 50;
const ANSWER_MS_MAX = 2_000;

/** What each lane answers, in order; null for one that does not in time. */
export function askLanes<T>(
	ctx: Pick<ServiceContext, "lanes">,
	endpoints: readonly { id: EndpointId }[],
	ask: (lane: LaneRpc, id: EndpointId) => Promise<T>,
): Promise<(T | null)[]> {
	return mapSome(endpoints, LANES_AT_ONCE, async ({ id }) => {
		try {
			return await within(ask(ctx.lanes.of(id), id), ANSWER_MS_MAX, "a lane's answer", systemTimer);
		} catch (error) {
			logWarning("lane_silent", { endpointId: id, error: String(error) });
			return null;
		}
	});
}
