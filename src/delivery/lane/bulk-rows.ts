// A bulk task's rows in a lane's queue: how they come, and how they go when the task is cancelled.
import type { DeliveryItem } from "../../core/delivery.ts";
import { seqOf, type TaskId } from "../../core/ids.ts";
import type { Config } from "../../platform/config.ts";
import type { attemptSql } from "./attempts.sql.ts";
import { type DeliveryRow, type deliverySql, toDeliveryRow } from "./deliveries.sql.ts";

type Parts = {
	attempts: ReturnType<typeof attemptSql>;
	deliveries: ReturnType<typeof deliverySql>;
};

/** True when a sender has it, and it is nobody's but the message's own: not a person's, not a task's. */
export const isUnderWay = (row: DeliveryRow, now: number): boolean =>
	row.leased === 1 && row.due_at > now && row.task === null && row.trigger_type === "scheduled";

/** True when it waits for a retry that is nobody's but the message's own. */
export const isRetry = (row: DeliveryRow, now: number): boolean =>
	row.leased === 0 && row.due_at > now && row.task === null;

/** A message's own attempt that a task took: when it is over, the task's follows. */
export const isTaken = (row: DeliveryRow | null): boolean =>
	row?.bulk === 1 && row.trigger_type === "scheduled";

/** @param row what there is of the message; false when it is left as it is */
export function putBulk(
	{ attempts, deliveries }: Parts,
	{ item, row, taskId }: { item: DeliveryItem; row: DeliveryRow | null; taskId: TaskId },
	now: number,
): boolean {
	if (row !== null && isUnderWay(row, now)) {
		deliveries.put({ ...row, again: row.again + 1, bulk: 1, task: taskId });
		return true;
	}
	if (row !== null && !isRetry(row, now)) return false;
	const number = row?.number ?? attempts.ofMessage(seqOf(item.messageId)).attempts + 1;
	deliveries.put({
		...toDeliveryRow({ ...item, number, trigger: "manual" }, now),
		bulk: 1,
		one_shot: row === null ? 1 : row.one_shot,
		task: taskId,
	});
	return true;
}

/** Removes what waits; answers how many. A retry that was moved up waits again, as if the last attempt had just failed. */
export function removeBulk(
	{ deliveries }: Parts,
	{ retryScheduleSeconds }: Pick<Config, "retryScheduleSeconds">,
	taskId: TaskId,
	now: number,
): number {
	const rows = deliveries.ofTask(taskId, now);
	for (const row of rows) {
		const own = { ...row, bulk: 0, task: null } as const;
		if (isTaken(row)) deliveries.put({ ...own, again: row.again - 1 });
		else if (row.one_shot === 1) deliveries.delete(row.message_seq);
		else {
			const delaySeconds = retryScheduleSeconds[row.number - 2] ?? 0;
			const due_at = now + delaySeconds * 1000;
			deliveries.put({ ...own, due_at, trigger_type: "scheduled", leased: 0 });
		}
	}
	return rows.length;
}
