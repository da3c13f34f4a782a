// The hand-over of a message to many endpoints, in chunks.
import type { ApplicationId, EndpointId, MessageId } from "../core/ids.ts";
import type { FanoutJob } from "../platform/fanout-queue.ts";

/** Endpoints of one chunk: a few invocations' worth of attempts. */
const CHUNK_ENDPOINTS = 50;

export function toFanoutJobs(message: {
	applicationId: ApplicationId;
	record: { id: MessageId };
	later: EndpointId[];
}): FanoutJob[] {
	const jobs: FanoutJob[] = [];
	for (let i = 0; i < message.later.length; i += CHUNK_ENDPOINTS) {
		jobs.push({
			type: "fanout",
			version: 1,
			applicationId: message.applicationId,
			messageId: message.record.id,
			endpointIds: message.later.slice(i, i + CHUNK_ENDPOINTS),
		});
	}
	return jobs;
}
