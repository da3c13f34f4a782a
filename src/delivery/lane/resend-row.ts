// A message's row in a lane's queue when a person asks for one more attempt.
import type { DeliveryItem, DeliveryTask } from "../../core/delivery.ts";
import { seqOf } from "../../core/ids.ts";
import type { attemptSql } from "./attempts.sql.ts";
import { type DeliveryRow, type deliverySql, toDeliveryRow } from "./deliveries.sql.ts";

type Parts = {
	attempts: ReturnType<typeof attemptSql>;
	deliveries: ReturnType<typeof deliverySql>;
};

/** @param row what there is of the message; null when nothing waits and nobody has it */
export function putResend(
	{ attempts, deliveries }: Parts,
	item: DeliveryItem,
	row: DeliveryRow | null,
	now: number,
): void {
	if (row === null) {
		const { attempts: made } = attempts.ofMessage(seqOf(item.messageId));
		const task: DeliveryTask = { ...item, number: made + 1, trigger: "manual" };
		// A first attempt is owed its retries, whoever asked for it.
		const one_shot = made === 0 ? 0 : 1;
		deliveries.put({ ...toDeliveryRow(task, now), one_shot });
	} else if (isComing(row, now)) {
		deliveries.put({ ...row, again: row.again + 1 });
	} else {
		const due_at = Math.min(row.due_at, now);
		deliveries.put({ ...row, trigger_type: "manual", due_at, bulk: 0, leased: 0 });
	}
}

/** A sender has it, or it was asked for already and has not begun. */
const isComing = (row: DeliveryRow, now: number) =>
	(row.leased === 1 && row.due_at > now) ||
	(row.bulk === 0 && row.trigger_type === "manual" && row.due_at <= now);
