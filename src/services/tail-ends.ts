// The end of watching, when the token that somebody watches with has ended.
import type { ApplicationId } from "../core/ids.ts";
import { logError } from "../platform/log.ts";
import type { ServiceContext } from "./context.ts";

/** After tokens of an application may have ended: whoever watches with one is shown out. Never throws. */
export async function endTails(
	ctx: Pick<ServiceContext, "stores">,
	applicationId: ApplicationId,
): Promise<void> {
	try {
		await ctx.stores.of(applicationId).checkTails();
	} catch (error) {
		// It is noticed with one of the next messages, and none is shown after the token's own end.
		logError("tails_not_ended", error, { applicationId });
	}
}
