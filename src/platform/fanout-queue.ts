// The queue: hands a message over to many endpoints in chunks, and goes on with tasks that take long.
import type { ApplicationId, EndpointId, MessageId, TaskId } from "../core/ids.ts";

/** One chunk of a hand-over. Tagged and versioned, because a queue outlives a deploy. */
export type FanoutJob = {
	type: "fanout";
	version: 1;
	applicationId: ApplicationId;
	messageId: MessageId;
	endpointIds: EndpointId[];
};

/** A background task to go on with. */
export type TaskJob = { type: "task"; version: 1; taskId: TaskId };

export type Job = FanoutJob | TaskJob;

/** The platform takes at most 100 messages in one batch. */
const BATCH_MAX = 100;

export type FanoutQueue = {
	send(jobs: FanoutJob[]): Promise<void>;
	/** Throws when the queue does not answer. */
	check(): Promise<void>;
};

export type JobQueue = FanoutQueue & {
	sendTask(taskId: TaskId): Promise<void>;
};

export function createFanoutQueue(queue: Queue<Job>): JobQueue {
	return {
		async send(jobs) {
			for (let i = 0; i < jobs.length; i += BATCH_MAX) {
				await queue.sendBatch(jobs.slice(i, i + BATCH_MAX).map((body) => ({ body })));
			}
		},
		async sendTask(taskId) {
			await queue.sendBatch([{ body: { type: "task", version: 1, taskId } }]);
		},
		async check() {
			await queue.metrics();
		},
	};
}
