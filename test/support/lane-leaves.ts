// The leaves that a lane gave to senders, and until when each is valid.
import type { DeliveryTask } from "../../src/core/delivery.ts";
import { seqOf } from "../../src/core/ids.ts";
import { LEASE_MS, PATIENCE_MS } from "./delivery.ts";

/** Leave that a sender has. It may be reported once, also when `until` is past. */
export type Held = {
	seq: number;
	task: DeliveryTask;
	startAt: number;
	until: number;
	/** When it was given to a new message, which an eviction forgets; null for a row's. */
	grantedAt: number | null;
};
type Start = { seq: number; number: number; trigger: string; at: number; twin: Held | null };

export class Leaves {
	readonly held: Held[] = [];
	readonly starts: Start[] = [];
	/** How many starts there were when the first lease ran out; null when none did. */
	startsBeforeRunOut: number | null = null;
	/** Their senders say nothing, for good. */
	readonly #lost: Held[] = [];

	get #all(): Held[] {
		return [...this.held, ...this.#lost];
	}

	add(task: DeliveryTask, startAt: number, grantedAt: number | null, now: number): void {
		const { number, trigger } = task;
		const seq = seqOf(task.messageId);
		const isTwin = (other: Held) =>
			other.seq === seq && other.task.number === number && other.until > now;
		this.starts.push({ seq, number, trigger, at: startAt, twin: this.#all.find(isTwin) ?? null });
		this.held.push({ seq, task, startAt, until: startAt + LEASE_MS, grantedAt });
	}

	end(held: Held): void {
		this.held.splice(this.held.indexOf(held), 1);
	}

	lose(held: Held): void {
		this.end(held);
		this.#lost.push(held);
	}

	expire(now: number): void {
		if (this.#all.some(({ until }) => until <= now)) this.startsBeforeRunOut ??= this.starts.length;
	}

	/** The lane lost its memory: what it granted is over when the message store's patience is. */
	forget(): void {
		for (const held of this.#all) {
			if (held.grantedAt !== null) held.until = Math.min(held.until, held.grantedAt + PATIENCE_MS);
		}
	}
}
