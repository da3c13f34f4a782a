// Sees to it that every lane gets what is theirs, and keeps what is not yet durable there in sight.
import { within } from "../core/deadline.ts";
import type { DeliveryItem, Grant, MessageRecord, Route } from "../core/delivery.ts";
import { type EndpointId, seqOf } from "../core/ids.ts";
import { judgeOffer, Unsettled } from "../core/unsettled.ts";
import { type Clock, systemTimer } from "../platform/clock.ts";
import type { Lanes } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";
import { endpointsOf, type messageSql, toMessageRecord } from "./message-store.sql.ts";
import { Outbox } from "./outbox.ts";

const LANES_AT_ONCE = 25;
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
	#isRecovered = false;

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
		return this.#collect(routes, item, (route) => this.#outbox(route.endpointId).offer(item));
	}

	/** The same for a message that may have been offered before. */
	async offerAgain(routes: readonly Route[], record: MessageRecord): Promise<Grant[]> {
		const item = toItem(record);
		return this.#collect(routes, item, async (route) => {
			const lane = this.#lanes.of(route.endpointId);
			const { epoch, granted } = await lane.offer([item], false);
			return { epoch, granted: granted[0] ?? false };
		});
	}

	async #collect(
		routes: readonly Route[],
		item: DeliveryItem,
		ask: (route: Route) => Promise<{ epoch: string; granted: boolean }>,
	): Promise<Grant[]> {
		const seq = seqOf(item.messageId);
		const grants = routes.map(async (route): Promise<Grant | null> => {
			try {
				const { epoch, granted } = await ask(route);
				this.#unsettled.answered(seq, route.endpointId, epoch, this.#clock());
				return granted ? { route, task: { ...item, number: 1, trigger: "scheduled" } } : null;
			} catch (error) {
				logError("offer_failed", error, { endpointId: route.endpointId });
				return null;
			}
		});
		return (await Promise.all(grants)).filter((grant) => grant !== null);
	}

	#outbox(endpointId: EndpointId): Outbox {
		let outbox = this.#outboxes.get(endpointId);
		if (outbox === undefined) {
			outbox = new Outbox(() => this.#lanes.of(endpointId), this.#clock);
			this.#outboxes.set(endpointId, outbox);
		}
		return outbox;
	}

	/** Asks each lane what is durable there; offers again what a lane has lost. */
	async verify(routes: readonly Route[]): Promise<void> {
		const byId = new Map(routes.map((route) => [route.endpointId, route]));
		const endpointIds = this.#unsettled.endpoints();
		for (let i = 0; i < endpointIds.length; i += LANES_AT_ONCE) {
			const some = endpointIds.slice(i, i + LANES_AT_ONCE);
			await Promise.all(some.map((id) => this.#verifyLane(id, byId.get(id))));
		}
		for (const [endpointId, outbox] of this.#outboxes) {
			if (outbox.isIdle) this.#outboxes.delete(endpointId);
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
			const lost: DeliveryItem[] = [];
			const settled: number[] = [];
			for (const { seq, offer } of offers) {
				const isOpen = openSeqs.has(seq);
				const verdict = judgeOffer(offer, { epoch, isOpen }, now, this.#patienceMs);
				if (verdict === "open") continue;
				settled.push(seq);
				const row = verdict === "recover" ? this.#sql.findBySeq(seq, false) : null;
				if (row !== null) lost.push(toItem(toMessageRecord(row)));
			}
			// An endpoint that is gone has no route, and nothing is owed to it.
			if (lost.length > 0 && route !== undefined) {
				await within(lane.recover(lost), STATE_MS_MAX, "a lane's recovery", systemTimer);
			}
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
