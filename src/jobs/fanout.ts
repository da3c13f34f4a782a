// Consumes the fan-out queue: hands a message over to a chunk of endpoints, and what was granted to senders.
import type { DispatchTools } from "../delivery/dispatch.ts";
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
			logError("fanout_failed", error, { queueMessageId: message.id });
			message.retry({ delaySeconds: Math.min(60, 2 ** message.attempts) });
		}
	}
}

async function handOver(tools: DispatchTools, job: FanoutJob): Promise<void> {
	// A queue outlives a deploy: what this version does not know goes to the dead letters.
	if (job.type !== "fanout" || job.version !== 1) throw new Error("unknown kind of job");
	const store = tools.stores.of(job.applicationId);
	const grants = await store.handOver(job.messageId, job.endpointIds);
	if (grants.length === 0) return;
	const [content] = await store.contents([job.messageId]);
	if (content == null) return;
	// Senders of their own, so that a slow customer holds up neither this batch nor the next.
	await tools.senders.deliverAll(grants, content);
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
