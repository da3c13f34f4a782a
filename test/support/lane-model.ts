// What is right for each message of a bench: how it may end, and what must not be sent any more.
import type { TaskId } from "../../src/core/ids.ts";
import type { MessageEvent } from "../../src/core/lane.ts";
import { SCHEDULE } from "./lane-memory.ts";

export type Fate = {
	/** Not offered: it was accepted while the endpoint was disabled. */
	isSkipped: boolean;
	/** Null while the schedule owes it an attempt. */
	end: "delivered" | "exhausted" | "cancelled" | null;
	failures: number;
	successes: number;
	/** What the sender heard of it. */
	told: MessageEvent[];
	/** The endpoint forbade further attempts, or only one had been asked for. */
	isAborted: boolean;
	/** Somebody cancelled what was waiting of it, if there was anything. */
	isInScope: boolean;
	/** How many starts there were when somebody asked for one more that has not been made; null for none. */
	askedAt: number | null;
	/** The task that asked; null for a person. */
	askedBy: TaskId | null;
	/** How many starts there were when it was cancelled; null when it was not, or was asked for since. */
	stoppedAt: number | null;
	/** What a lane had granted when it lost its memory, and nothing is durable of. */
	isForgotten: boolean;
	/** A person or a task asked for it while the lane knew nothing of what may be under way. */
	isAskedBlindly: boolean;
	/** Its offer came late, or its answer did not arrive. */
	isHandedOverLate: boolean;
};

/** Of fewer the sender hears nothing, unless there is no more to come. */
const FAILURES_MIN = 4;

/** What of a task's deliveries was queued, and what became of them. */
type TaskCount = { queued: number; attempted: number; dropped: number };

export class LaneModel {
	readonly fates = new Map<number, Fate>();
	readonly tasks = new Map<TaskId, TaskCount>();
	/** Ends that came too early, in words. */
	readonly wrong: string[] = [];
	/** What the sender heard twice, or was not so. */
	readonly misheard: string[] = [];

	fate(seq: number): Fate {
		const fate = this.fates.get(seq);
		if (fate === undefined) throw new Error("there is no such message");
		return fate;
	}

	accepted(seq: number, isSkipped: boolean): void {
		this.fates.set(seq, {
			isSkipped,
			end: null,
			failures: 0,
			successes: 0,
			told: [],
			isAborted: false,
			isInScope: false,
			askedAt: null,
			askedBy: null,
			stoppedAt: null,
			isForgotten: false,
			isAskedBlindly: false,
			isHandedOverLate: false,
		});
	}

	/** True when an ordered endpoint may get nothing that came after it. */
	isOwed(seq: number): boolean {
		const { end, isSkipped } = this.fate(seq);
		return end === null && !isSkipped;
	}

	asked(seq: number, by: TaskId | null, starts: number, isBlind: boolean): void {
		const fate = this.fate(seq);
		// Who asked for it first still wants it when a task does so, too.
		if (fate.askedAt === null || by === null) fate.askedBy = by;
		fate.askedAt = starts;
		fate.stoppedAt = null;
		if (isBlind) fate.isAskedBlindly = true;
	}

	started(seq: number): void {
		const fate = this.fate(seq);
		fate.askedAt = null;
		fate.isForgotten = false;
	}

	recorded(seq: number, isSuccess: boolean, isAborted: boolean): void {
		const fate = this.fate(seq);
		fate.isForgotten = false;
		if (isAborted) fate.isAborted = true;
		if (isAborted) fate.askedAt = null;
		if (isSuccess) fate.end = "delivered";
		if (isSuccess) fate.successes++;
		else fate.failures++;
	}

	told(seq: number, event: MessageEvent): void {
		const fate = this.fate(seq);
		const { failures, successes, told } = fate;
		const isRecovered = event === "message.attempt.recovered";
		const isDue = event === "message.attempt.exhausted" || failures >= FAILURES_MIN;
		if (told.includes(event) || successes !== (isRecovered ? 1 : 0) || !isDue) {
			this.misheard.push(`${event} after ${told}, ${failures} failures, ${successes} successes`);
		}
		told.push(event);
		if (event === "message.attempt.exhausted") this.#exhausted(fate);
	}

	#exhausted(fate: Fate): void {
		if (fate.end !== "delivered") fate.end = "exhausted";
		const isTold = fate.isAborted || fate.failures > SCHEDULE.length;
		if (!isTold) this.wrong.push(`exhausted after ${fate.failures}`);
	}

	/** @param waits nobody may have it: it is cancelled for sure, if there is still anything to come */
	cancelled(seq: number, waits: boolean, starts: number): void {
		const fate = this.fate(seq);
		fate.isInScope = true;
		// Whether there was anything of it to cancel is not known.
		if (fate.isAskedBlindly || fate.isForgotten) fate.askedAt = null;
		if (!waits || fate.isForgotten) return;
		fate.askedAt = null;
		fate.stoppedAt = starts;
		if (this.isOwed(seq)) fate.end = "cancelled";
	}

	taskCancelled(id: TaskId): void {
		for (const fate of this.fates.values()) if (fate.askedBy === id) fate.askedAt = null;
	}

	task(id: TaskId): TaskCount {
		const task = this.tasks.get(id) ?? { queued: 0, attempted: 0, dropped: 0 };
		this.tasks.set(id, task);
		return task;
	}
}
