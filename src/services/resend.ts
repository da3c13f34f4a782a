// Verbs that send one message to one endpoint: one of its own again, or an example.
import { DomainError, notFound } from "../core/errors.ts";
import type { NewMessage } from "../platform/message-store-client.ts";
import type { Endpoint } from "../store/endpoints.ts";
import { findEventType } from "../store/event-types.ts";
import type { ServiceContext } from "./context.ts";
import { getEndpoint } from "./endpoint-access.ts";
import { findSeenEventType } from "./event-types.ts";
import { examplesOf } from "./examples.ts";
import { type CreatedMessage, createMessage } from "./messages.ts";
import { assertEnabled } from "./replays.ts";

/** The event type that needs no example; the client libraries know it by this name. */
const PING_TYPE = "svix.ping";
const PING_PAYLOAD = '{"success":true}';

/** Sends a message once more, also to an endpoint that it never went to. */
export async function resendMessage(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	endpointIdOrUid: string,
): Promise<void> {
	const endpoint = await getEndpoint(ctx, appIdOrUid, endpointIdOrUid);
	const store = ctx.stores.of(endpoint.applicationId);
	const message = await store.findDestinations(idOrEventId);
	if (message === null) throw notFound();
	assertEnabled(endpoint);
	const [content] = await store.contents([message.item.messageId]);
	if (content == null) {
		throw new DomainError("missing_payload", "The message's payload is no longer stored");
	}
	await ctx.lanes.of(endpoint.id).resend(message.item);
}

/** Creates a message with an example of an event type, for this endpoint alone. */
export async function sendExample(
	ctx: ServiceContext,
	target: { app: string; endpoint: string },
	example: { eventType: string; index: number },
	requestKey: NewMessage["requestKey"],
): Promise<CreatedMessage> {
	const endpoint = await getEndpoint(ctx, target.app, target.endpoint);
	const payload = await examplePayload(ctx, endpoint, example);
	assertEnabled(endpoint);
	const application = { name: endpoint.applicationId, known: null, application: null };
	return createMessage(ctx, application, {
		eventType: example.eventType,
		eventId: null,
		channels: null,
		tags: null,
		payload,
		body: null,
		contentType: "application/json",
		withContent: true,
		payloadExpiresAt: null,
		onlyEndpointId: endpoint.id,
		requestKey,
		schemaCheck: null,
	});
}

async function examplePayload(
	ctx: ServiceContext,
	{ eventTypes }: Endpoint,
	{ eventType, index }: { eventType: string; index: number },
): Promise<string> {
	if (eventType === PING_TYPE) return PING_PAYLOAD;
	// What an endpoint is subscribed to is no secret to its owner.
	const found = eventTypes?.includes(eventType)
		? await findEventType(ctx.db, ctx.organisationId, eventType)
		: await findSeenEventType(ctx, eventType);
	if (found === null) throw notFound(`There is no event type '${eventType}'`);
	const example = examplesOf(found.schemas)[index];
	if (typeof example !== "object" || example === null || Array.isArray(example)) {
		throw new DomainError(
			"invalid_scheme",
			`The event type '${eventType}' has no JSON object as example ${index} in its schema's examples`,
		);
	}
	const payload = JSON.stringify(example);
	if (new TextEncoder().encode(payload).length > ctx.config.payloadBytesMax) {
		throw new DomainError("payload_too_large", "The example is larger than a payload may be");
	}
	return payload;
}
