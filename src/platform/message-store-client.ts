// The typed way to an application's MessageStore; the only place that turns an application id into a stub.
import type { DeliveryItem, Grant, MessageContent, MessageRecord } from "../core/delivery.ts";
import type { ApplicationId, EndpointId, MessageId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";
import type { ApplicationRoutes, RouteChange } from "../core/route-changes.ts";
import type { SchemaCheck } from "../core/schema-check.ts";
import type { CancelQuery } from "./lane-client.ts";

export type NewMessage = {
	eventType: string;
	eventId: string | null;
	channels: string[] | null;
	tags: string[] | null;
	/** Exact text of the payload. */
	payload: string;
	/** Exact text to send when it is not the payload itself. */
	body: string | null;
	contentType: string;
	withContent: boolean;
	/** When the payload is forgotten, epoch milliseconds; null for the installation's retention. */
	payloadExpiresAt: number | null;
	/** Sent to this endpoint alone, whatever it asks for; null for all that want it. */
	onlyEndpointId: EndpointId | null;
	/** Digest of the idempotency key and its token; `made` tells a key that a client library made up. */
	requestKey: { digest: string; made: boolean } | null;
	/** Null unless the sender asked for it. */
	schemaCheck: SchemaCheck | null;
};

export type Accepted =
	| { kind: "accepted"; record: MessageRecord; grants: Grant[]; later: EndpointId[] }
	| { kind: "replayed"; record: MessageRecord; withContent: boolean }
	| { kind: "duplicate" }
	| { kind: "no_application" };

/** Routes as a caller read them, and how long ago by its own clock. */
export type RoutesRead = { found: ApplicationRoutes; ageMs: number };

export type MessageQuery = {
	limit: number;
	iterator: string | null;
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
	after: number | null;
	before: number | null;
	withContent: boolean;
};

/** Messages for a bulk task of one endpoint, oldest first. Sequence numbers: from (inclusive), to (exclusive). */
export type ScanQuery = {
	endpointId: EndpointId;
	from: number;
	to: number;
	limit: number;
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
};

/**
 * `wasSent`: it was for the endpoint. `wasSkipped`: it would have been, had the endpoint not been disabled.
 * `isOpen`: it is not known to be safe in the endpoint's lane, which gets it once more if need be.
 */
export type ScannedMessage = {
	item: DeliveryItem;
	wasSent: boolean;
	wasSkipped: boolean;
	isOpen: boolean;
};

/** Messages by sequence number: from (inclusive), to (exclusive), at most `limit` in one call. */
export type MessageSpan = { from: number; to: number; limit: number };

/** `purge` forgets payloads and counts those that there were; the other counts endpoints that messages went to. */
export type Walk = "purge" | "count_destinations";

/** Where a message went, and where it would have gone had the endpoint not been disabled. */
export type Destinations = {
	item: DeliveryItem;
	endpointIds: EndpointId[];
	skippedIds: EndpointId[];
};

/** Calls on one application's MessageStore. Ids given to it must have passed `isId`. */
export type MessageStoreRpc = {
	/**
	 * With `uid`, only while the application has it: a caller's memory of who has it may be out of date.
	 * `brought` spares a query where the store has no routes of its own.
	 */
	accept(message: NewMessage, uid?: string, brought?: RoutesRead): Promise<Accepted>;
	/** Hands a message over to these endpoints' lanes (again); answers what may be sent at once. */
	handOver(messageId: MessageId, endpointIds: EndpointId[]): Promise<Grant[]>;
	/** Sequence numbers of messages that an endpoint's lane has not answered for yet: it may not know them. */
	unanswered(endpointId: EndpointId, query: CancelQuery): Promise<number[]>;
	find(idOrEventId: string, withContent: boolean): Promise<MessageRecord | null>;
	/** A payload as it was written, null when it is gone; null when there is no such message. */
	findPayload(idOrEventId: string): Promise<{ text: string | null } | null>;
	/** Null when there is no such message. */
	findDestinations(idOrEventId: string): Promise<Destinations | null>;
	/** Null for each that is gone. */
	findManyDestinations(messageIds: MessageId[]): Promise<(Destinations | null)[]>;
	/** Null for a message that is gone, or whose payload is. */
	contents(messageIds: MessageId[]): Promise<(MessageContent | null)[]>;
	/** `next` is the `from` of the next call, null at the end. Messages whose payload is gone are left out. */
	scan(query: ScanQuery): Promise<{ messages: ScannedMessage[]; next: number | null }>;
	/** Forgets payloads now; false for each that is no message. */
	expunge(idsOrEventIds: string[]): Promise<boolean[]>;
	list(query: MessageQuery): Promise<ListEnvelope<MessageRecord>>;
	/**
	 * Messages by sequence number; null for each that is gone. With content, the answer ends where it would be
	 * too large: it may be shorter than what was asked for, and has one at least.
	 */
	findMany(seqs: number[], withContent: boolean): Promise<(MessageRecord | null)[]>;
	/** Does some work on the messages of a span; `next` is the `from` of the next call, null at the end. */
	walk(work: Walk, span: MessageSpan): Promise<{ count: number; next: number | null }>;
	/** Takes a request of `toTailRequest`; answers with a WebSocket, or as text why there is none. */
	fetch(request: Request): Promise<Response>;
	/** Closes the sockets of tokens that have ended. */
	checkTails(): Promise<void>;
	/** Drops the cached routes, because an endpoint or the application changed; it may not be known how. */
	invalidate(change?: RouteChange): Promise<void>;
};

export type MessageStores = { of(applicationId: ApplicationId): MessageStoreRpc };

type Namespace = { getByName(name: string): unknown };

export function createMessageStores(namespace: Namespace): MessageStores {
	return {
		// safe because MessageStore implements MessageStoreRpc and all of it can be cloned
		of: (applicationId) => namespace.getByName(applicationId) as MessageStoreRpc,
	};
}
