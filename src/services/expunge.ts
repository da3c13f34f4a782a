// Forgetting what was sent or answered, on request.
import { notFound } from "../core/errors.ts";
import { getApplication } from "./applications.ts";
import { getAttempt } from "./attempts.ts";
import type { ServiceContext } from "./context.ts";

export type ExpungeStatus = "expunged" | "not-found";

export async function expungeMessage(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
): Promise<void> {
	const application = await getApplication(ctx, appIdOrUid);
	const [isFound] = await ctx.stores.of(application.id).expunge([idOrEventId]);
	if (isFound !== true) throw notFound();
}

/** What became of each, by the name that was given. */
export async function expungeMessages(
	ctx: ServiceContext,
	appIdOrUid: string,
	idsOrEventIds: string[],
): Promise<Record<string, ExpungeStatus>> {
	const application = await getApplication(ctx, appIdOrUid);
	if (idsOrEventIds.length === 0) return {};
	const found = await ctx.stores.of(application.id).expunge(idsOrEventIds);
	return Object.fromEntries(
		idsOrEventIds.map((id, i) => [id, found[i] === true ? "expunged" : "not-found"]),
	);
}

export async function expungeAttempt(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	attemptId: string,
): Promise<void> {
	const { messageId, endpointId } = await getAttempt(ctx, appIdOrUid, idOrEventId, attemptId);
	const isFound = await ctx.lanes.of(endpointId).expungeAttempt(messageId, attemptId);
	if (!isFound) throw notFound();
}
