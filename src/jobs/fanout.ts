// Consumes the fan-out queue: hands a message over to a chunk of endpoints and makes what was granted.
import { type DispatchTools, dispatch } from "../delivery/dispatch.ts";
import type { FanoutJob } from "../platform/fanout-queue.ts";
import { logError, logWarning } from "../platform/log.ts";

export async function consumeFanout(
	tools: DispatchTools,
	batch: MessageBatch<FanoutJob>,
): Promise<void> {
	for (const message of batch.messages) {
		try {
			await handOver(tools, message.body);
			message.ack();
		} catch (error) {
			logError("fanout_failed", error, { messageId: message.body.messageId });
			message.retry({ delaySeconds: Math.min(60, 2 ** message.attempts) });
		}
	}
}

async function handOver(tools: DispatchTools, job: FanoutJob): Promise<void> {
	const store = tools.stores.of(job.applicationId);
	const grants = await store.handOver(job.messageId, job.endpointIds);
	if (grants.length === 0) return;
	const [content] = await store.contents([job.messageId]);
	if (content == null) return;
	await dispatch(tools, grants, content);
}

/** Chunks that failed every retry: the MessageStore's alarm still hands them over; this makes it seen. */
export function consumeDeadFanout(batch: MessageBatch<FanoutJob>): void {
	for (const { body, ...message } of batch.messages) {
		logWarning("fanout_dead", {
			applicationId: body.applicationId,
			messageId: body.messageId,
			endpoints: body.endpointIds.length,
			queueMessageId: message.id,
		});
	}
	batch.ackAll();
}
