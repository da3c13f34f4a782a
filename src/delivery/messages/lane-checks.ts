// Asks lanes what is durable there, and gives them once more what they have lost.
import type { DeliveryItem, Route } from "../../core/delivery.ts";
import { type EndpointId, seqOf } from "../../core/ids.ts";
import { mapSome } from "../../core/map-some.ts";
import { judgeOffer, patienceFor } from "../../core/unsettled.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Lanes } from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";
import type { InSight } from "./in-sight.ts";
import { answerInTime } from "./lane-answers.ts";
import { toItem } from "./message-rows.sql.ts";
import type { messageSql } from "./message-store.sql.ts";

const LANES_AT_ONCE = 50;
const RECOVERED_AT_ONCE = 1_000;
/** Lanes asked in one round: more than get a message meanwhile, so that most are asked before they fall asleep. */
const LANES_MAX = 1_000;

export type LaneCheckParts = {
	sql: ReturnType<typeof messageSql>;
	lanes: Lanes;
	clock: Clock;
	/** After this, an attempt of a lane that lost its memory is certainly over. */
	patienceMs: number;
	inSight: InSight;
};

export class LaneChecks {
	readonly #parts: LaneCheckParts;
	/** Where the last round ended; empty when it asked all. */
	#last = "";

	constructor(parts: LaneCheckParts) {
		this.#parts = parts;
	}

	/**
	 * One call asks a part of many lanes, the next call goes on: what is wrong with all of them is not made worse
	 * by waking them all.
	 * @returns true when there are lanes that were not asked
	 */
	async round(routes: readonly Route[]): Promise<boolean> {
		const byId = new Map(routes.map((route) => [route.endpointId, route]));
		const { unsettled } = this.#parts.inSight;
		const now = this.#parts.clock();
		// Others would only be woken: what the queue has for them is still on its way.
		const all = unsettled
			.endpoints()
			.filter((id) => unsettled.isDecidable(id, now, this.#patienceMs(byId.get(id))));
		const from = Math.max(
			0,
			all.findIndex((id) => id > this.#last),
		);
		const endpointIds = all.slice(from, from + LANES_MAX);
		await mapSome(endpointIds, LANES_AT_ONCE, (id) => this.#check(id, byId.get(id)));
		this.#last = endpointIds.length < all.length ? (endpointIds.at(-1) ?? "") : "";
		return endpointIds.length < all.length;
	}

	/** An ordered lane sends by itself only: nobody else can have begun what it has not answered for. */
	#patienceMs(route: Route | undefined): number {
		return route?.ordered === true ? 0 : this.#parts.patienceMs;
	}

	async #check(endpointId: EndpointId, route: Route | undefined): Promise<void> {
		const { inSight, lanes } = this.#parts;
		try {
			const offers = inSight.unsettled.offersTo(endpointId);
			const { epoch, open } = await answerInTime(lanes.of(endpointId).state());
			const openSeqs = new Set(open.map(seqOf));
			const { settled, lost } = this.#judge(offers, { epoch, openSeqs }, route);
			// An endpoint that is gone has no route, and nothing is owed to it.
			if (route !== undefined) await this.#recover(route, lost, settled);
			for (const seq of settled) inSight.unsettled.settle(seq, endpointId);
		} catch (error) {
			logError("verify_lane_failed", error, { endpointId });
		}
	}

	#judge(
		offers: ReturnType<InSight["unsettled"]["offersTo"]>,
		lane: { epoch: string; openSeqs: ReadonlySet<number> },
		route: Route | undefined,
	): { settled: number[]; lost: DeliveryItem[] } {
		const { clock, sql } = this.#parts;
		const now = clock();
		const settled: number[] = [];
		const lost: DeliveryItem[] = [];
		for (const { seq, offer } of offers) {
			const state = { epoch: lane.epoch, isOpen: lane.openSeqs.has(seq) };
			const patienceMs = patienceFor(offer, route?.ordered === true, this.#parts.patienceMs);
			const verdict = judgeOffer(offer, state, now, patienceMs);
			if (verdict === "open") continue;
			settled.push(seq);
			const row = verdict === "recover" ? sql.findBySeq(seq, false) : null;
			if (row !== null) lost.push(toItem(row));
		}
		return { settled, lost };
	}

	/** In parts, so that each is done in time. An ordered lane hears in any case how far it may go now. */
	async #recover(route: Route, lost: readonly DeliveryItem[], settled: number[]): Promise<void> {
		const { endpointId } = route;
		const { lanes, inSight } = this.#parts;
		const { unsettled } = inSight;
		const gone = new Set(settled);
		for (const { messageId } of lost) gone.delete(seqOf(messageId));
		for (let i = 0; i < lost.length || (i === 0 && route.ordered && settled.length > 0); ) {
			const part = lost.slice(i, i + RECOVERED_AT_ONCE);
			for (const { messageId } of part) gone.add(seqOf(messageId));
			const missing = route.ordered ? unsettled.missingFrom(endpointId, gone) : null;
			await answerInTime(lanes.of(endpointId).recover(part, missing));
			for (const { messageId } of part) unsettled.settle(seqOf(messageId), endpointId);
			i += RECOVERED_AT_ONCE;
		}
	}
}
