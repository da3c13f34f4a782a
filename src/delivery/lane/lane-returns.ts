// What senders give back, because the endpoint had just asked to be left alone or it became too late: it waits again,
// where it was.
import type { GivenBack } from "../../core/delivery.ts";
import { seqOf, seqTime } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LaneParts } from "./lane-parts.ts";

type Parts = Pick<LaneParts, "queue" | "pump" | "pace" | "routes" | "tasks" | "deliveries">;

export class LaneReturns {
	readonly #parts: Parts;
	readonly #clock: Clock;

	constructor(parts: Parts, clock: Clock) {
		this.#parts = parts;
		this.#clock = clock;
	}

	/** Awaits nothing. A lost one is as a lost report: its lease runs out. */
	take(all: readonly GivenBack[]): void {
		const { pace, routes } = this.#parts;
		const now = this.#clock();
		for (const one of all) {
			// Before its outcome is here, which may still be on its way: nothing must go out in circles.
			if (one.version >= (routes.last?.version ?? 0)) pace.holdUntil(one.until, now);
			this.#takeOne(one, now);
		}
	}

	/** It was neither begun nor counted as an attempt, and has its old place in the queue. */
	#takeOne({ task, startAt }: GivenBack, now: number): void {
		const { queue, pump, deliveries, tasks } = this.#parts;
		const seq = seqOf(task.messageId);
		// Whatever became of the message: its room is free again.
		const taken = pump.takeBack(seq, startAt);
		const lease = queue.find(seq);
		const row = deliveries.find(seq);
		const isFirst = task.number === 1 && task.trigger === "scheduled";
		if (lease === null && row === null) {
			// Granted before a restart, which forgot it.
			if (isFirst && !queue.knows(seq)) queue.add(task, seqTime(seq));
			return;
		}
		if (taken === null) return;
		const dueAt = taken.dueAt ?? (isFirst ? seqTime(seq) : now);
		if (lease !== null) queue.add(lease.item, dueAt);
		else if (row?.leased === 1) {
			deliveries.put({ ...row, leased: 0, due_at: dueAt });
			pump.queued(row.bulk === 1);
			if (row.task !== null) tasks.waitsAgain(row.task);
		}
	}
}
