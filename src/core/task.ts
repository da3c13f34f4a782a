// Background tasks: work on many messages that goes on after its request was answered.
import type { TaskId } from "./ids.ts";
import { classOf } from "./outcome.ts";
import { DESTINATION_STATUS, type DestinationState, STATUS_OF_STATE } from "./standing.ts";

/** The wire's names (api reference: BackgroundTaskType). */
export type TaskType =
	| "endpoint.recover"
	| "endpoint.replay"
	| "endpoint.bulk-replay"
	| "application.purge_content"
	| "application.stats"
	| "event-type.aggregate";

export type TaskStatus = "running" | "finished" | "failed";

/** What a task tells of itself; counts of messages, and for others than replays whatever is their result. */
export type TaskData = Record<string, unknown>;

/** Messages that a bulk task sends again. Times are of the messages: from (inclusive), to (exclusive), epoch ms. */
export type ReplayFilter = {
	from: number;
	to: number;
	eventTypes: string[] | null;
	channel: string | null;
	tag: string | null;
	/** The wire's number of how the message stands at the endpoint, as lists show it. */
	status: number | null;
	/** 0, 100, …, 500: class of the last attempt's status code. */
	statusClass: number | null;
};

export type ReplayKind = "endpoint.recover" | "endpoint.replay" | "endpoint.bulk-replay";

/** A bulk task of one endpoint, as its lane gets it. Giving it twice is the same as once. */
export type ReplayTask = { id: TaskId; kind: ReplayKind; filter: ReplayFilter };

/** `counting` until `total` is known. A task that was cancelled, or lost its endpoint (`failed`), keeps what was done. */
export type ReplayState = "counting" | "running" | "finished" | "cancelled" | "failed";

/** The wire's word for it, which has none for what was cancelled: that is told by the state in the task's data. */
export function statusOf(state: ReplayState): TaskStatus {
	switch (state) {
		case "counting":
		case "running":
			return "running";
		case "finished":
		case "cancelled":
			return "finished";
		case "failed":
			return "failed";
	}
}

/** `done` were attempted, `failed` of them without success. `secondsLeft` is null while nothing can be said. */
export type ReplayProgress = {
	state: ReplayState;
	total: number;
	done: number;
	failed: number;
	secondsLeft: number | null;
};

/** How a replay tells of itself on the wire; `messagesSent` is the name that the client libraries know. */
export function toTaskData(progress: ReplayProgress): TaskData {
	return { ...progress, messagesSent: progress.done };
}

/** What a lane and the MessageStore know of a message when a task comes to it. */
export type MessageFacts = {
	/** It was for the endpoint. */
	wasSent: boolean;
	/** It would have been, had the endpoint not been disabled. */
	wasSkipped: boolean;
	/** The endpoint's filters let it through now. */
	isWanted: boolean;
	/** Somebody cancelled it there. */
	isCancelled: boolean;
	attempts: number;
	hasSuccess: boolean;
	/** Status code of the last attempt, 0 when there was no HTTP answer; null without attempts. */
	lastStatus: number | null;
	/** `turn`: it is sent soon, without the task. `outcome`: it is under way, and began before the task. */
	waitsFor: "turn" | "outcome" | "retry" | null;
};

/**
 * True when a task of this kind sends the message again. What is under way has neither failed nor is it missing;
 * but who asks for everything again asks for it, too: what arrives now may have begun before he asked.
 */
export function isPicked(kind: ReplayKind, filter: ReplayFilter, facts: MessageFacts): boolean {
	if (facts.waitsFor === "turn") return false;
	if (facts.waitsFor === "outcome" && kind !== "endpoint.bulk-replay") return false;
	switch (kind) {
		case "endpoint.recover":
			return !facts.hasSuccess && (facts.attempts > 0 || facts.wasSkipped);
		case "endpoint.replay":
			return facts.attempts === 0 && facts.isWanted;
		case "endpoint.bulk-replay":
			return (
				(facts.wasSent || facts.wasSkipped || facts.attempts > 0 || facts.isWanted) &&
				(filter.status === null || filter.status === messageStatusOf(facts)) &&
				(filter.statusClass === null || filter.statusClass === lastClassOf(facts))
			);
	}
}

/** The wire's number of how a message stands: the lists' own, by their own table. Null for one that was never to be sent. */
function messageStatusOf(facts: MessageFacts): number | null {
	const state = stateOf(facts);
	return state === null ? null : DESTINATION_STATUS[STATUS_OF_STATE[state]];
}

/** As an endpoint's list of messages tells it; of what its lane knows nothing of, as the message's own list does. */
function stateOf(facts: MessageFacts): DestinationState | null {
	// A success counts for good, also while the message is sent once more.
	if (facts.hasSuccess) return "delivered";
	switch (facts.waitsFor) {
		case "turn":
			return "waiting";
		case "outcome":
			return "sending";
		case "retry":
			return "failing";
		case null:
			if (facts.isCancelled) return "cancelled";
			if (facts.attempts > 0) return "exhausted";
			if (facts.wasSent) return "waiting";
			return facts.wasSkipped ? "disabled" : null;
	}
}

/** 0 when there was no HTTP answer. */
function lastClassOf({ lastStatus }: MessageFacts): number | null {
	if (lastStatus === null || lastStatus === 0) return lastStatus;
	return classOf(lastStatus);
}

/**
 * Seconds until `left` messages are sent, at the pace so far and never faster than the limit.
 * @param rate messages per second that the endpoint gets at most; null for no limit
 */
export function secondsLeft(
	left: number,
	pace: { done: number; elapsedMs: number },
	rate: number | null,
): number | null {
	if (left === 0) return 0;
	const byPace = pace.done === 0 ? null : (left * pace.elapsedMs) / pace.done / 1000;
	const byLimit = rate === null || rate <= 0 ? null : left / rate;
	if (byPace === null && byLimit === null) return null;
	return Math.ceil(Math.max(byPace ?? 0, byLimit ?? 0));
}
