// Verbs on messages. A message belongs to its application's MessageStore; nothing of it is in D1.
import type { Grant, MessageContent, MessageRecord } from "../core/delivery.ts";
import { conflict, notFound } from "../core/errors.ts";
import { type ApplicationId, type EndpointId, isId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";
import type {
	Accepted,
	MessageQuery,
	MessageStoreRpc,
	NewMessage,
	RoutesRead,
} from "../platform/message-store-client.ts";
import { findApplication } from "../store/applications.ts";
import {
	type ApplicationInput,
	assertInputFor,
	createApplication,
	getApplication,
} from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { readWindow } from "./time-window.ts";

export type CreatedMessage = {
	applicationId: ApplicationId;
	record: MessageRecord;
	withContent: boolean;
	content: MessageContent;
	/** To be sent at once by whoever called. */
	grants: Grant[];
	/** Endpoints that the queue hands the message over to. */
	later: EndpointId[];
};

/** Whom a name stands for, and the routes where they were read with it. */
export type KnownApplication = { id: ApplicationId; brought?: RoutesRead };

/**
 * Accepts a message. When it returns, the message is durable.
 * @param target.known what the caller remembers of the name, which may be out of date
 * @param target.application created when there is none of that name
 */
export async function createMessage(
	ctx: ServiceContext,
	target: { name: string; known: KnownApplication | null; application: ApplicationInput | null },
	message: NewMessage,
): Promise<CreatedMessage> {
	const { name, known } = target;
	if (known !== null) {
		const uid = isId("app", name) ? undefined : name;
		const accepted = await ctx.stores.of(known.id).accept(message, uid, known.brought);
		if (accepted.kind !== "no_application") return toCreated(known.id, message, accepted);
	}
	const found = await findApplication(ctx.db, ctx.organisationId, name);
	const id = found?.id ?? (await createApplicationOfMessage(ctx, name, target.application));
	return toCreated(id, message, await ctx.stores.of(id).accept(message));
}

function toCreated(
	applicationId: ApplicationId,
	message: NewMessage,
	accepted: Accepted,
): CreatedMessage {
	const content = { body: message.body ?? message.payload, contentType: message.contentType };
	switch (accepted.kind) {
		case "no_application":
			throw notFound("Application not found");
		case "duplicate":
			throw conflict(`A message with the eventId '${message.eventId}' already exists`);
		case "replayed":
			return { ...accepted, applicationId, content, grants: [], later: [] };
		case "accepted":
			return { ...accepted, applicationId, content, withContent: message.withContent };
	}
}

/** The application that a message creates on its way, when the path names one that does not exist yet. */
async function createApplicationOfMessage(
	ctx: ServiceContext,
	uidInPath: string,
	input: ApplicationInput | null,
): Promise<ApplicationId> {
	assertInputFor(uidInPath, input);
	return (await createApplication(ctx, input, true)).application.id;
}

export async function getMessage(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	withContent: boolean,
): Promise<MessageRecord> {
	const application = await getApplication(ctx, appIdOrUid);
	const record = await ctx.stores.of(application.id).find(idOrEventId, withContent);
	if (record === null) throw notFound();
	return record;
}

/** The payload byte for byte as its sender wrote it, or what endpoints get in its place. */
export async function getPayload(
	ctx: ServiceContext,
	appIdOrUid: string,
	idOrEventId: string,
	isAsSent: boolean,
): Promise<string> {
	const application = await getApplication(ctx, appIdOrUid);
	const store = ctx.stores.of(application.id);
	const text = isAsSent
		? await findBody(store, idOrEventId)
		: (await store.findPayload(idOrEventId))?.text;
	if (text === undefined) throw notFound();
	if (text === null) throw notFound("The message's payload is no longer stored");
	return text;
}

/** Undefined when there is no such message, null when its payload is gone. */
async function findBody(
	store: MessageStoreRpc,
	idOrEventId: string,
): Promise<string | null | undefined> {
	const found = await store.findDestinations(idOrEventId);
	if (found === null) return undefined;
	const [content] = await store.contents([found.item.messageId]);
	return content?.body ?? null;
}

export async function listMessages(
	ctx: ServiceContext,
	appIdOrUid: string,
	query: MessageQuery,
): Promise<ListEnvelope<MessageRecord>> {
	const application = await getApplication(ctx, appIdOrUid);
	const store = ctx.stores.of(application.id);
	return readWindow("msg", query, (window) => store.list(window));
}
