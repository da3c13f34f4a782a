// A lane's parts on real storage, the message store that offers to it and the senders, with a clock of the test's own.
import type { DeliveryItem, Route } from "../../src/core/delivery.ts";
import { seqOf } from "../../src/core/ids.ts";
import { inFlightMax } from "../../src/core/lane.ts";
import { standingOf } from "../../src/delivery/lane/lane-view.ts";
import { type Held, Leaves } from "./lane-leaves.ts";
import { clearLane, makeLane } from "./lane-memory.ts";
import { LaneModel } from "./lane-model.ts";
import { type Gathered, record } from "./lane-senders.ts";
import { BenchStore } from "./lane-store.ts";
import { holdOn } from "./lane-wishes.ts";

/** Longer than an offer is on its way. */
const ON_ITS_WAY_MS = 1_000;
export const T0 = 1_800_000_000_000;
/** What became of an offer: `slow` is still on its way, `unheard` lost its answer. */
export type OfferFate = "heard" | "unheard" | "lost" | "slow";
export type Limits = "throttleRate" | "maxInFlight" | "ordered" | "paused" | "disabled";

export class LaneBench {
	now = T0;
	route: Route;
	isPausedByOperator = false;
	readonly store = new BenchStore();
	readonly leaves = new Leaves();
	readonly model = new LaneModel();
	readonly limits: { at: number; rate: number | null }[];
	readonly recorded: { seq: number; number: number; isSuccess: boolean; isLate: boolean }[] = [];
	/** Reported, and not yet written. */
	readonly gathered: Gathered[] = [];
	/** Order was asked for from the beginning to the end. */
	isStrict: boolean;
	readonly #sql: SqlStorage;
	#epoch = 0;
	/** Nothing was looked up since the start. */
	#isCold = false;
	#isPaceKnown = false;
	#slow: DeliveryItem[] = [];
	#lane: ReturnType<typeof makeLane>;

	constructor(sql: SqlStorage, fields: Partial<Pick<Route, Limits>>) {
		this.#sql = sql;
		clearLane(sql);
		// safe because a lane's parts read nothing else of a route
		this.route = {
			url: "https://example.com/",
			disabled: false,
			paused: false,
			eventTypes: null,
			channels: null,
			...fields,
		} as Route;
		this.isStrict = this.route.ordered;
		this.limits = [{ at: Number.NEGATIVE_INFINITY, rate: this.route.throttleRate }];
		this.#lane = this.#make();
	}

	#make() {
		return makeLane(this.#sql, () => this.now, {
			told: (seq, event) => this.model.told(seq, event),
			attempted: (taskId) => {
				this.model.task(taskId).attempted++;
			},
			dropped: (taskId, count) => {
				this.model.task(taskId).dropped += count;
			},
		});
	}

	/** Its parts, until the next eviction. */
	get lane(): ReturnType<typeof makeLane> {
		return this.#lane;
	}

	/** Changes with each eviction. */
	get epoch(): string {
		return String(this.#epoch);
	}

	get items(): DeliveryItem[] {
		return this.store.items;
	}

	get isOver(): boolean {
		const { deliveries, queue } = this.#lane;
		const isIdle = this.#slow.length === 0 && this.gathered.length === 0;
		return isIdle && deliveries.isEmpty() && queue.granted.length === 0 && !this.store.isOpen;
	}

	standing({ messageId }: DeliveryItem) {
		return standingOf(this.#lane, messageId, this.route, this.now).state;
	}

	/** New messages, in order. */
	offer(count: number, fate: OfferFate = "heard"): void {
		this.arrive();
		const isOffered = !this.route.disabled;
		const items = Array.from({ length: count }, () => this.store.accept(this.now, isOffered));
		for (const item of items) this.model.accepted(seqOf(item.messageId), !isOffered);
		if (!isOffered) return;
		if (fate !== "heard") {
			for (const item of items) this.model.fate(seqOf(item.messageId)).isHandedOverLate = true;
		}
		if (fate === "slow") this.#slow = items;
		else if (fate !== "lost") this.ask(items, true, fate === "heard");
	}

	/** What was on its way reaches the lane. */
	arrive(isFirst = true): void {
		const items = this.#slow;
		this.#slow = [];
		if (items.length > 0) this.ask(items, isFirst, true);
	}

	/** As LaneOffers.offer. */
	ask(items: DeliveryItem[], isFirstOffer: boolean, isHeard: boolean): void {
		const { queue, pump, pace, attempts } = this.#lane;
		const terms = this.store.terms(items, isFirstOffer);
		const isKnowable = this.#isCold || queue.isDeciding(this.now) || this.route.ordered;
		const isFirst = isFirstOffer && !isKnowable;
		this.#isCold = false;
		if (!isFirst) this.flush();
		if (!this.#isPaceKnown && terms.isQuiet && pump.inFlight(this.now) === 0) {
			pace.isKnownSince(attempts.lastStart() ?? Number.NEGATIVE_INFINITY);
		}
		this.#isPaceKnown = true;
		const isHeld = holdOn(this) !== null;
		for (const item of items) {
			if (!isFirst && queue.knows(seqOf(item.messageId))) continue;
			const grant = isHeld ? null : pump.grant(item, this.route, this.now);
			if (grant === null) queue.add(item, this.now);
			else {
				queue.grant(item, grant.until);
				const held = this.#give(
					{ ...item, number: 1, trigger: "scheduled" },
					grant.leave.startAt,
					this.now,
				);
				if (!isHeard) this.leaves.unheard(held);
			}
		}
		queue.setMissing(this.route.ordered ? terms.missingFrom : null);
		if (isHeard) this.store.answered(items, this.epoch, this.now);
	}

	#give(task: Held["task"], startAt: number, grantedAt: number | null): Held {
		const seq = seqOf(task.messageId);
		const isOwn = task.trigger === "scheduled";
		const earlier = this.items.find((item) => this.model.isOwed(seqOf(item.messageId)));
		const first = earlier === undefined ? seq : seqOf(earlier.messageId);
		const terms = {
			max: inFlightMax(this.route),
			behind: this.isStrict && isOwn && first < seq ? first : null,
		};
		this.model.started(seq);
		return this.leaves.add(task, { startAt, grantedAt }, this.now, terms);
	}

	/** As LaneLoop. Answers when it would look again. */
	look(): number | null {
		const { queue, pump, pace, state } = this.#lane;
		this.#isCold = false;
		this.leaves.expire(this.now);
		queue.addExpired(this.now);
		pace.tidy(this.now);
		const hold = holdOn(this);
		if (hold !== null) return hold === "asked" ? pace.pausedUntil : null;
		const grants = pump.lease(this.route, this.now, state.get("missingFrom"));
		for (const { task, startAt } of grants) this.#give(task, startAt, null);
		return pump.nextAt(this.route, this.now);
	}

	/** What was reported is written. */
	flush(): void {
		for (const one of this.gathered.splice(0)) record(this, one);
	}

	pass(ms: number): void {
		if (ms <= 0) return;
		this.flush();
		if (ms > ON_ITS_WAY_MS) this.arrive();
		this.now += ms;
	}

	/** The same storage with a new memory. The message store waits until what is forgotten must be over. */
	evict(): void {
		for (const { held } of this.gathered.splice(0)) this.leaves.lose(held);
		const { queue, deliveries } = this.#lane;
		for (const { item } of queue.granted) this.model.fate(seqOf(item.messageId)).isForgotten = true;
		this.leaves.forget((seq) => deliveries.find(seq)?.leased === 1);
		this.#epoch++;
		this.#isPaceKnown = false;
		this.#isCold = true;
		this.#lane = this.#make();
		// Its call failed, and is repeated.
		this.arrive(false);
	}
}
