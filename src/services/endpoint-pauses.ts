// Verbs that hold up what an endpoint gets, and let it go on.
import type { LaneOverview } from "../platform/lane-client.ts";
import { untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint, type Owner } from "./endpoint-access.ts";
import { type SavedEndpoint, saveChanges } from "./endpoints.ts";

/** While an endpoint is paused its messages wait. Does nothing when it is paused. */
export async function pauseEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
): Promise<SavedEndpoint> {
	return untilWritten(async () => {
		const found = await getEndpoint(ctx, owner, idOrUid);
		return found.paused
			? { endpoint: found, isNew: false }
			: saveChanges(ctx, found, { paused: true });
	});
}

/** Ends the pause, and what the endpoint asked for itself. Does nothing when there is neither. */
export async function resumeEndpoint(
	ctx: ServiceContext,
	owner: Owner,
	idOrUid: string,
): Promise<SavedEndpoint> {
	return untilWritten(async () => {
		const found = await getEndpoint(ctx, owner, idOrUid);
		const lane = ctx.lanes.of(found.id);
		if (!found.paused && !isHeldByItself(await lane.overview())) {
			return { endpoint: found, isNew: false };
		}
		// Its new version tells senders, too, that what it answered before no longer counts.
		const saved = await saveChanges(ctx, found, { paused: false });
		await lane.resume();
		return saved;
	});
}

const isHeldByItself = ({ pausedUntil, currentRate, throttleRate }: LaneOverview): boolean =>
	pausedUntil !== null || currentRate !== throttleRate;
