// Tells endpoints' lanes of a change that is written.
import type { EndpointId } from "../core/ids.ts";
import { logError } from "../platform/log.ts";
import type { ServiceContext } from "./context.ts";

const LANES_AT_ONCE = 25;

/** A lane that does not answer fails nobody: it reads its route again after half a minute. */
export async function invalidateLanes(
	ctx: ServiceContext,
	endpointIds: readonly EndpointId[],
): Promise<void> {
	for (let i = 0; i < endpointIds.length; i += LANES_AT_ONCE) {
		const some = endpointIds.slice(i, i + LANES_AT_ONCE);
		await Promise.all(some.map((id) => invalidateLane(ctx, id)));
	}
}

async function invalidateLane(ctx: ServiceContext, id: EndpointId): Promise<void> {
	try {
		await ctx.lanes.of(id).invalidate();
	} catch (error) {
		logError("invalidate_failed", error, { endpointId: id });
	}
}
