// The records that the API answers, and those that it takes. Written by scripts/build-react.ts from openapi.json: do not edit.

export type * from "./inputs.ts";

/** Members that are times: the kit gives them as `Date`. */
export const TIMES =
	/^(at|changedAt|createdAt|deliverAt|failingSince|nextAttempt|oldestWaitingAt|pausedUntil|timestamp|updatedAt)$/;

/** Members that hold what the sender or an endpoint wrote: the kit leaves them as they are. */
export const FREE =
	/^(data|example|headers|metadata|payload|responseHeaders|schemas)$/;

export interface EndpointOut {
	id: string;
	uid: string | null;
	url: string;
	description: string;
	/** @deprecated */
	version: number;
	disabled: boolean;
	eventTypes: Array<string> | null;
	/** @deprecated */
	filterTypes: Array<string> | null;
	channels: Array<string> | null;
	throttleRate: number | null;
	/** @deprecated */
	rateLimit: number | null;
	ordered: boolean;
	maxInFlight: number | null;
	/** Messages wait until it is resumed. */
	paused: boolean;
	/** Why it was disabled automatically: it only failed, it answered 410, or it asked for it. */
	disabledReason: "failing" | "gone" | "asked" | null;
	metadata: Record<string, string>;
	createdAt: Date;
	updatedAt: Date;
}

export interface EndpointHeadersOut {
	headers: Record<string, string>;
	sensitive: Array<string>;
}

export interface EndpointSecretOut {
	key: string;
}

export interface EndpointStats {
	success: number;
	pending: number;
	sending: number;
	fail: number;
	canceled: number;
}

export interface EventTypeOut {
	name: string;
	description: string;
	archived: boolean;
	deprecated: boolean;
	schemas: Record<string, unknown> | null;
	/** The first of the schema's examples. */
	example: unknown;
	featureFlag: string | null;
	featureFlags: Array<string> | null;
	groupName: string | null;
	createdAt: Date;
	updatedAt: Date;
}

export interface MessageOut {
	id: string;
	eventType: string;
	eventId: string | null;
	/** {"expired":true} when it is no longer kept. */
	payload: Record<string, unknown>;
	channels: Array<string> | null;
	tags: Array<string> | null;
	deliverAt: Date | null;
	timestamp: Date;
	/** Whether the payload fits the event type's schema, if that was asked. */
	schemaCheck?: {
		valid: boolean;
		errors: Array<string>;
	} | undefined;
}

export interface MessageAttemptOut {
	id: string;
	msgId: string;
	endpointId: string;
	url: string;
	/** 0 success, 2 fail */
	status: number;
	statusText: "success" | "pending" | "fail" | "sending" | "canceled";
	/** 0 scheduled, 1 manual */
	triggerType: number;
	/** Start of the answer's body (16 KiB), or why there was no answer. */
	response: string;
	/** 0 when there was no HTTP answer */
	responseStatusCode: number;
	responseDurationMs: number;
	/** Credentials are masked; at most 4 KiB. */
	responseHeaders: Record<string, string>;
	/** blocked, payload_missing, signing, dns, refused, tls, reset, connection, timeout, redirect, client_error, server_error, unknown_status, body_timeout, body_incomplete */
	failure: string | null;
	/** The failure in a sentence */
	failureReason: string | null;
	attemptNumber: number;
	nextAttempt: Date | null;
	timestamp: Date;
	/** With with_msg; null when the message is no longer kept. */
	msg?: MessageOut | null | undefined;
}

export interface MessageEndpointOut extends EndpointOut {
	/** 0 success, 1 pending, 2 fail, 3 sending, 4 canceled */
	status: number;
	statusText: "success" | "pending" | "fail" | "sending" | "canceled";
	/** Only while the status is sending. */
	nextAttempt: Date | null;
	standing: StandingOut;
}

export interface EndpointMessageOut extends MessageOut {
	/** 0 success, 1 pending, 2 fail, 3 sending, 4 canceled */
	status: number;
	statusText: "success" | "pending" | "fail" | "sending" | "canceled";
	/** When a retry is due; null while nothing is sent. */
	nextAttempt: Date | null;
}

export interface StandingOut {
	/** paused, while the endpoint is not: the operator has paused all delivery. */
	state: "delivered" | "waiting" | "sending" | "failing" | "exhausted" | "disabled" | "paused" | "cancelled" | "filtered_out" | "gone" | "unknown";
	/** Why, in a sentence for people. */
	reason: string;
	/** What kept the message from the endpoint, when it is filtered_out. created_after: the endpoint is younger. changed: nothing would today. */
	filteredBy: "event_type" | "channel" | "created_after" | "changed" | null;
	/** It came while the endpoint was disabled, and is not sent until it is recovered or resent. */
	missed: boolean;
	/** Attempts made so far. */
	attempts: number;
	/** Messages that are sent before it, while it waits for its turn. */
	behind: number | null;
	/** Delivery is in order, and an earlier message is being retried. */
	blocked: boolean;
	/** When the next attempt is due or expected; null also while nothing is sent: the endpoint is paused or disabled, or the operator has paused all delivery. */
	nextAttempt: Date | null;
	lastAttempt: {
		failure: "blocked" | "payload_missing" | "signing" | "dns" | "refused" | "tls" | "reset" | "connection" | "timeout" | "redirect" | "client_error" | "server_error" | "unknown_status" | "body_timeout" | "body_incomplete" | null;
		/** 0 when there was no HTTP answer */
		responseStatusCode: number;
		responseDurationMs: number;
	} | null;
	/** When the last attempt was made, or the message was cancelled. */
	changedAt: Date | null;
}

export interface LaneOut {
	paused: boolean;
	disabled: boolean;
	/** All delivery of the installation is switched off. */
	isPausedByOperator: boolean;
	/** Messages that wait for their turn. */
	waiting: number;
	/** Messages that wait for their next attempt. */
	retrying: number;
	inFlight: number;
	maxInFlight: number;
	oldestWaitingAt: Date | null;
	/** Messages per second; null for no limit. */
	throttleRate: number | null;
	/** What holds now: less than the limit while the endpoint asks for less. */
	currentRate: number | null;
	/** Set while the endpoint asked to be left alone (Retry-After). */
	pausedUntil: Date | null;
	/** Set while there is nothing but failure. */
	failingSince: Date | null;
	/** Attempts by the minute in which they began, of the last 60; only those with any. */
	minutes: Array<AttemptCountOut>;
	/** Attempts by the hour in which they began, of 90 days; only those with any. */
	hours: Array<AttemptCountOut>;
}

export interface AttemptCountOut {
	at: Date;
	success: number;
	fail: number;
}

export interface CancelOut {
	cancelled: number;
}

export interface BackgroundTaskOut {
	id: string;
	status: "running" | "finished" | "failed";
	task: "endpoint.replay" | "endpoint.recover" | "endpoint.bulk-replay" | "application.stats" | "application.purge_content" | "event-type.aggregate" | "message.broadcast" | "sdk.generate";
	/** Of a replay: `state` (counting, running, finished, cancelled, failed), `total`, `done`, `failed`, `secondsLeft` (null while unknown) and `messagesSent`. Of a purge: `messagesPurged`. Of statistics: `appStats` or `event_types`, and `isTruncated` when there are more. */
	data: Record<string, unknown>;
	/** Of a replay. */
	endpointId: string | null;
	updatedAt: Date;
}

export interface ReplayCountOut {
	count: number;
	/** False after 10,000 messages that were looked at: there are at least so many. */
	isExact: boolean;
}
