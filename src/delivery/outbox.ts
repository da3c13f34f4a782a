// Offers messages to one lane in order; whatever comes while an offer is under way goes with the next.
import { within } from "../core/deadline.ts";
import type { DeliveryItem } from "../core/delivery.ts";
import { type Clock, systemTimer } from "../platform/clock.ts";
import type { LaneRpc } from "../platform/lane-client.ts";

/** Items in one call; the platform limits a call's size, and a smaller one answers sooner. */
const ITEMS_MAX = 200;
/** A lane that takes longer keeps nobody waiting: the alarm sees to its messages. */
const ANSWER_MS_MAX = 1_000;
/** What waited longer may have been offered by the alarm meanwhile. */
const FIRST_MS_MAX = 2_000;

export type Answer = { epoch: string; granted: boolean };
type Waiting = {
	item: DeliveryItem;
	since: number;
	resolve(answer: Answer): void;
	reject(error: unknown): void;
};

export class Outbox {
	/** Makes a stub for each call: one that has failed stays broken. */
	readonly #lane: () => LaneRpc;
	readonly #clock: Clock;
	#waiting: Waiting[] = [];
	#running = false;

	constructor(lane: () => LaneRpc, clock: Clock) {
		this.#lane = lane;
		this.#clock = clock;
	}

	get isIdle(): boolean {
		return !this.#running;
	}

	offer(item: DeliveryItem): Promise<Answer> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ item, since: this.#clock(), resolve, reject });
			if (!this.#running) void this.#run();
		});
	}

	async #run(): Promise<void> {
		this.#running = true;
		for (;;) {
			const batch = this.#waiting.splice(0, ITEMS_MAX);
			const [oldest] = batch;
			if (oldest === undefined) break;
			try {
				const isFirst = this.#clock() - oldest.since < FIRST_MS_MAX;
				const { epoch, granted } = await this.#call(
					batch.map(({ item }) => item),
					isFirst,
				);
				batch.forEach(({ resolve }, i) => {
					resolve({ epoch, granted: granted[i] ?? false });
				});
			} catch (error) {
				for (const { reject } of batch) reject(error);
			}
		}
		this.#running = false;
	}

	/** A lane that was just reset fails one call; the second finds it again. */
	async #call(items: DeliveryItem[], isFirst: boolean) {
		const ask = (first: boolean) =>
			within(this.#lane().offer(items, first), ANSWER_MS_MAX, "a lane's answer", systemTimer);
		try {
			return await ask(isFirst);
		} catch {
			return ask(false);
		}
	}
}
