// What the sender is told about its own endpoints and deliveries: the kinds of events and their payloads.
import type { ApplicationId, AttemptId, EndpointId, Id, MessageId, TaskId } from "./ids.ts";
import type { TaskData, TaskStatus, TaskType } from "./task.ts";

/** All kinds; the only ones that an operational endpoint can ask for. */
export const OPERATIONAL_EVENT_TYPES = [
	"endpoint.created",
	"endpoint.updated",
	"endpoint.deleted",
	"endpoint.disabled",
	"endpoint.enabled",
	"message.attempt.failing",
	"message.attempt.exhausted",
	"message.attempt.recovered",
	"background_task.finished",
] as const;

export type OperationalEventType = (typeof OPERATIONAL_EVENT_TYPES)[number];

/** `id` is also the message's eventId, so that publishing twice makes one message. */
export type OperationalEvent = {
	id: Id<"opevt">;
	/** The operational application, which the event becomes a message of. */
	applicationId: ApplicationId;
	type: string;
	/** Exact text of the payload. */
	payload: string;
	createdAt: number;
};

/** Which endpoint an event is about; a `Route` is one. */
export type EndpointNames = {
	applicationId: ApplicationId;
	applicationUid: string | null;
	endpointId: EndpointId;
	endpointUid: string | null;
};

export type EndpointData = {
	appId: ApplicationId;
	appUid: string | null;
	endpointId: EndpointId;
	endpointUid: string | null;
};

export type MessageData = EndpointData & {
	msgId: MessageId;
	msgEventId: string | null;
	msgEventType: string;
	lastAttempt: { id: AttemptId; responseStatusCode: number; timestamp: string };
};

export function toEventPayload(type: OperationalEventType, data: object): string {
	return JSON.stringify({ type, data });
}

/** Of `endpoint.created`, `.updated`, `.deleted` and `.enabled`. */
export function toEndpointData(names: EndpointNames): EndpointData {
	return {
		appId: names.applicationId,
		appUid: names.applicationUid,
		endpointId: names.endpointId,
		endpointUid: names.endpointUid,
	};
}

/** Of `endpoint.disabled`. `failingSince` is in epoch milliseconds; null when it did not fail. */
export function toDisabledData(
	names: EndpointNames,
	failingSince: number | null,
	trigger: "manual" | "automatic",
) {
	const failSince = failingSince === null ? null : new Date(failingSince).toISOString();
	return { ...toEndpointData(names), failSince, trigger };
}

/** Of `message.attempt.*`. `msgEventId` is not known to lanes: it is put in when the event is published. */
export function toMessageData(
	names: EndpointNames,
	message: { messageId: MessageId; eventType: string },
	lastAttempt: { id: AttemptId; status: number; startedAt: number },
): MessageData {
	return {
		...toEndpointData(names),
		msgId: message.messageId,
		msgEventId: null,
		msgEventType: message.eventType,
		lastAttempt: {
			id: lastAttempt.id,
			responseStatusCode: lastAttempt.status,
			timestamp: new Date(lastAttempt.startedAt).toISOString(),
		},
	};
}

/** Of `background_task.finished`. */
export function toTaskEventData(task: {
	id: TaskId;
	type: TaskType;
	status: TaskStatus;
	data: TaskData;
}) {
	return { data: task.data, status: task.status, task: task.type, taskId: task.id };
}

/** An endpoint is deleted once: the id of the event that says so follows from its own. */
export function toDeletedEventId(endpointId: EndpointId): Id<"opevt"> {
	return `opevt_${endpointId.slice("ep_".length)}`;
}
