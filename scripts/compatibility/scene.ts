// What the calls are about: an application whose endpoint received a message, and more where a call needs it.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type MessageAttemptOut, Svix } from "svix";

export type Scene = {
	serverUrl: string;
	apiKey: string;
	/** Answers every delivery with a success. */
	receiverUrl: string;
	/** The current client library, to prepare and to look at effects. */
	svix: Svix;
	appId: string;
	endpointId: string;
	messageId: string;
	attemptId: string;
	/** The event type of the message; its schema has an example. */
	eventType: string;
};

/** @param receiverUrl where endpoints may point */
export async function newScene(
	serverUrl: string,
	apiKey: string,
	receiverUrl: string,
): Promise<Scene> {
	const svix = new Svix(apiKey, { serverUrl });
	const eventType = newName();
	const schemas = { "1": { type: "object", examples: [{ n: 1 }] } };
	await svix.eventType.create({ name: eventType, description: "Something happened", schemas });
	const { id: appId } = await svix.application.create({ name: "Compatibility" });
	const { id: endpointId } = await svix.endpoint.create(appId, { url: receiverUrl });
	const message = { eventType, payload: { n: 1 }, channels: ["a"], tags: ["t"] };
	const { id: messageId } = await svix.message.create(appId, message);
	const { id: attemptId } = await untilAttempted(svix, appId, messageId);
	const ids = { appId, endpointId, messageId, attemptId };
	return { serverUrl, apiKey, receiverUrl, svix, ...ids, eventType };
}

/** A name that nothing else has: for event types, uids and flags. */
export function newName(): string {
	return `c${randomUUID().replaceAll("-", "")}`;
}

/** A delivered message of an endpoint of its own, for calls that take something away. */
export async function newDelivered({ svix, receiverUrl }: Scene) {
	const { id: appId } = await svix.application.create({ name: "Compatibility" });
	const { id: endpointId } = await svix.endpoint.create(appId, { url: receiverUrl });
	const { id } = await svix.message.create(appId, { eventType: "a", payload: { n: 1 } });
	const attempt = await untilAttempted(svix, appId, id);
	return { appId, endpointId, messageId: id, attemptId: attempt.id };
}

const TRIES_MAX = 200;

async function untilAttempted(
	svix: Svix,
	appId: string,
	messageId: string,
): Promise<MessageAttemptOut> {
	for (let tries = 0; tries < TRIES_MAX; tries++) {
		const { data } = await svix.messageAttempt.listByMsg(appId, messageId);
		if (data[0] !== undefined) return data[0];
		await sleep(50);
	}
	throw new Error(`message ${messageId} was not attempted`);
}
