// The words that the application's MessageStore, the endpoints' lanes and the senders share.
import type { ApplicationId, AttemptId, EndpointId, MessageId } from "./ids.ts";
import type { AttemptTrigger, Outcome, StatusText } from "./outcome.ts";

/** An endpoint as delivery sees it. `secrets` and `headers` are sealed; null filters mean all. */
export type Route = {
	endpointId: EndpointId;
	applicationId: ApplicationId;
	url: string;
	disabled: boolean;
	eventTypes: string[] | null;
	channels: string[] | null;
	secrets: string;
	headers: string | null;
};

/** A signing secret, as it is sealed. `expiresAt` is null for the current one. */
export type StoredSecret = { secret: string; expiresAt: number | null };

/** What a lane needs to know of a message; the payload stays in the MessageStore. */
export type DeliveryItem = {
	messageId: MessageId;
	eventType: string;
	channels: string[] | null;
	tags: string[] | null;
};

/** One attempt to be made now. `number` counts the attempts of this message on this endpoint from 1. */
export type DeliveryTask = DeliveryItem & { number: number; trigger: AttemptTrigger };

/** Leave to send at once, given by a lane. */
export type Grant = { route: Route; task: DeliveryTask };

/** What is sent: the exact text and its type. */
export type MessageContent = { body: string; contentType: string };

/** What came of a task. */
export type AttemptReport = { task: DeliveryTask; url: string; outcome: Outcome };

/** An attempt as it is kept. `nextAt` is when the next one was due, null when none followed. */
export type AttemptRecord = {
	id: AttemptId;
	messageId: MessageId;
	endpointId: EndpointId;
	eventType: string;
	number: number;
	trigger: AttemptTrigger;
	status: StatusText;
	url: string;
	nextAt: number | null;
	outcome: Outcome;
};

/** A message as it is kept; `payload` is null when it was not asked for. */
export type MessageRecord = {
	id: MessageId;
	eventType: string;
	eventId: string | null;
	channels: string[] | null;
	tags: string[] | null;
	createdAt: number;
	payload: string | null;
};
