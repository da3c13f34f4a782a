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
	/** The lane that gave it lost its memory of it. */
	isForgotten: boolean;
	/** Nobody has heard of it: the lane's answer was lost. */
	isUnheard: boolean;
};
type Start = {
	seq: number;
	number: number;
	trigger: string;
	at: number;
	/** Another leave for the same message that is valid. */
	twin: Held | null;
	/** Leaves that the lane knows to be valid, with this one, and how many may be. */
	inFlight: number;
	max: number;
	/** A message that must come before it. */
	behind: number | null;
};

export class Leaves {
	readonly held: Held[] = [];
	readonly starts: Start[] = [];
	/** How many starts there were when first something had to begin anew: a lease ran out, or was given back. */
	startsBeforeAnew: number | null = null;
	/** Their senders say nothing, for good. */
	readonly #lost: Held[] = [];

	get #all(): Held[] {
		return [...this.held, ...this.#lost];
	}

	add(
		task: DeliveryTask,
		leave: Pick<Held, "startAt" | "grantedAt">,
		now: number,
		terms: Pick<Start, "max" | "behind">,
	): Held {
		const { number, trigger } = task;
		const seq = seqOf(task.messageId);
		const valid = this.#all.filter(({ until }) => until > now);
		const isTwin = (other: Held) => !other.isUnheard && other.seq === seq;
		const twin = valid.find(isTwin) ?? null;
		const inFlight = valid.filter(({ isForgotten }) => !isForgotten).length + 1;
		const at = leave.startAt;
		this.starts.push({ seq, number, trigger, at, twin, inFlight, ...terms });
		const until = at + LEASE_MS;
		const held = { seq, task, ...leave, until, isForgotten: false, isUnheard: false };
		this.held.push(held);
		return held;
	}

	end(held: Held): void {
		const i = this.held.indexOf(held);
		if (i >= 0) this.held.splice(i, 1);
	}

	lose(held: Held): void {
		this.end(held);
		this.#lost.push(held);
	}

	unheard(held: Held): void {
		held.isUnheard = true;
		this.lose(held);
	}

	/** Its sender could not be reached, and the lane knows that. */
	giveBack(held: Held): void {
		this.end(held);
		this.startsBeforeAnew ??= this.starts.length;
	}

	/** True when a sender may have the message. */
	isUnderWay(seq: number, now: number): boolean {
		return this.#all.some((held) => held.seq === seq && held.until > now);
	}

	expire(now: number): void {
		if (this.#all.some(({ until }) => until <= now)) this.startsBeforeAnew ??= this.starts.length;
	}

	/** The lane lost its memory: what it granted is over when the message store's patience is. */
	forget(isNoted: (seq: number) => boolean): void {
		for (const held of this.#all) {
			if (isNoted(held.seq)) continue;
			held.isForgotten = true;
			if (held.grantedAt === null) continue;
			held.until = Math.min(held.until, held.grantedAt + PATIENCE_MS);
		}
	}
}
