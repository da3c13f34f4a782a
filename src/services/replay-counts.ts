// How many messages a replay would send, told before somebody begins it.
import { notFound } from "../core/errors.ts";
import type { ReplayKind } from "../core/task.ts";
import type { ReplayCount } from "../platform/lane-client.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint } from "./endpoint-access.ts";
import { type ReplayInput, toFilter } from "./replays.ts";

/** Also for a disabled endpoint: it is what enabling it would make possible. */
export async function countReplay(
	ctx: ServiceContext,
	kind: ReplayKind,
	target: { app: string; endpoint: string },
	input: ReplayInput,
): Promise<ReplayCount> {
	const endpoint = await getEndpoint(ctx, target.app, target.endpoint);
	const filter = toFilter(ctx.now, kind, input);
	const count = await ctx.lanes.of(endpoint.id).countReplay({ kind, filter });
	// It was deleted since it was found.
	if (count === null) throw notFound();
	return count;
}
