// What a MessageStore has offered to lanes and does not yet know to be durable there.
import type { EndpointId } from "./ids.ts";

/**
 * `epoch` is the lane's at the time it answered the offer; null while it has not answered. `at` is when
 * it answered, or else when the offer was made: an attempt may begin then.
 */
export type Offer = { at: number; epoch: string | null };

/** Kept in memory only: after a restart it is rebuilt from `lowest()` of the last stored message. */
export class Unsettled {
	readonly #offers = new Map<EndpointId, Map<number, Offer>>();
	/** Of these, what the lane has not answered, oldest first. */
	readonly #unanswered = new Map<EndpointId, Set<number>>();
	/** How many endpoints of each message are open, oldest message first. */
	readonly #messages = new Map<number, number>();

	get size(): number {
		return this.#messages.size;
	}

	/** Messages must be added in ascending order of their sequence numbers. */
	add(seq: number, endpointIds: readonly EndpointId[], at: number): void {
		if (endpointIds.length === 0) return;
		this.#messages.set(seq, endpointIds.length);
		for (const endpointId of endpointIds) {
			let offers = this.#offers.get(endpointId);
			if (offers === undefined) {
				offers = new Map();
				this.#offers.set(endpointId, offers);
			}
			offers.set(seq, { at, epoch: null });
			const unanswered = this.#unanswered.get(endpointId);
			if (unanswered === undefined) this.#unanswered.set(endpointId, new Set([seq]));
			else unanswered.add(seq);
		}
	}

	answered(seq: number, endpointId: EndpointId, epoch: string, at: number): void {
		const offer = this.#offers.get(endpointId)?.get(seq);
		if (offer !== undefined) Object.assign(offer, { epoch, at });
		this.#forgetUnanswered(seq, endpointId);
	}

	#forgetUnanswered(seq: number, endpointId: EndpointId): void {
		const unanswered = this.#unanswered.get(endpointId);
		if (unanswered?.delete(seq) === true && unanswered.size === 0) {
			this.#unanswered.delete(endpointId);
		}
	}

	/** The oldest message beside these that the lane has not answered for; null when there is none. */
	missingFrom(endpointId: EndpointId, seqs: ReadonlySet<number>): number | null {
		for (const seq of this.#unanswered.get(endpointId) ?? []) if (!seqs.has(seq)) return seq;
		return null;
	}

	/**
	 * True when nothing but these may be under way: nothing that was answered, nothing older, and for a repeated
	 * offer nothing at all, because a restart forgets answers.
	 */
	isQuiet(endpointId: EndpointId, seqs: ReadonlySet<number>, isFirst: boolean): boolean {
		const first = Math.min(...seqs);
		for (const [seq, { epoch }] of this.#offers.get(endpointId) ?? []) {
			if (seqs.has(seq)) continue;
			if (!isFirst || epoch !== null || seq < first) return false;
		}
		return true;
	}

	settle(seq: number, endpointId: EndpointId): void {
		const offers = this.#offers.get(endpointId);
		if (offers?.delete(seq) !== true) return;
		this.#forgetUnanswered(seq, endpointId);
		if (offers.size === 0) this.#offers.delete(endpointId);
		const open = (this.#messages.get(seq) ?? 1) - 1;
		if (open === 0) this.#messages.delete(seq);
		else this.#messages.set(seq, open);
	}

	/** The oldest open message, or `next` when all before it are settled. */
	lowest(next: number): number {
		for (const seq of this.#messages.keys()) return seq;
		return next;
	}

	/** In the order of their ids. */
	endpoints(): EndpointId[] {
		return [...this.#offers.keys()].sort();
	}

	/** What is open at an endpoint now, as a copy: an answer that comes later does not change it. */
	offersTo(endpointId: EndpointId): { seq: number; offer: Offer }[] {
		const offers = this.#offers.get(endpointId) ?? [];
		return [...offers].map(([seq, offer]) => ({ seq, offer: { ...offer } }));
	}
}

/** What to do about one open offer after the lane told how it stands. */
export function judgeOffer(
	offer: Offer,
	lane: { epoch: string; isOpen: boolean },
	now: number,
	patienceMs: number,
): "settled" | "open" | "recover" {
	if (offer.epoch === lane.epoch) return lane.isOpen ? "open" : "settled";
	// The lane lost its memory, or never answered. An attempt may still be under way: wait until it cannot be.
	return now - offer.at < patienceMs ? "open" : "recover";
}
