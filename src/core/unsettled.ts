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
	/** When a lane last answered for a message of which others have not: its hand-over goes on. */
	readonly #answeredAt = new Map<number, number>();
	#count = 0;

	/** Messages that are open at some endpoint. */
	get size(): number {
		return this.#messages.size;
	}

	/** Open offers: of each message one for each endpoint. */
	get offers(): number {
		return this.#count;
	}

	/** Messages must be added in ascending order of their sequence numbers. */
	add(seq: number, endpointIds: readonly EndpointId[], at: number): void {
		if (endpointIds.length === 0) return;
		this.#messages.set(seq, endpointIds.length);
		this.#count += endpointIds.length;
		// Shared, as most of a message's offers are the same; never changed.
		const offer: Offer = { at, epoch: null };
		for (const endpointId of endpointIds) {
			let offers = this.#offers.get(endpointId);
			if (offers === undefined) {
				offers = new Map();
				this.#offers.set(endpointId, offers);
			}
			offers.set(seq, offer);
			const unanswered = this.#unanswered.get(endpointId);
			if (unanswered === undefined) this.#unanswered.set(endpointId, new Set([seq]));
			else unanswered.add(seq);
		}
	}

	answered(seq: number, endpointId: EndpointId, epoch: string, at: number): void {
		const offers = this.#offers.get(endpointId);
		if (offers?.has(seq) === true) {
			offers.set(seq, { epoch, at });
			this.#answeredAt.set(seq, at);
		}
		this.#forgetUnanswered(seq, endpointId);
	}

	#forgetUnanswered(seq: number, endpointId: EndpointId): void {
		const unanswered = this.#unanswered.get(endpointId);
		if (unanswered?.delete(seq) === true && unanswered.size === 0) {
			this.#unanswered.delete(endpointId);
		}
	}

	/** True when the message is open at the lane, which has not answered for it. */
	isUnanswered(seq: number, endpointId: EndpointId): boolean {
		return this.#unanswered.get(endpointId)?.has(seq) === true;
	}

	/** True when the message is open at the endpoint, whether its lane has answered for it or not. */
	isOpen(seq: number, endpointId: EndpointId): boolean {
		return this.#offers.get(endpointId)?.has(seq) === true;
	}

	/** Messages that the lane has not answered for, oldest first. */
	unansweredBy(endpointId: EndpointId): number[] {
		return [...(this.#unanswered.get(endpointId) ?? [])];
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
		this.#count--;
		this.#forgetUnanswered(seq, endpointId);
		if (offers.size === 0) this.#offers.delete(endpointId);
		const open = (this.#messages.get(seq) ?? 1) - 1;
		if (open > 0) {
			this.#messages.set(seq, open);
			return;
		}
		this.#messages.delete(seq);
		this.#answeredAt.delete(seq);
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

	/**
	 * True when the lane's state can decide about something that is open: of what it has answered for, or of what
	 * it has not for so long that it must be offered again.
	 */
	isDecidable(endpointId: EndpointId, now: number, patienceMs: number): boolean {
		for (const [seq, offer] of this.#offers.get(endpointId) ?? []) {
			if (offer.epoch !== null || now - this.#atOf(seq, offer) >= patienceMs) return true;
		}
		return false;
	}

	/** What nobody answered for is not late while others of the same message still answer. */
	#atOf(seq: number, { at, epoch }: Offer): number {
		return epoch === null ? Math.max(at, this.#answeredAt.get(seq) ?? at) : at;
	}

	/** What is open at an endpoint now, as a copy: an answer that comes later does not change it. */
	offersTo(endpointId: EndpointId): { seq: number; offer: Offer }[] {
		const offers = this.#offers.get(endpointId) ?? [];
		return [...offers].map(([seq, offer]) => {
			return { seq, offer: { ...offer, at: this.#atOf(seq, offer) } };
		});
	}
}

/**
 * How long to wait before a lane that does not know a message gets it once more: until an attempt that began must
 * be over. What an ordered lane has not answered for it cannot have given away; what it answered for may have been
 * granted before order was asked for.
 */
export function patienceFor(offer: Offer, isOrdered: boolean, patienceMs: number): number {
	return isOrdered && offer.epoch === null ? 0 : patienceMs;
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
