// Background tasks on the wire.
import * as z from "zod";
import type { BackgroundTask } from "../../store/background-tasks.ts";
import { timestamp, toTimestamp } from "./common.ts";

/** Also those that this installation never runs: clients may ask for any. */
export const TASK_TYPES = [
	"endpoint.replay",
	"endpoint.recover",
	"endpoint.bulk-replay",
	"application.stats",
	"application.purge_content",
	"event-type.aggregate",
	"message.broadcast",
	"sdk.generate",
] as const;

export const TASK_STATUSES = ["running", "finished", "failed"] as const;

export const BackgroundTaskOut = z
	.object({
		id: z.string(),
		status: z.enum(TASK_STATUSES),
		task: z.enum(TASK_TYPES),
		data: z.record(z.string(), z.unknown()).meta({
			description:
				"Of a replay: `state` (counting, running, finished, cancelled, failed), `total`, `done`, `failed`, " +
				"`secondsLeft` (null while unknown) and `messagesSent`. Of a purge: `messagesPurged`. " +
				"Of statistics: `appStats` or `event_types`, and `isTruncated` when there are more.",
		}),
		endpointId: z.string().nullable().meta({ description: "Of a replay." }),
		updatedAt: timestamp,
	})
	.meta({ id: "BackgroundTaskOut" });

export function toTaskOut(task: BackgroundTask): z.input<typeof BackgroundTaskOut> {
	// What a task is to begin or to go on with is ours alone.
	const { filter, cursor, ...data } = task.data;
	return {
		id: task.id,
		status: task.status,
		task: task.type,
		data,
		endpointId: task.endpointId,
		updatedAt: toTimestamp(task.updatedAt),
	};
}
