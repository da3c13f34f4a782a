// A page of messages for a bulk task: what is asked of the MessageStore, and which of them are sent.
import type { DeliveryItem, Route } from "../../core/delivery.ts";
import { type EndpointId, seqFrom, seqOf } from "../../core/ids.ts";
import { isMatch } from "../../core/match.ts";
import {
	isPicked,
	type MessageFacts,
	type ReplayFilter,
	type ReplayTask,
} from "../../core/task.ts";
import type { ScannedMessage, ScanQuery } from "../../platform/message-store-client.ts";
import type { LaneTasksParts } from "./lane-tasks.ts";

export function toScanQuery(
	endpointId: EndpointId,
	filter: ReplayFilter,
	from: number,
	limit: number,
): ScanQuery {
	const { channel, tag, eventTypes } = filter;
	return { endpointId, from, to: seqFrom(filter.to), limit, channel, tag, eventTypes };
}

type Knowledge = Pick<LaneTasksParts, "queue" | "attempts">;

/** The messages that the task sends, as they stand now. */
export function pick(
	{ kind, filter }: Pick<ReplayTask, "kind" | "filter">,
	messages: ScannedMessage[],
	route: Route,
	known: Knowledge,
): DeliveryItem[] {
	return messages
		.filter((message) => isPicked(kind, filter, factsOf(message, route, known)))
		.map(({ item }) => item);
}

function factsOf(message: ScannedMessage, route: Route, known: Knowledge): MessageFacts {
	const { item, wasSent, wasSkipped } = message;
	const seq = seqOf(item.messageId);
	const { attempts, hasSuccess, last } = known.attempts.ofMessage(seq);
	return {
		wasSent,
		wasSkipped,
		isWanted: isMatch(route, item),
		isCancelled: known.queue.isCancelled(seq),
		attempts,
		hasSuccess,
		lastStatus: last?.status ?? null,
		waitsFor: waitsFor(seq, message, known.queue),
	};
}

function waitsFor(
	seq: number,
	{ isOpen }: ScannedMessage,
	queue: LaneTasksParts["queue"],
): MessageFacts["waitsFor"] {
	// It is on its way here, or was forgotten in a restart: it comes without being asked for.
	if (isOpen && !queue.knows(seq)) return "turn";
	if (queue.isRetrying(seq)) return "retry";
	if (queue.isUnderWay(seq)) return "outcome";
	return queue.has(seq) ? "turn" : null;
}
