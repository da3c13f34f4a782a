// Tells endpoints' lanes of a change that is written.
import { within } from "../core/deadline.ts";
import type { Route } from "../core/delivery.ts";
import type { EndpointId } from "../core/ids.ts";
import { mapSome } from "../core/map-some.ts";
import { systemTimer } from "../platform/clock.ts";
import { logError } from "../platform/log.ts";
import type { ServiceContext } from "./context.ts";

/** Each is an object of its own: the wait for one is no work for the others. */
const LANES_AT_ONCE = 250;
/** One that takes longer keeps nobody waiting. */
const ANSWER_MS_MAX = 5_000;

type News = { endpointId: EndpointId; route?: Route };

/** A lane that does not answer fails nobody: it reads its route again after half a minute, or when it wakes. */
export function invalidateLanes(
	ctx: ServiceContext,
	endpointIds: readonly EndpointId[],
): Promise<void> {
	return tell(
		ctx,
		endpointIds.map((endpointId) => ({ endpointId })),
	);
}

/** The same with what they are to know, so that the database is not asked by each of them. */
export function changeLanes(ctx: ServiceContext, routes: readonly Route[]): Promise<void> {
	return tell(
		ctx,
		routes.map((route) => ({ endpointId: route.endpointId, route })),
	);
}

async function tell({ lanes }: ServiceContext, news: readonly News[]): Promise<void> {
	const failures: { endpointId: EndpointId; error: unknown }[] = [];
	await mapSome(news, LANES_AT_ONCE, async ({ endpointId, route }) => {
		try {
			const told = lanes.of(endpointId).invalidate(route);
			await within(told, ANSWER_MS_MAX, "a lane's answer", systemTimer);
		} catch (error) {
			failures.push({ endpointId, error });
		}
	});
	const [first] = failures;
	if (first === undefined) return;
	// One line for all: what is wrong with many lanes is most often the same.
	const { endpointId, error } = first;
	logError("invalidate_failed", error, { endpointId, lanes: failures.length });
}
