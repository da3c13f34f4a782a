// The messages that are not yet safe in their lanes: so many in memory, the others in storage until there is room.
import type { EndpointId } from "../../core/ids.ts";
import { Unsettled } from "../../core/unsettled.ts";
import { endpointsOf, type messageSql, toMessageRecord } from "./message-store.sql.ts";

/** Offers in memory, one for each message and endpoint: some ten megabytes. */
const OFFERS_MAX = 100_000;
/** With fewer, messages are read that wait in storage. */
const OFFERS_FEW = OFFERS_MAX / 2;

export class InSight {
	readonly unsettled = new Unsettled();
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #offersMax: number;
	#isRecovered = false;
	/** This message, and all that came after it, wait in storage; null when none does. */
	#waitingFrom: number | null = null;

	constructor(sql: ReturnType<typeof messageSql>, offersMax = OFFERS_MAX) {
		this.#sql = sql;
		this.#offersMax = offersMax;
	}

	get isOpen(): boolean {
		return this.unsettled.size > 0 || this.#waitingFrom !== null;
	}

	/** The oldest message that is not settled, or `next` when all are. */
	lowest(next: number): number {
		return this.unsettled.lowest(this.#waitingFrom ?? next);
	}

	/**
	 * Takes a message in sight. Must be called in the order of acceptance. False when there is no room: it waits,
	 * and with it all that come later, so that nothing overtakes.
	 */
	add(seq: number, endpointIds: readonly EndpointId[], at: number): boolean {
		if (endpointIds.length === 0) return true;
		const { offers } = this.unsettled;
		const isFull = offers > 0 && offers + endpointIds.length > this.#offersMax;
		if (isFull) this.#waitingFrom ??= seq;
		if (this.#waitingFrom !== null) return false;
		this.unsettled.add(seq, endpointIds, at);
		return true;
	}

	/** Once after a restart: everything that the last message saw as open is open again. */
	recover(): void {
		if (this.#isRecovered) return;
		this.#isRecovered = true;
		const last = this.#sql.lastRow();
		if (last !== null && !this.isOpen) this.#load(last.unsettled_from);
	}

	/** Takes in sight what waits, when there is room; true when it did. */
	refill(): boolean {
		const isRoom = this.unsettled.offers < Math.min(OFFERS_FEW, this.#offersMax);
		if (this.#waitingFrom === null || !isRoom) return false;
		this.#load(this.#waitingFrom);
		return true;
	}

	#load(from: number): void {
		this.#waitingFrom = null;
		for (const row of this.#sql.routesSince(from)) {
			if (!this.add(row.seq, endpointsOf(row), toMessageRecord(row).createdAt)) return;
		}
	}

	/** True when a message that is for the endpoint is not known to be safe in its lane. */
	isOpenAt(endpointId: EndpointId, seq: number): boolean {
		if (this.#waitingFrom !== null && seq >= this.#waitingFrom) return true;
		return this.unsettled.isOpen(seq, endpointId);
	}

	/** Messages of a span that the lane has not answered for: numbers from (inclusive), to (exclusive). */
	unanswered(endpointId: EndpointId, from: number, to: number): number[] {
		const inMemory = this.unsettled
			.unansweredBy(endpointId)
			.filter((seq) => from <= seq && seq < to);
		if (this.#waitingFrom === null || this.#waitingFrom >= to) return inMemory;
		const waiting = this.#sql.seqsFor(endpointId, Math.max(from, this.#waitingFrom), to);
		return [...inMemory, ...waiting];
	}
}
