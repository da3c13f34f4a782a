// A lane's queue: what was granted and is not yet durable, and what waits in rows.
import type { DeliveryItem } from "../../core/delivery.ts";
import { seqFrom, seqOf, type TaskId } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { CancelQuery } from "../../platform/lane-client.ts";
import type { attemptSql } from "./attempts.sql.ts";
import { isRetry, isUnderWay, putBulk, removeBulk } from "./bulk-rows.ts";
import { type DeliveryRow, type deliverySql, toDeliveryRow } from "./deliveries.sql.ts";
import type { LaneState } from "./lane-state.sql.ts";
import type { BulkQueue } from "./lane-tasks.ts";
import type { Pump } from "./pump.ts";
import { putResend } from "./resend-row.ts";

/** Longer than a first offer is waited for. */
const ON_ITS_WAY_MS = 10_000;

type Lease = { item: DeliveryItem; until: number };

type LaneQueueParts = {
	attempts: ReturnType<typeof attemptSql>;
	deliveries: ReturnType<typeof deliverySql>;
	pump: Pump;
	state: LaneState;
	clock: Clock;
	config: Pick<Config, "retryScheduleSeconds">;
	/** A task's deliveries were cancelled. */
	dropped(taskId: TaskId, count: number): void;
};

export class LaneQueue implements BulkQueue {
	readonly #parts: LaneQueueParts;
	/** First attempts that were granted and are not yet durable, by sequence number of the message. */
	readonly #leases = new Map<number, Lease>();
	/** When a person last decided about a message that may be on its way here. */
	#decidedAt = Number.NEGATIVE_INFINITY;

	constructor(parts: LaneQueueParts) {
		this.#parts = parts;
	}

	grant(item: DeliveryItem, until: number): void {
		this.#leases.set(seqOf(item.messageId), { item, until });
	}

	isGranted(seq: number): boolean {
		return this.#leases.has(seq);
	}

	/** The outcome is durable, or it waits in a row. */
	settle(seq: number): void {
		this.#leases.delete(seq);
	}

	find(seq: number): Lease | null {
		return this.#leases.get(seq) ?? null;
	}

	get granted(): Lease[] {
		return [...this.#leases.values()];
	}

	/** True when there is a trace of the message: leave for it, an attempt, or a waiting delivery. */
	knows(seq: number): boolean {
		return this.#leases.has(seq) || this.isDurable(seq);
	}

	isDurable(seq: number): boolean {
		return (
			this.#parts.deliveries.find(seq) !== null ||
			this.#parts.attempts.hasMessage(seq) ||
			this.isCancelled(seq)
		);
	}

	isCancelled(seq: number): boolean {
		return this.#parts.deliveries.cancelledAt(seq) !== null;
	}

	/** An ordered lane goes no further than what is missing; what comes after all that it has is not. */
	setMissing(from: number | null): void {
		const isBetween = from !== null && from < (this.#parts.deliveries.lastSeq() ?? 0);
		this.#parts.state.set("missingFrom", isBetween ? from : null);
	}

	/** A new message waits for its turn. */
	add(item: DeliveryItem, dueAt: number): DeliveryRow {
		const row = toDeliveryRow({ ...item, number: 1, trigger: "scheduled" }, dueAt);
		this.#parts.deliveries.put(row);
		this.#leases.delete(row.message_seq);
		if (dueAt <= this.#parts.clock()) this.#parts.pump.queued();
		return row;
	}

	/** A granted attempt becomes a row: it is due when its lease is over. */
	keep({ item, until }: Lease): DeliveryRow {
		const row: DeliveryRow = { ...this.add(item, until), leased: 1 };
		this.#parts.deliveries.put(row);
		return row;
	}

	/** Whoever had leave is gone, and nothing of it is durable: it is sent from here. */
	addExpired(now: number): void {
		for (const [seq, lease] of this.#leases) {
			if (lease.until > now) continue;
			this.#parts.pump.ended(seq);
			this.add(lease.item, now);
		}
	}

	/** One more attempt, now: in place of the retry that waits, or after the attempt that is under way. */
	resend(item: DeliveryItem): void {
		const now = this.#parts.clock();
		const seq = seqOf(item.messageId);
		const row = this.#rowOf(seq);
		// Its offer may be on its way, or a restart has forgotten it.
		if (row === null) this.#decidedAt = now;
		putResend(this.#parts, item, row, now);
		this.#parts.pump.queued();
	}

	/** Something was cancelled or asked for so short a time ago that it may only now be offered for the first time. */
	isDeciding(now: number): boolean {
		return now - this.#decidedAt < ON_ITS_WAY_MS;
	}

	/** Cancels what waits, and what is on its way here; answers how many. */
	cancel(query: CancelQuery, unanswered: readonly number[]): number {
		const now = this.#parts.clock();
		// Whose sender said nothing in time waits, too.
		this.addExpired(now);
		const isOne = "messageId" in query;
		const from = isOne ? seqOf(query.messageId) : 0;
		const before = isOne ? from + 1 : seqFrom(query.before);
		const counts = this.#parts.deliveries.cancel(from, before, now);
		for (const { task, count } of counts) if (task !== null) this.#parts.dropped(task, count);
		const coming = unanswered.filter((seq) => !this.knows(seq));
		for (const seq of coming) this.#parts.deliveries.addCancelled(seq, now);
		this.#decidedAt = now;
		return counts.reduce((sum, { count }) => sum + count, coming.length);
	}

	put(items: DeliveryItem[], taskId: TaskId): number {
		const now = this.#parts.clock();
		const queued = items.filter((item) => {
			const row = this.#rowOf(seqOf(item.messageId));
			return putBulk(this.#parts, { item, row, taskId }, now);
		});
		if (queued.length > 0) this.#parts.pump.queued(true);
		return queued.length;
	}

	/** A granted attempt becomes a row. */
	#rowOf(seq: number): DeliveryRow | null {
		const lease = this.#leases.get(seq);
		return lease === undefined ? this.#parts.deliveries.find(seq) : this.keep(lease);
	}

	count(taskId: TaskId): number {
		return this.#parts.deliveries.countTask(taskId);
	}

	hasAny(taskId: TaskId): boolean {
		return this.#parts.deliveries.hasTask(taskId);
	}

	hasBulk(count: number): boolean {
		return this.#parts.deliveries.hasBulk(count);
	}

	remove(taskId: TaskId): number {
		return removeBulk(this.#parts, this.#parts.config, taskId, this.#parts.clock());
	}

	has(messageSeq: number): boolean {
		return this.#leases.has(messageSeq) || this.#parts.deliveries.find(messageSeq) !== null;
	}

	isRetrying(messageSeq: number): boolean {
		const row = this.#parts.deliveries.find(messageSeq);
		return row !== null && isRetry(row, this.#parts.clock());
	}

	isUnderWay(messageSeq: number): boolean {
		const now = this.#parts.clock();
		const lease = this.#leases.get(messageSeq);
		if (lease !== undefined) return lease.until > now;
		const row = this.#parts.deliveries.find(messageSeq);
		return row !== null && isUnderWay(row, now);
	}
}
