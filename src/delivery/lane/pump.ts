// Gives away what a lane may send: to whoever offers it, or from the queue to senders.
import type { DeliveryItem, Grant, Leave, Route } from "../../core/delivery.ts";
import { seqOf } from "../../core/ids.ts";
import { bulkInFlightMax, inFlightMax } from "../../core/lane.ts";
import { type DeliveryRow, type deliverySql, toTask } from "./deliveries.sql.ts";
import { AHEAD_MS, type Pace } from "./pace.ts";

/** How soon to look again at what should not have to wait. */
const MISSING_CHECK_MS = 5_000;

/** Until when a sender may report, and since when the delivery had its turn; null after a restart. */
type UnderWay = { until: number; dueAt: number | null };

export class Pump {
	readonly #deliveries: ReturnType<typeof deliverySql>;
	readonly #pace: Pace;
	readonly #leaseMs: number;
	/** What senders have, by sequence number. */
	readonly #underWay = new Map<number, UnderWay>();
	/** Something has its turn and could not be given away: whatever is offered now comes after it. */
	#isLiveWaiting: boolean;
	#isBulkWaiting: boolean;
	/** An ordered lane waits for a message that it was not offered yet. */
	#isMissing = false;

	constructor(
		deliveries: ReturnType<typeof deliverySql>,
		pace: Pace,
		leaseMs: number,
		now: number,
	) {
		this.#deliveries = deliveries;
		this.#pace = pace;
		this.#leaseMs = leaseMs;
		for (const row of deliveries.leasedUntil(now, leaseMs + AHEAD_MS)) {
			this.#underWay.set(row.message_seq, { until: row.due_at, dueAt: null });
		}
		this.#isLiveWaiting = deliveries.due(0, now, 1).length > 0;
		this.#isBulkWaiting = deliveries.due(1, now, 1).length > 0;
	}

	/** Attempts under way: given away, neither reported nor given up. */
	inFlight(now: number): number {
		// In the order of their leases' ends, but for milliseconds.
		for (const [seq, { until }] of this.#underWay) {
			if (until > now) break;
			this.#underWay.delete(seq);
		}
		return this.#underWay.size;
	}

	/** Something waits for room, for its slot, or for what comes before it. */
	get isBacklog(): boolean {
		return this.#isLiveWaiting || this.#isBulkWaiting;
	}

	/** Leave for whoever offers a new message: when it may start, and until when to report. Null: it must wait. */
	grant(item: DeliveryItem, route: Route, now: number): { leave: Leave; until: number } | null {
		if (this.#isLiveWaiting || route.ordered) return null;
		if (this.inFlight(now) >= inFlightMax(route)) return null;
		const [start] = this.#pace.plan(route, now, 1);
		if (start === undefined) return null;
		const until = start.startAt + this.#leaseMs;
		this.#underWay.set(seqOf(item.messageId), { until, dueAt: now });
		const spacingMs = this.#pace.spacingMs(route);
		return { leave: { startAt: this.#pace.take(start), spacingMs }, until };
	}

	/** A delivery was queued that has its turn now. */
	queued(isBulk = false): void {
		if (isBulk) this.#isBulkWaiting = true;
		else this.#isLiveWaiting = true;
	}

	/**
	 * An attempt is over, whatever came of it. With `startAt` only the one that was to start then: one that
	 * reports after its lease ran out does not make room for the attempt that took its place.
	 */
	ended(seq: number, startAt?: number): void {
		if (startAt === undefined || this.#isLease(seq, startAt)) this.#underWay.delete(seq);
	}

	/** An attempt did not begin: since when it had its turn. Null when its lease is over. */
	takeBack(seq: number, startAt: number): Pick<UnderWay, "dueAt"> | null {
		const taken = this.#underWay.get(seq);
		if (taken === undefined || !this.#isLease(seq, startAt)) return null;
		this.#underWay.delete(seq);
		return taken;
	}

	#isLease(seq: number, startAt: number): boolean {
		return this.#underWay.get(seq)?.until === startAt + this.#leaseMs;
	}

	/** Leases what may be sent now. `missingFrom`: an ordered lane goes no further. Awaits nothing. */
	lease(route: Route, now: number, missingFrom: number | null): Grant[] {
		const max = inFlightMax(route);
		const room = max - this.inFlight(now);
		const starts = room > 0 ? this.#pace.plan(route, now, room) : [];
		const rows = route.ordered
			? this.#head(now, starts.length, missingFrom)
			: this.#due(now, starts.length, bulkInFlightMax(max));
		const spacingMs = this.#pace.spacingMs(route);
		return starts.slice(0, rows.length).flatMap((start, i) => {
			const row = rows[i];
			if (row === undefined) return [];
			const startAt = this.#pace.take(start);
			const until = startAt + this.#leaseMs;
			this.#deliveries.lease(row.message_seq, until);
			this.#underWay.set(row.message_seq, { until, dueAt: row.due_at });
			return [{ route, task: toTask(row), startAt, spacingMs }];
		});
	}

	#due(now: number, room: number, bulkMax: number): DeliveryRow[] {
		const live = this.#deliveries.due(0, now, room + 1);
		this.#isLiveWaiting = live.length > room;
		const left = Math.max(
			0,
			Math.min(room - live.length, bulkMax - this.#underWay.size - live.length),
		);
		const bulk = this.#deliveries.due(1, now, left + 1);
		this.#isBulkWaiting = bulk.length > left;
		return [...live.slice(0, room), ...bulk.slice(0, left)];
	}

	/** The first of all, if it has its turn and nothing before it is missing. */
	#head(now: number, room: number, missingFrom: number | null): DeliveryRow[] {
		const row = this.#deliveries.head(0) ?? this.#deliveries.head(1);
		this.#isLiveWaiting = row !== null;
		this.#isBulkWaiting = false;
		this.#isMissing = row !== null && row.message_seq >= (missingFrom ?? Number.POSITIVE_INFINITY);
		return row === null || this.#isMissing || room === 0 || row.due_at > now ? [] : [row];
	}

	/** Senders could not be reached: their deliveries are due again. */
	giveBack(grants: readonly Grant[], at: number): void {
		for (const { task } of grants) {
			const seq = seqOf(task.messageId);
			this.#underWay.delete(seq);
			const row = this.#deliveries.find(seq);
			if (row?.leased === 1) this.#deliveries.put({ ...row, leased: 0, due_at: at });
		}
	}

	/** When to lease again, if no report comes before; null when nothing waits. */
	nextAt(route: Route, now: number): number | null {
		if (route.ordered) return this.#nextOrderedAt(route, now);
		const due = this.#deliveries.nextDueAt();
		if (due === null || due > now) return due;
		const isThrottled = this.#pace.rate(route) !== null;
		const isRoom = this.inFlight(now) < inFlightMax(route);
		if (isThrottled && isRoom && this.#isLiveWaiting) return this.#pace.nextPlanAt(route, now);
		const isBulkRoom = this.inFlight(now) < bulkInFlightMax(inFlightMax(route));
		if (isThrottled && isBulkRoom) return this.#pace.nextPlanAt(route, now);
		// A report makes room, or else the end of a lease.
		return this.#firstLeaseEnd(now);
	}

	#nextOrderedAt(route: Route, now: number): number | null {
		const head = this.#deliveries.head(0) ?? this.#deliveries.head(1);
		if (head === null) return null;
		if (this.inFlight(now) > 0) return this.#firstLeaseEnd(now);
		if (head.due_at > now) return head.due_at;
		// Whoever brings what is missing wakes the lane.
		return this.#isMissing ? now + MISSING_CHECK_MS : this.#pace.nextPlanAt(route, now);
	}

	#firstLeaseEnd(now: number): number {
		if (this.inFlight(now) === 0) return now + MISSING_CHECK_MS;
		return Math.min(...[...this.#underWay.values()].map(({ until }) => until));
	}
}
