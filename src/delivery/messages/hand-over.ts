// Sees to it that every lane gets what is theirs, and keeps what is not yet durable there in sight.
import { within } from "../../core/deadline.ts";
import type { DeliveryItem, Grant, MessageRecord, Route } from "../../core/delivery.ts";
import { type EndpointId, seqOf } from "../../core/ids.ts";
import { judgeOffer, Unsettled } from "../../core/unsettled.ts";
import { type Clock, systemTimer } from "../../platform/clock.ts";
import type { Lanes, OfferTerms } from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";
import { endpointsOf, type messageSql, toMessageRecord } from "./message-store.sql.ts";
import { type Answer, Outbox } from "./outbox.ts";

const LANES_AT_ONCE = 25;
const RECOVERED_AT_ONCE = 1_000;
/** Lanes asked in one round of verification. */
const LANES_MAX = 250;
/** A lane that takes longer keeps nobody waiting: the alarm sees to its messages. */
const ANSWER_MS_MAX = 2_000;
/** One lane that does not answer must not hold up the others. */
const STATE_MS_MAX = 5_000;

export class HandOver {
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #lanes: Lanes;
	readonly #clock: Clock;
	/** After this, an attempt of a lane that lost its memory is certainly over. */
	readonly #patienceMs: number;
	readonly #unsettled = new Unsettled();
	readonly #outboxes = new Map<EndpointId, Outbox>();
	readonly #newestRoutes = new Map<EndpointId, Route>();
	#isRecovered = false;
	/** Where the last round of verification ended; empty when it asked all. */
	#lastVerified = "";

	constructor(sql: ReturnType<typeof messageSql>, lanes: Lanes, clock: Clock, patienceMs: number) {
		this.#sql = sql;
		this.#lanes = lanes;
		this.#clock = clock;
		this.#patienceMs = patienceMs;
	}

	get isOpen(): boolean {
		return this.#unsettled.size > 0;
	}

	/** The oldest message that is not settled, or `next` when all are. */
	lowest(next: number): number {
		return this.#unsettled.lowest(next);
	}

	/** Takes a new message in sight. Must be called in the order of acceptance. */
	add(seq: number, endpointIds: readonly EndpointId[], at: number): void {
		this.#unsettled.add(seq, endpointIds, at);
	}

	/** Once after a restart: everything that the last message saw as open is open again. */
	recover(): void {
		if (this.#isRecovered) return;
		this.#isRecovered = true;
		const last = this.#sql.lastRow();
		if (last === null || this.isOpen) return;
		for (const row of this.#sql.routesSince(last.unsettled_from)) {
			this.#unsettled.add(row.seq, endpointsOf(row), toMessageRecord(row).createdAt);
		}
	}

	/** Offers a message to lanes in parallel. A lane that does not answer is asked again by `verify`. */
	async offer(routes: readonly Route[], record: MessageRecord): Promise<Grant[]> {
		const item = toItem(record);
		return this.#collect(routes, item, (route) => this.#outbox(route).offer(item));
	}

	/** The same for a message that may have been offered before. */
	async offerAgain(routes: readonly Route[], record: MessageRecord): Promise<Grant[]> {
		const item = toItem(record);
		return this.#collect(routes, item, async (route) => {
			const lane = this.#lanes.of(route.endpointId);
			const terms = { ...this.#terms(route, [item], false), isFirst: false };
			const answer = lane.offer([item], terms);
			const { epoch, granted } = await within(
				answer,
				ANSWER_MS_MAX,
				"a lane's answer",
				systemTimer,
			);
			this.#answered([item], route.endpointId, epoch);
			return { epoch, leave: granted[0] ?? null };
		});
	}

	#answered(items: readonly DeliveryItem[], endpointId: EndpointId, epoch: string): void {
		const now = this.#clock();
		for (const { messageId } of items) {
			this.#unsettled.answered(seqOf(messageId), endpointId, epoch, now);
		}
	}

	#terms(route: Route, items: DeliveryItem[], isFirst: boolean): Omit<OfferTerms, "isFirst"> {
		const seqs = new Set(items.map(({ messageId }) => seqOf(messageId)));
		const { endpointId } = route;
		const isQuiet = this.#unsettled.isQuiet(endpointId, seqs, isFirst);
		return { route, isQuiet, missingFrom: this.#unsettled.missingFrom(endpointId, seqs) };
	}

	async #collect(
		routes: readonly Route[],
		item: DeliveryItem,
		ask: (route: Route) => Promise<Answer>,
	): Promise<Grant[]> {
		const grants = routes.map(async (route): Promise<Grant | null> => {
			try {
				const { leave } = await ask(route);
				if (leave === null) return null;
				return { route, task: { ...item, number: 1, trigger: "scheduled" }, ...leave };
			} catch (error) {
				logError("offer_failed", error, { endpointId: route.endpointId });
				return null;
			}
		});
		return (await Promise.all(grants)).filter((grant) => grant !== null);
	}

	#outbox(route: Route): Outbox {
		const { endpointId } = route;
		// What waits goes with the newest route.
		this.#newestRoutes.set(endpointId, route);
		let outbox = this.#outboxes.get(endpointId);
		if (outbox === undefined) {
			outbox = new Outbox({
				lane: () => this.#lanes.of(endpointId),
				clock: this.#clock,
				terms: (items) => this.#terms(this.#newestRoutes.get(endpointId) ?? route, items, true),
				answered: (items, epoch) => this.#answered(items, endpointId, epoch),
			});
			this.#outboxes.set(endpointId, outbox);
		}
		return outbox;
	}

	/**
	 * Asks lanes what is durable there; offers again what a lane has lost. One call asks a part of many lanes,
	 * the next call goes on: what is wrong with all of them is not made worse by waking them all.
	 * @returns true when there are lanes that were not asked
	 */
	async verify(routes: readonly Route[]): Promise<boolean> {
		const byId = new Map(routes.map((route) => [route.endpointId, route]));
		const all = this.#unsettled.endpoints();
		const from = all.findIndex((id) => id > this.#lastVerified);
		const endpointIds = all.slice(Math.max(0, from), Math.max(0, from) + LANES_MAX);
		for (let i = 0; i < endpointIds.length; i += LANES_AT_ONCE) {
			const some = endpointIds.slice(i, i + LANES_AT_ONCE);
			await Promise.all(some.map((id) => this.#verifyLane(id, byId.get(id))));
		}
		this.#lastVerified = endpointIds.length < all.length ? (endpointIds.at(-1) ?? "") : "";
		this.#forgetOutboxes();
		return endpointIds.length < all.length;
	}

	#forgetOutboxes(): void {
		for (const [endpointId, outbox] of this.#outboxes) {
			if (!outbox.isIdle) continue;
			this.#outboxes.delete(endpointId);
			this.#newestRoutes.delete(endpointId);
		}
	}

	/** In parts, so that each is done in time. An ordered lane hears in any case how far it may go now. */
	async #recover(route: Route, lost: readonly DeliveryItem[], settled: number[]): Promise<void> {
		const { endpointId } = route;
		const gone = new Set(settled);
		for (const { messageId } of lost) gone.delete(seqOf(messageId));
		for (let i = 0; i < lost.length || (i === 0 && route.ordered && settled.length > 0); ) {
			const part = lost.slice(i, i + RECOVERED_AT_ONCE);
			for (const { messageId } of part) gone.add(seqOf(messageId));
			const missing = route.ordered ? this.#unsettled.missingFrom(endpointId, gone) : null;
			const recovery = this.#lanes.of(endpointId).recover(part, missing);
			await within(recovery, STATE_MS_MAX, "a lane's recovery", systemTimer);
			for (const { messageId } of part) this.#unsettled.settle(seqOf(messageId), endpointId);
			i += RECOVERED_AT_ONCE;
		}
	}

	async #verifyLane(endpointId: EndpointId, route: Route | undefined): Promise<void> {
		try {
			const offers = this.#unsettled.offersTo(endpointId);
			const lane = this.#lanes.of(endpointId);
			const waited = within(lane.state(), STATE_MS_MAX, "a lane's state", systemTimer);
			const { epoch, open } = await waited;
			const openSeqs = new Set(open.map(seqOf));
			const now = this.#clock();
			// An ordered lane sends by itself only: nobody else can have begun.
			const patienceMs = route?.ordered === true ? 0 : this.#patienceMs;
			const lost: DeliveryItem[] = [];
			const settled: number[] = [];
			for (const { seq, offer } of offers) {
				const isOpen = openSeqs.has(seq);
				const verdict = judgeOffer(offer, { epoch, isOpen }, now, patienceMs);
				if (verdict === "open") continue;
				settled.push(seq);
				const row = verdict === "recover" ? this.#sql.findBySeq(seq, false) : null;
				if (row !== null) lost.push(toItem(toMessageRecord(row)));
			}
			// An endpoint that is gone has no route, and nothing is owed to it.
			if (route !== undefined) await this.#recover(route, lost, settled);
			for (const seq of settled) this.#unsettled.settle(seq, endpointId);
		} catch (error) {
			logError("verify_lane_failed", error, { endpointId });
		}
	}
}

function toItem(record: MessageRecord): DeliveryItem {
	const { id, eventType, channels, tags } = record;
	return { messageId: id, eventType, channels, tags };
}
