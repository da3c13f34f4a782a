// Watching an application's new messages.
import { DomainError } from "../core/errors.ts";
import type { TailFilter } from "../core/tail.ts";
import { toTailRequest } from "../platform/tail-request.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";

/**
 * Answers with the socket of somebody who watches.
 * @param caller the digest of the token, whether a WebSocket was asked for, and whether our protocol was named
 */
export async function openTail(
	ctx: ServiceContext,
	appIdOrUid: string,
	filter: TailFilter,
	caller: { hash: string; isUpgrade: boolean; hasProtocol: boolean },
): Promise<Response> {
	const { id } = await getApplication(ctx, appIdOrUid);
	if (!caller.isUpgrade) {
		const detail = "This path is a WebSocket: connect to it with 'Upgrade: websocket'";
		throw new DomainError("upgrade_required", detail);
	}
	const request = toTailRequest({ hash: caller.hash, filter }, caller.hasProtocol);
	const response = await ctx.stores.of(id).fetch(request);
	if (response.webSocket === null) {
		throw new DomainError("too_many_requests", await response.text());
	}
	return response;
}
