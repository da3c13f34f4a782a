// Sees to it that every lane gets what is theirs, and keeps what is not yet durable there in sight.
import type { DeliveryItem, Grant, MessageRecord, Route } from "../../core/delivery.ts";
import { type EndpointId, seqOf } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Lanes, OfferTerms } from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";
import { InSight } from "./in-sight.ts";
import { answerInTime } from "./lane-answers.ts";
import { LaneChecks } from "./lane-checks.ts";
import type { messageSql } from "./message-store.sql.ts";
import { type Answer, Outbox } from "./outbox.ts";

export class HandOver {
	readonly #lanes: Lanes;
	readonly #clock: Clock;
	readonly #inSight: InSight;
	readonly #checks: LaneChecks;
	readonly #outboxes = new Map<EndpointId, Outbox>();
	readonly #newestRoutes = new Map<EndpointId, Route>();

	/** @param patienceMs after this, an attempt of a lane that lost its memory is certainly over */
	constructor(
		sql: ReturnType<typeof messageSql>,
		lanes: Lanes,
		clock: Clock,
		patienceMs: number,
		inSight = new InSight(sql),
	) {
		this.#lanes = lanes;
		this.#clock = clock;
		this.#inSight = inSight;
		this.#checks = new LaneChecks({ sql, lanes, clock, patienceMs, inSight });
	}

	get isOpen(): boolean {
		return this.#inSight.isOpen;
	}

	/** The oldest message that is not settled, or `next` when all are. */
	lowest(next: number): number {
		return this.#inSight.lowest(next);
	}

	/**
	 * Takes a new message in sight. Must be called in the order of acceptance. False when so much is open that it
	 * must wait: `verify` hands it over.
	 */
	add(seq: number, endpointIds: readonly EndpointId[], at: number): boolean {
		return this.#inSight.add(seq, endpointIds, at);
	}

	/** Once after a restart: everything that the last message saw as open is open again. */
	recover(): void {
		this.#inSight.recover();
	}

	/** Messages of a span that the lane has not answered for: numbers from (inclusive), to (exclusive). */
	unanswered(endpointId: EndpointId, from: number, to: number): number[] {
		return this.#inSight.unanswered(endpointId, from, to);
	}

	/** True when a message that is for the endpoint is not known to be safe in its lane. */
	isOpenAt(endpointId: EndpointId, seq: number): boolean {
		return this.#inSight.isOpenAt(endpointId, seq);
	}

	/** Offers a message to lanes in parallel. A lane that does not answer is asked again by `verify`. */
	async offer(routes: readonly Route[], record: MessageRecord): Promise<Grant[]> {
		const item = toItem(record);
		return this.#collect(routes, item, (route) => this.#outbox(route).offer(item));
	}

	/**
	 * The same for a message that may have been offered before. A lane that has answered is not asked: when it
	 * lost its memory since, an attempt may be under way, and `verify` waits until it cannot be.
	 */
	async offerAgain(routes: readonly Route[], record: MessageRecord): Promise<Grant[]> {
		const item = toItem(record);
		const seq = seqOf(item.messageId);
		const unanswered = routes.filter(({ endpointId }) =>
			this.#inSight.unsettled.isUnanswered(seq, endpointId),
		);
		return this.#collect(unanswered, item, async (route) => {
			const lane = this.#lanes.of(route.endpointId);
			const terms = { ...this.#terms(route, [item], false), isFirst: false };
			const { epoch, granted } = await answerInTime(lane.offer([item], terms));
			this.#answered([item], route.endpointId, epoch);
			return { epoch, leave: granted[0] ?? null };
		});
	}

	#answered(items: readonly DeliveryItem[], endpointId: EndpointId, epoch: string): void {
		const now = this.#clock();
		for (const { messageId } of items) {
			this.#inSight.unsettled.answered(seqOf(messageId), endpointId, epoch, now);
		}
	}

	#terms(route: Route, items: DeliveryItem[], isFirst: boolean): Omit<OfferTerms, "isFirst"> {
		const { unsettled } = this.#inSight;
		const seqs = new Set(items.map(({ messageId }) => seqOf(messageId)));
		const { endpointId } = route;
		const isQuiet = unsettled.isQuiet(endpointId, seqs, isFirst);
		return { route, isQuiet, missingFrom: unsettled.missingFrom(endpointId, seqs) };
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
	 * Asks some of the lanes what is durable there, and offers again what a lane has lost.
	 * @returns true when more is to be done at once
	 */
	async verify(routes: readonly Route[]): Promise<boolean> {
		const isMore = await this.#checks.round(routes);
		this.#forgetOutboxes();
		return this.#inSight.refill() || isMore;
	}

	#forgetOutboxes(): void {
		for (const [endpointId, outbox] of this.#outboxes) {
			if (!outbox.isIdle) continue;
			this.#outboxes.delete(endpointId);
			this.#newestRoutes.delete(endpointId);
		}
	}
}

function toItem(record: MessageRecord): DeliveryItem {
	const { id, eventType, channels, tags } = record;
	return { messageId: id, eventType, channels, tags };
}
