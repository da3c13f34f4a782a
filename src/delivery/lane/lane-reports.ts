// Gathers what senders report to a lane, and writes it in few commits.
import { isCommand } from "../../core/advice.ts";
import type { AttemptReport } from "../../core/delivery.ts";
import { seqOf } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import { logError } from "../../platform/log.ts";
import type { LaneParts } from "./lane-parts.ts";

/** Outcomes wait this long for others, so that many share one commit. Lost ones are found by MessageStore. */
const FLUSH_AFTER_MS = 20;
const FLUSH_AT_ONCE = 200;

type Parts = Pick<
	LaneParts,
	"recorder" | "queue" | "pump" | "routes" | "tasks" | "state" | "wake" | "attempts" | "stats"
>;

export class LaneReports {
	readonly #parts: Parts;
	readonly #storage: DurableObjectStorage;
	readonly #clock: Clock;
	/** Something may follow from what was written. */
	readonly #onWritten: () => void;
	#waiting: AttemptReport[] = [];
	#timer: ReturnType<typeof setTimeout> | null = null;

	constructor(parts: Parts, storage: DurableObjectStorage, clock: Clock, onWritten: () => void) {
		this.#parts = parts;
		this.#storage = storage;
		this.#clock = clock;
		this.#onWritten = onWritten;
	}

	add(reports: AttemptReport[]): void {
		this.#waiting.push(...reports);
		for (const { task, startAt } of reports) this.#parts.pump.ended(seqOf(task.messageId), startAt);
		// The next of an ordered lane waits for what follows from this one.
		const isUrgent = this.#parts.routes.last?.ordered === true || reports.some(isCommand);
		if (isUrgent || this.#waiting.length >= FLUSH_AT_ONCE) this.flush();
		else this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
	}

	/** Writes all waiting outcomes in one commit: nothing in here awaits. */
	flush(): void {
		if (this.#timer !== null) clearTimeout(this.#timer);
		this.#timer = null;
		if (this.#waiting.length === 0) return;
		for (const report of this.#waiting.splice(0)) this.#write(report);
		this.#parts.tasks.save();
		this.#parts.stats.rollUp(this.#clock());
		const expiryAt = this.#parts.attempts.nextExpiryAt();
		if (expiryAt !== null) this.#parts.wake.arm(expiryAt);
		this.#onWritten();
	}

	#write(report: AttemptReport): void {
		const { recorder, queue, pump, routes, state, wake } = this.#parts;
		const seq = seqOf(report.task.messageId);
		try {
			const dueAt = this.#storage.transactionSync(() =>
				recorder.record(report, routes.last, queue.isGranted(seq)),
			);
			queue.settle(seq);
			const now = this.#clock();
			if (dueAt !== null && dueAt <= now) pump.queued();
			else if (dueAt !== null) wake.at(dueAt, now);
		} catch (error) {
			// Nothing of it is written: its lease runs out, and it is sent again.
			state.forget();
			this.#parts.attempts.reload();
			logError("record_failed", error, { messageId: report.task.messageId });
		}
	}
}
