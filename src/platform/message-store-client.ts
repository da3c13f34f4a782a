// The typed way to an application's MessageStore; the only place that turns an application id into a stub.
import type { Grant, MessageContent, MessageRecord } from "../core/delivery.ts";
import type { ApplicationId, EndpointId, MessageId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";

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
	/** Digest of the idempotency key and its token; `made` tells a key that a client library made up. */
	requestKey: { digest: string; made: boolean } | null;
};

export type Accepted =
	| { kind: "accepted"; record: MessageRecord; grants: Grant[]; later: EndpointId[] }
	| { kind: "replayed"; record: MessageRecord; withContent: boolean }
	| { kind: "duplicate" }
	| { kind: "no_application" };

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

/** Calls on one application's MessageStore. Ids given to it must have passed `isId`. */
export type MessageStoreRpc = {
	/** With `uid`, only while the application has it: a caller's memory of who has it may be out of date. */
	accept(message: NewMessage, uid?: string): Promise<Accepted>;
	/** Hands a message over to these endpoints' lanes (again); answers what may be sent at once. */
	handOver(messageId: MessageId, endpointIds: EndpointId[]): Promise<Grant[]>;
	find(idOrEventId: string, withContent: boolean): Promise<MessageRecord | null>;
	/** Endpoints that a message went to; null when there is no such message. */
	findEndpoints(idOrEventId: string): Promise<{ id: MessageId; endpointIds: EndpointId[] } | null>;
	contents(messageIds: MessageId[]): Promise<(MessageContent | null)[]>;
	list(query: MessageQuery): Promise<ListEnvelope<MessageRecord>>;
	/** Drops the cached routes, because an endpoint or the application changed. */
	invalidate(): Promise<void>;
};

export type MessageStores = { of(applicationId: ApplicationId): MessageStoreRpc };

type Namespace = { getByName(name: string): unknown };

export function createMessageStores(namespace: Namespace): MessageStores {
	return {
		// safe because MessageStore implements MessageStoreRpc and all of it can be cloned
		of: (applicationId) => namespace.getByName(applicationId) as MessageStoreRpc,
	};
}
