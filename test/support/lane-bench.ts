// A lane's parts on real storage, the message store that offers to it and the senders, with a clock of the test's own.
import type { DeliveryItem, Route } from "../../src/core/delivery.ts";
import { type EndpointId, type MessageId, nextSeq, seqOf, toId } from "../../src/core/ids.ts";
import { holdOf } from "../../src/core/lane.ts";
import { judgeOffer, Unsettled } from "../../src/core/unsettled.ts";
import { PATIENCE_MS, toReport } from "./delivery.ts";
import { type Held, Leaves } from "./lane-leaves.ts";
import { makeLane } from "./lane-memory.ts";

export const T0 = 1_800_000_000_000;
const ENDPOINT: EndpointId = "ep_1";

export class LaneBench {
	now = T0;
	route: Route;
	readonly items: DeliveryItem[] = [];
	readonly leaves = new Leaves();
	readonly limits: { at: number; rate: number | null }[];
	readonly recorded: { seq: number; number: number; isSuccess: boolean; isLate: boolean }[] = [];
	readonly exhausted = new Set<number>();
	readonly #sql: SqlStorage;
	readonly #unsettled = new Unsettled();
	#lastSeq = 0;
	#epoch = 0;
	#isPaceKnown = false;
	#lane: ReturnType<typeof makeLane>;

	constructor(sql: SqlStorage, fields: Partial<Route>) {
		this.#sql = sql;
		const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'attempts_*'";
		for (const { name } of [...sql.exec<{ name: string }>(tables)]) sql.exec(`DROP TABLE ${name}`);
		for (const name of ["deliveries", "cancelled", "state"]) {
			sql.exec(`DROP TABLE IF EXISTS ${name}`);
		}
		// safe because a lane's parts read nothing else of a route
		this.route = {
			url: "https://example.com/",
			disabled: false,
			paused: false,
			...fields,
		} as Route;
		this.limits = [{ at: Number.NEGATIVE_INFINITY, rate: this.route.throttleRate }];
		this.#lane = this.#make();
	}

	#make() {
		return makeLane(
			this.#sql,
			() => this.now,
			(seq) => this.exhausted.add(seq),
		);
	}

	get isOver(): boolean {
		const { deliveries, queue } = this.#lane;
		return deliveries.isEmpty() && queue.granted.length === 0 && this.#unsettled.size === 0;
	}

	/** New messages, in order. */
	offer(count: number): void {
		const items = Array.from({ length: count }, (): DeliveryItem => {
			this.#lastSeq = nextSeq(this.#lastSeq, this.now);
			const messageId: MessageId = toId("msg", this.#lastSeq, new Uint8Array(16));
			this.#unsettled.add(this.#lastSeq, [ENDPOINT], this.now);
			return { messageId, eventType: "user.created", channels: null, tags: null };
		});
		this.items.push(...items);
		this.#ask(items, true);
	}

	/** A message once more; not while what the lane has forgotten may be under way. */
	repeat(item: DeliveryItem): void {
		const seq = seqOf(item.messageId);
		const open = this.#unsettled.offersTo(ENDPOINT).find((each) => each.seq === seq);
		const lane = { epoch: String(this.#epoch), isOpen: false };
		const isEarly =
			open !== undefined && judgeOffer(open.offer, lane, this.now, this.#patienceMs) === "open";
		if (!isEarly) this.#ask([item], false);
	}

	get #patienceMs(): number {
		return this.route.ordered ? 0 : PATIENCE_MS;
	}

	/** As EndpointLane.offer. */
	#ask(items: DeliveryItem[], isFirst: boolean): void {
		const { queue, pump, pace, attempts } = this.#lane;
		const seqs = new Set(items.map(({ messageId }) => seqOf(messageId)));
		const isQuiet = this.#unsettled.isQuiet(ENDPOINT, seqs, isFirst);
		if (!this.#isPaceKnown && isQuiet && pump.inFlight(this.now) === 0) {
			pace.isKnownSince(attempts.lastStart() ?? Number.NEGATIVE_INFINITY);
		}
		this.#isPaceKnown = true;
		const isHeld = this.#isHeld();
		for (const item of items) {
			if (!isFirst && queue.knows(seqOf(item.messageId))) continue;
			const grant = isHeld ? null : pump.grant(item, this.route, this.now);
			if (grant === null) queue.add(item, this.now);
			else {
				queue.grant(item, grant.until);
				this.leaves.add(
					{ ...item, number: 1, trigger: "scheduled" },
					grant.leave.startAt,
					this.now,
					this.now,
				);
			}
		}
		for (const seq of seqs) {
			this.#unsettled.answered(seq, ENDPOINT, String(this.#epoch), this.now);
		}
	}

	#isHeld(): boolean {
		const lane = { pausedUntil: this.#lane.pace.pausedUntil, isPausedByOperator: false };
		return holdOf(this.route, { ...lane, isDisabling: false }, this.now) !== null;
	}

	/** As the lane's alarm. Answers when it would look again. */
	look(): number | null {
		const { queue, pump, pace } = this.#lane;
		this.leaves.expire(this.now);
		queue.addExpired(this.now);
		pace.tidy(this.now);
		if (this.#isHeld()) return pace.pausedUntil;
		const grants = pump.lease(this.route, this.now, null);
		for (const { task, startAt } of grants) this.leaves.add(task, startAt, null, this.now);
		return pump.nextAt(this.route, this.now);
	}

	/** What came of an attempt, which must have begun. As LaneReports. */
	report(held: Held, status: number, retryAfter: string | null = null): void {
		const { queue, pump, recorder } = this.#lane;
		this.now = Math.max(this.now, held.startAt);
		this.leaves.expire(this.now);
		this.leaves.end(held);
		const { task, url, outcome } = toReport(held.task, status);
		if (retryAfter !== null) outcome.responseHeaders.push(["retry-after", retryAfter]);
		const isLate = held.until <= this.now;
		pump.ended(held.seq, held.startAt);
		const isGranted = queue.isGranted(held.seq);
		const { startAt } = held;
		const report = { task, startAt, url, outcome: { ...outcome, startedAt: startAt } };
		const dueAt = recorder.record(report, this.route, isGranted);
		queue.settle(held.seq);
		if (dueAt !== null && dueAt <= this.now) pump.queued();
		const isSuccess = outcome.failure === null;
		this.recorded.push({ seq: held.seq, number: task.number, isSuccess, isLate });
	}

	/** Messages that a person asked for again while the lane knew nothing of them: what a restart forgot may be under way. */
	readonly askedBlindly = new Set<number>();

	resend(item: DeliveryItem): void {
		const seq = seqOf(item.messageId);
		if (!this.#lane.queue.knows(seq)) this.askedBlindly.add(seq);
		this.#lane.queue.resend(item);
	}

	/** A change of the endpoint. */
	change(fields: Partial<Pick<Route, "throttleRate" | "paused">>): void {
		const before = this.route;
		this.route = { ...before, ...fields };
		this.limits.push({ at: this.now, rate: this.route.throttleRate });
		this.#lane.pace.changed(this.route, before);
	}

	/** The same storage with a new memory. The message store waits until what is forgotten must be over. */
	evict(): void {
		this.leaves.forget();
		this.#epoch++;
		this.#isPaceKnown = false;
		this.#lane = this.#make();
	}

	/** As HandOver.verify, and EndpointLane.state and recover. */
	verify(): void {
		const { queue } = this.#lane;
		queue.addExpired(this.now);
		const open = new Set(queue.granted.map(({ item }) => seqOf(item.messageId)));
		for (const { seq, offer } of this.#unsettled.offersTo(ENDPOINT)) {
			const lane = { epoch: String(this.#epoch), isOpen: open.has(seq) };
			const verdict = judgeOffer(offer, lane, this.now, this.#patienceMs);
			if (verdict === "open") continue;
			if (verdict === "recover") this.#recover(seq);
			this.#unsettled.settle(seq, ENDPOINT);
		}
	}

	#recover(seq: number): void {
		const { queue } = this.#lane;
		const item = this.items.find(({ messageId }) => seqOf(messageId) === seq);
		const lease = queue.find(seq);
		if (lease !== null) queue.keep(lease);
		else if (item !== undefined && !queue.isDurable(seq)) queue.add(item, this.now);
	}
}
