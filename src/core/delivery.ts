// The words that the application's MessageStore, the endpoints' lanes and the senders share.
import type { ApplicationId, AttemptId, EndpointId, MessageId } from "./ids.ts";
import type { AttemptTrigger, Outcome, StatusText } from "./outcome.ts";
import type { SchemaCheck } from "./schema-check.ts";
import type { HeaderList } from "./shown-headers.ts";

/** An endpoint as delivery sees it. `secrets` and `headers` are sealed; null filters mean all. */
export type Route = {
	endpointId: EndpointId;
	endpointUid: string | null;
	applicationId: ApplicationId;
	applicationUid: string | null;
	/** Grows with each change of the endpoint or its application. */
	version: number;
	url: string;
	disabled: boolean;
	/** Messages wait, and nothing is tried. */
	paused: boolean;
	/** Strictly one after the other, in the order of acceptance. */
	ordered: boolean;
	/** Messages per second, the endpoint's or else its application's; null for no limit. */
	throttleRate: number | null;
	/** Attempts under way at the same time; null for the default. */
	maxInFlight: number | null;
	/** Where events about the endpoint go; null when nobody asked for them, or when they come from there. */
	operationalApplicationId: ApplicationId | null;
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

/**
 * Leave to send, given by a lane: at `startAt` (epoch milliseconds), or at once when that is past.
 * `spacingMs` is the least time between two starts; 0 for no limit.
 */
export type Grant = { route: Route; task: DeliveryTask; startAt: number; spacingMs: number };

/** When a new message may be sent by whoever offers it. */
export type Leave = Pick<Grant, "startAt" | "spacingMs">;

/** What is sent: the exact text and its type. */
export type MessageContent = { body: string; contentType: string };

/** What came of a task. `startAt` is that of its grant, which tells it from a later grant of the same task. */
export type AttemptReport = {
	task: DeliveryTask;
	startAt: number;
	url: string;
	outcome: Outcome;
	/** As people may see them; without them nothing was sent. */
	sentHeaders?: HeaderList;
};

/**
 * Leave that is given back: the attempt did not begin, because the endpoint (as of `version`) had just asked to be
 * left alone until `until` (epoch milliseconds).
 */
export type GivenBack = Pick<Grant, "task" | "startAt"> & { version: number; until: number };

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
	/** Null when nobody asked whether the payload fits. */
	schemaCheck: SchemaCheck | null;
};
