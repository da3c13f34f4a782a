// The queue that hands a message over to many endpoints in chunks.
import type { ApplicationId, EndpointId, MessageId } from "../core/ids.ts";

/** One chunk of a hand-over. Tagged and versioned, because a queue outlives a deploy. */
export type FanoutJob = {
	type: "fanout";
	version: 1;
	applicationId: ApplicationId;
	messageId: MessageId;
	endpointIds: EndpointId[];
};

/** The platform takes at most 100 messages in one batch. */
const BATCH_MAX = 100;

export type FanoutQueue = {
	send(jobs: FanoutJob[]): Promise<void>;
	/** Throws when the queue does not answer. */
	check(): Promise<void>;
};

export function createFanoutQueue(queue: Queue<FanoutJob>): FanoutQueue {
	return {
		async send(jobs) {
			for (let i = 0; i < jobs.length; i += BATCH_MAX) {
				await queue.sendBatch(jobs.slice(i, i + BATCH_MAX).map((body) => ({ body })));
			}
		},
		async check() {
			await queue.metrics();
		},
	};
}
