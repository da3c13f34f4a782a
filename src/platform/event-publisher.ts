// Turns an operational event into a message of the operational application and has it sent.
import type { Grant } from "../core/delivery.ts";
import type { OperationalEvent } from "../core/operational-event.ts";
import { logError } from "./log.ts";
import type { MessageStores, NewMessage } from "./message-store-client.ts";
import type { Senders } from "./sender-client.ts";

export type PublishTools = { stores: MessageStores; senders: Senders };

/** Endpoints in one hand-over beyond the first few. */
const HAND_OVER_MAX = 50;

/**
 * Publishes an event; when it returns, the message is durable. Publishing again does nothing. An event of
 * an application that is gone is for nobody.
 */
export async function publishEvent(tools: PublishTools, event: OperationalEvent): Promise<void> {
	const store = tools.stores.of(event.applicationId);
	const accepted = await store.accept(toMessage(event));
	if (accepted.kind !== "accepted") return;
	const content = { body: event.payload, contentType: "application/json" };
	const send = (grants: Grant[]) => tools.senders.deliverAll(grants, content);
	try {
		await send(accepted.grants);
		for (let i = 0; i < accepted.later.length; i += HAND_OVER_MAX) {
			const some = accepted.later.slice(i, i + HAND_OVER_MAX);
			await send(await store.handOver(accepted.record.id, some));
		}
	} catch (error) {
		// The MessageStore's alarm and the leases of the lanes make it good.
		logError("event_not_sent", error, { eventId: event.id });
	}
}

function toMessage(event: OperationalEvent): NewMessage {
	return {
		eventType: event.type,
		eventId: event.id,
		channels: null,
		tags: null,
		payload: event.payload,
		body: null,
		contentType: "application/json",
		withContent: true,
		payloadExpiresAt: null,
		onlyEndpointId: null,
		requestKey: null,
		schemaCheck: null,
	};
}
