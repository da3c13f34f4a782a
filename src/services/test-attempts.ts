// What a test of an endpoint sends, which is no message: nothing of it is stored.
import type { MessageContent, Route } from "../core/delivery.ts";
import { DomainError, notFound, TooManyRequests } from "../core/errors.ts";
import { type EndpointId, ID_RANDOM_BYTES, type MessageId, newId } from "../core/ids.ts";
import { findRoute } from "../store/routes.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint } from "./endpoint-access.ts";

/** Also for an endpoint that is disabled or paused: whether it works again is asked before it is switched on. */
export async function prepareTestAttempt(
	ctx: ServiceContext,
	target: { app: string; endpoint: string },
	payload: string,
): Promise<{ messageId: MessageId; route: Route; content: MessageContent }> {
	const endpoint = await getEndpoint(ctx, target.app, target.endpoint);
	const bytes = new TextEncoder().encode(payload).length;
	if (bytes > ctx.config.payloadBytesMax) {
		const detail = `The payload has ${bytes} bytes; at most ${ctx.config.payloadBytesMax} can be sent`;
		throw new DomainError("payload_too_large", detail);
	}
	const route = await findRoute(ctx.db, endpoint.id);
	// It was deleted since it was found.
	if (route === null) throw notFound();
	return {
		messageId: newId("msg", ctx.now, ctx.randomBytes(ID_RANDOM_BYTES)),
		route,
		content: { body: payload, contentType: "application/json" },
	};
}

/** Tests go past the endpoint's throttle, so there is one in a second at most. */
export async function takeTest(ctx: ServiceContext, endpointId: EndpointId): Promise<void> {
	if (await ctx.lanes.of(endpointId).takeTest()) return;
	throw new TooManyRequests("An endpoint can be tested once a second; try again in a second", 1);
}
