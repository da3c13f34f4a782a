// The typed way to an endpoint's lane; the only place that turns an endpoint id into a stub.
import type { AttemptRecord, AttemptReport, DeliveryItem } from "../core/delivery.ts";
import type { EndpointId, MessageId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";

export type AttemptQuery = {
	limit: number;
	iterator: string | null;
	messageId: MessageId | null;
	succeeded: boolean | null;
	statusClass: number | null;
	channel: string | null;
	tag: string | null;
	eventTypes: string[] | null;
	/** Epoch milliseconds of the attempt's start: after (inclusive), before (exclusive). */
	after: number | null;
	before: number | null;
};

/** How a lane stands behind what it was offered. `epoch` changes when the lane lost its memory. */
export type LaneState = { epoch: string; open: MessageId[] };

export type LaneRpc = {
	/**
	 * Offers messages in order; answers which may be sent at once.
	 * `isFirst` false: they may have been offered before, and those that the lane knows are not granted.
	 */
	offer(items: DeliveryItem[], isFirst: boolean): Promise<{ epoch: string; granted: boolean[] }>;
	/** Which offered messages have no durable trace yet. */
	state(): Promise<LaneState>;
	/** Makes sure that each message has a durable trace: queues those that the lane does not know. */
	recover(items: DeliveryItem[]): Promise<void>;
	report(reports: AttemptReport[]): Promise<void>;
	listAttempts(query: AttemptQuery): Promise<ListEnvelope<AttemptRecord>>;
	findAttempt(attemptId: string): Promise<AttemptRecord | null>;
	/** The endpoint changed: its route is read again, and its deliveries stop, go on, or end. */
	invalidate(): Promise<void>;
};

export type Lanes = { of(endpointId: EndpointId): LaneRpc };

type Namespace = { getByName(name: string): unknown };

export function createLanes(namespace: Namespace): Lanes {
	return {
		// safe because EndpointLane implements LaneRpc and all of it can be cloned
		of: (endpointId) => namespace.getByName(endpointId) as LaneRpc,
	};
}
