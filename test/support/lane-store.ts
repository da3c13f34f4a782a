// The message store's side of a bench: what was accepted, and what it does not know to be safe in the lane.
import type { DeliveryItem } from "../../src/core/delivery.ts";
import { type EndpointId, type MessageId, nextSeq, seqOf, toId } from "../../src/core/ids.ts";
import { judgeOffer, type Offer, patienceFor, Unsettled } from "../../src/core/unsettled.ts";
import { PATIENCE_MS } from "./delivery.ts";
import type { LaneBench } from "./lane-bench.ts";

const ENDPOINT: EndpointId = "ep_1";

export class BenchStore {
	readonly items: DeliveryItem[] = [];
	readonly #unsettled = new Unsettled();
	#lastSeq = 0;

	get isOpen(): boolean {
		return this.#unsettled.size > 0;
	}

	/** @param isOffered false: the endpoint is disabled, and the message is only kept */
	accept(now: number, isOffered: boolean): DeliveryItem {
		this.#lastSeq = nextSeq(this.#lastSeq, now);
		const messageId: MessageId = toId("msg", this.#lastSeq, new Uint8Array(16));
		if (isOffered) this.#unsettled.add(this.#lastSeq, [ENDPOINT], now);
		const item = { messageId, eventType: "user.created", channels: null, tags: null };
		this.items.push(item);
		return item;
	}

	/** As HandOver: what an offer says beside the messages. */
	terms(items: readonly DeliveryItem[], isFirst: boolean) {
		const seqs = new Set(items.map(({ messageId }) => seqOf(messageId)));
		const isQuiet = this.#unsettled.isQuiet(ENDPOINT, seqs, isFirst);
		return { isQuiet, missingFrom: this.#unsettled.missingFrom(ENDPOINT, seqs) };
	}

	answered(items: readonly DeliveryItem[], epoch: string, now: number): void {
		for (const { messageId } of items) {
			this.#unsettled.answered(seqOf(messageId), ENDPOINT, epoch, now);
		}
	}

	unanswered(from: number, before: number): number[] {
		return this.#unsettled.unansweredBy(ENDPOINT).filter((seq) => from <= seq && seq < before);
	}

	isOpenAt(seq: number): boolean {
		return this.#unsettled.isOpen(seq, ENDPOINT);
	}

	/** True when a repeated offer would come before what the lane has forgotten must be over. */
	isEarly(seq: number, epoch: string, now: number, isOrdered: boolean): boolean {
		const open = this.#unsettled.offersTo(ENDPOINT).find((each) => each.seq === seq);
		const lane = { epoch, isOpen: false };
		return open !== undefined && judge(open.offer, lane, now, isOrdered) === "open";
	}

	/** As LaneChecks: what is safe is forgotten; the others are to be recovered, with what the lane may not pass. */
	check(lane: { epoch: string; open: ReadonlySet<number> }, now: number, isOrdered: boolean) {
		const settled: number[] = [];
		const lost: DeliveryItem[] = [];
		for (const { seq, offer } of this.#unsettled.offersTo(ENDPOINT)) {
			const state = { epoch: lane.epoch, isOpen: lane.open.has(seq) };
			const verdict = judge(offer, state, now, isOrdered);
			if (verdict === "open") continue;
			settled.push(seq);
			if (verdict === "recover") {
				lost.push(...this.items.filter(({ messageId }) => seqOf(messageId) === seq));
			}
		}
		const missingFrom = this.#unsettled.missingFrom(ENDPOINT, new Set(settled));
		for (const seq of settled) this.#unsettled.settle(seq, ENDPOINT);
		return { lost, missingFrom, isAny: settled.length > 0 };
	}
}

/** As LaneChecks. */
function judge(
	offer: Offer,
	lane: { epoch: string; isOpen: boolean },
	now: number,
	isOrdered: boolean,
) {
	return judgeOffer(offer, lane, now, patienceFor(offer, isOrdered, PATIENCE_MS));
}

/** As HandOver.verify, and LaneOffers.state and recover. */
export function verify(bench: LaneBench): void {
	const { queue } = bench.lane;
	const { ordered } = bench.route;
	bench.flush();
	queue.addExpired(bench.now);
	const open = new Set(queue.granted.map(({ item }) => seqOf(item.messageId)));
	const lane = { epoch: bench.epoch, open };
	const { lost, missingFrom, isAny } = bench.store.check(lane, bench.now, ordered);
	for (const item of lost) {
		const seq = seqOf(item.messageId);
		const lease = queue.find(seq);
		if (lease !== null) queue.keep(lease);
		else if (!queue.isDurable(seq)) queue.add(item, bench.now);
	}
	if (lost.length > 0 || (ordered && isAny)) queue.setMissing(ordered ? missingFrom : null);
}

/** A message once more; not while what the lane has forgotten may be under way. */
export function repeat(bench: LaneBench, item: DeliveryItem): void {
	const seq = seqOf(item.messageId);
	if (bench.model.fate(seq).isSkipped) return;
	const isEarly = bench.store.isEarly(seq, bench.epoch, bench.now, bench.route.ordered);
	if (!isEarly) bench.ask([item], false, true);
}
