// Stores what came of attempts, and what follows from it.
import { type Advice, readAdvice } from "../../core/advice.ts";
import type { AttemptReport, DeliveryTask, Route } from "../../core/delivery.ts";
import { nextHealth } from "../../core/health.ts";
import {
	type AttemptId,
	ID_RANDOM_BYTES,
	nextSeq,
	seqOf,
	type TaskId,
	toId,
} from "../../core/ids.ts";
import {
	isCurrent,
	type MessageEvent,
	messageEventOf,
	type Next,
	nextOf,
} from "../../core/lane.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type Clock, randomBytes, randomShare } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { type attemptSql, toAttemptRow } from "./attempts.sql.ts";
import { isTaken } from "./bulk-rows.ts";
import { type DeliveryRow, type deliverySql, toDeliveryRow } from "./deliveries.sql.ts";
import type { LaneState } from "./lane-state.sql.ts";
import type { Pace } from "./pace.ts";

export type RecorderParts = {
	attempts: ReturnType<typeof attemptSql>;
	deliveries: ReturnType<typeof deliverySql>;
	state: LaneState;
	pace: Pace;
	config: Config;
	/** How long after its start a sender may report. */
	leaseMs: number;
	clock: Clock;
	/** Events for the sender, written with the outcome that they tell of. */
	addEvent(type: MessageEvent, task: DeliveryTask, attempt: RecordedAttempt): void;
	/** An outcome of a bulk task's delivery. */
	addToTask(taskId: TaskId, isSuccess: boolean): void;
};

export type RecordedAttempt = { id: AttemptId; status: number; startedAt: number };

export class Recorder {
	readonly #parts: RecorderParts;
	#lastSeq: number;

	constructor(parts: RecorderParts) {
		this.#parts = parts;
		this.#lastSeq = parts.attempts.lastSeq();
	}

	/**
	 * Stores one attempt and what follows from it. Runs in a transaction, awaits nothing.
	 * @param isGranted the lane remembers that it gave leave for this first attempt
	 * @returns when the delivery is due again; null for never, or when that was known before
	 */
	record(report: AttemptReport, route: Route | null, isGranted: boolean): number | null {
		const { attempts, deliveries, clock } = this.#parts;
		const { task, outcome } = report;
		const now = clock();
		const messageSeq = seqOf(task.messageId);
		const row = deliveries.find(messageSeq);
		// What the lane remembers needs no look at what is stored.
		const isDecided =
			!isGranted &&
			(deliveries.cancelledAt(messageSeq) !== null || attempts.isDecided(messageSeq, task.number));
		const current = row === null ? null : this.#toCurrent(row, report.startAt);
		const counts = isCurrent(task, current, { isGranted, isDecided });
		const advice = readAdvice(outcome.status, outcome.responseHeaders, now);
		const next = counts ? this.#nextOf(row, task, outcome, advice) : null;
		const isSuccess = outcome.failure === null;
		// Before it is stored itself.
		const type = messageEventOf(task.number, isSuccess, next, () => attempts.ofMessage(messageSeq));
		// Only a failure is judged by how long after the one before it came.
		const lastAttemptAt = isSuccess ? null : attempts.previous();
		const seq = nextSeq(this.#lastSeq, now);
		const id = toId("atmpt", seq, randomBytes(ID_RANDOM_BYTES));
		const nextAt = toNextAt(next, row, now);
		attempts.insert(toAttemptRow(report, { seq, id, nextAt }));
		this.#lastSeq = seq;
		this.#judge(outcome, advice, lastAttemptAt, route, now);
		const isTasks = next !== null && !(isTaken(row) && next.kind === "again");
		if (row?.task != null && isTasks) this.#parts.addToTask(row.task, isSuccess);
		this.#requeue(row, task, outcome, next, now);
		if (type !== null) {
			this.#parts.addEvent(type, task, {
				id,
				status: outcome.status,
				startedAt: outcome.startedAt,
			});
		}
		return next === null ? null : nextAt;
	}

	/** A lease that took the place of the one that is reported has an outcome of its own. */
	#toCurrent(row: DeliveryRow, startAt: number) {
		const isLeased = row.leased === 1 && row.due_at === startAt + this.#parts.leaseMs;
		return { number: row.number, trigger: row.trigger_type, isLeased };
	}

	#nextOf(row: DeliveryRow | null, task: DeliveryTask, outcome: Outcome, advice: Advice): Next {
		const waiting = {
			number: task.number,
			isOneShot: row?.one_shot === 1,
			again: row?.again ?? 0,
		};
		return nextOf(waiting, outcome, {
			scheduleSeconds: this.#parts.config.retryScheduleSeconds,
			retryAfterMs: advice.retryAfterMs,
			isAborted: advice.abort || outcome.failure === "payload_missing",
			random: randomShare(),
		});
	}

	/** What the outcome says about the endpoint: its speed, its health. */
	#judge(
		outcome: Outcome,
		advice: Advice,
		lastAttemptAt: number | null,
		route: Route | null,
		now: number,
	): void {
		const { state, pace, config } = this.#parts;
		pace.heed(outcome, advice, route, now);
		// What ends after the endpoint was disabled says nothing about the time after that.
		if (route?.disabled === true || state.get("disabling") !== null) return;
		// Neither says anything about the endpoint.
		if (outcome.failure === "payload_missing" || outcome.failure === "signing") return;
		const attempt = { at: outcome.startedAt, isSuccess: outcome.failure === null, lastAttemptAt };
		const before = { failingSince: state.get("failingSince") };
		const { health, isFailing } = nextHealth(
			before,
			attempt,
			config.endpointDisableAfterSeconds * 1000,
		);
		state.set("failingSince", health.failingSince);
		if (advice.disable) {
			const reason = outcome.status === 410 ? "gone" : "asked";
			state.set("disabling", { reason, at: now });
		} else if (isFailing) {
			state.set("disabling", { reason: "failing", at: now });
		}
	}

	#requeue(
		row: DeliveryRow | null,
		task: DeliveryTask,
		outcome: Outcome,
		next: Next | null,
		now: number,
	): void {
		const { deliveries } = this.#parts;
		const seq = seqOf(task.messageId);
		if (next === null) {
			// Too late to count, but what was delivered needs no retry: only what somebody asked for is made.
			if (outcome.failure !== null || row === null) return;
			const isOwn = row.trigger_type === "scheduled" && row.again === 0;
			if (isOwn) deliveries.delete(seq);
			else deliveries.put({ ...row, one_shot: 1 });
			return;
		}
		const number = task.number + 1;
		switch (next.kind) {
			case "ended":
				if (row !== null) deliveries.delete(seq);
				return;
			case "retry":
				deliveries.put(toDeliveryRow({ ...task, number, trigger: "scheduled" }, next.at));
				return;
			case "again":
				deliveries.put({
					...toDeliveryRow({ ...task, number, trigger: "manual" }, now),
					one_shot: next.isOneShot ? 1 : 0,
					again: (row?.again ?? 1) - 1,
					...(isTaken(row) && { bulk: 1, task: row?.task ?? null }),
				});
				return;
		}
	}
}

function toNextAt(next: Next | null, row: DeliveryRow | null, now: number): number | null {
	if (next === null) return row?.due_at ?? null;
	if (next.kind === "ended") return null;
	return next.kind === "retry" ? next.at : now;
}
