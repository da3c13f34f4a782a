// Consumes the queue: hands a message over to a chunk of endpoints, and what was granted to senders; goes on with tasks.
import { firstSeq, toId } from "../core/ids.ts";
import type { DispatchTools } from "../delivery/sending/dispatch.ts";
import type { FanoutJob, Job, TaskJob } from "../platform/fanout-queue.ts";
import { logError, logWarning } from "../platform/log.ts";
import { failTask, runTask, type TaskTools } from "../services/organisation-tasks.ts";
import { type Db, writeAll } from "../store/db.ts";
import { type DeadLetter, insertDeadLetter } from "../store/dead-letters.ts";

export async function consumeFanout(
	tools: DispatchTools & TaskTools,
	batch: MessageBatch<Job>,
): Promise<void> {
	for (const message of batch.messages) {
		try {
			await work(tools, message.body);
			message.ack();
		} catch (error) {
			logError("fanout_failed", error, { queueMessageId: message.id });
			message.retry({ delaySeconds: Math.min(60, 2 ** message.attempts) });
		}
	}
}

function work(tools: DispatchTools & TaskTools, job: Job): Promise<void> {
	// A queue outlives a deploy: what this version does not know goes to the dead letters.
	if (job.version === 1 && job.type === "fanout") return handOver(tools, job);
	if (job.version === 1 && job.type === "task") return runTask(tools, job.taskId);
	throw new Error("unknown kind of job");
}

async function handOver(tools: DispatchTools, job: FanoutJob): Promise<void> {
	const store = tools.stores.of(job.applicationId);
	const grants = await store.handOver(job.messageId, job.endpointIds);
	if (grants.length === 0) return;
	const [content] = await store.contents([job.messageId]);
	if (content == null) return;
	// Senders of their own, so that a slow customer holds up neither this batch nor the next.
	await tools.senders.deliverAll(grants, content);
}

/** What failed every retry: a task ends, a chunk is written down. */
export async function consumeDeadJobs(tools: TaskTools, batch: MessageBatch<Job>): Promise<void> {
	await writeDeadLetters(tools.db, batch.messages.filter(isFanout));
	for (const { body } of batch.messages.filter(isTask)) await failTask(tools, body.taskId);
	for (const message of batch.messages) {
		if (isTask(message) || isFanout(message)) continue;
		// Another version made it: nothing here knows what it was for.
		logWarning("job_dead", { queueMessageId: message.id });
	}
	batch.ackAll();
}

const isTask = (message: Message<Job>): message is Message<TaskJob> =>
	message.body?.type === "task" && typeof message.body.taskId === "string";
const isFanout = (message: Message<Job>): message is Message<FanoutJob> =>
	message.body?.type === "fanout" &&
	typeof message.body.messageId === "string" &&
	typeof message.body.applicationId === "string" &&
	Array.isArray(message.body.endpointIds);

/** The MessageStore's alarm still hands them over; this makes it seen. */
async function writeDeadLetters(db: Db, messages: readonly Message<FanoutJob>[]): Promise<void> {
	const letters = await Promise.all(messages.map(toDeadLetter));
	for (const { endpointIds, ...letter } of letters) {
		logWarning("fanout_dead", { ...letter, endpoints: endpointIds.length });
	}
	await writeAll(
		db,
		letters.map((letter) => insertDeadLetter(db, letter)),
	);
}

/** Its id follows from that of the queue, so that a letter that comes twice is the same one. */
async function toDeadLetter({ id, body, timestamp }: Message<FanoutJob>): Promise<DeadLetter> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(id));
	return {
		id: toId("dead", firstSeq(timestamp.getTime()), new Uint8Array(digest)),
		applicationId: body.applicationId,
		messageId: body.messageId,
		endpointIds: body.endpointIds,
		createdAt: timestamp.getTime(),
	};
}
