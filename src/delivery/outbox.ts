// Offers messages to one lane in order; whatever comes while an offer is under way goes with the next.
import type { DeliveryItem, Route } from "../core/delivery.ts";
import type { LaneRpc } from "../platform/lane-client.ts";

/** Items in one call; the platform limits a call's size, and a smaller one answers sooner. */
const ITEMS_MAX = 200;

export type Answer = { epoch: string; granted: boolean };
type Waiting = {
	route: Route;
	item: DeliveryItem;
	resolve(answer: Answer): void;
	reject(error: unknown): void;
};

export class Outbox {
	readonly #lane: LaneRpc;
	#waiting: Waiting[] = [];
	#running = false;

	constructor(lane: LaneRpc) {
		this.#lane = lane;
	}

	get isIdle(): boolean {
		return !this.#running;
	}

	offer(route: Route, item: DeliveryItem): Promise<Answer> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ route, item, resolve, reject });
			if (!this.#running) void this.#run();
		});
	}

	async #run(): Promise<void> {
		this.#running = true;
		for (;;) {
			const batch = this.#waiting.splice(0, ITEMS_MAX);
			// The last one's route is the newest: the endpoint may have changed while others waited.
			const route = batch.at(-1)?.route;
			if (route === undefined) break;
			try {
				const items = batch.map(({ item }) => item);
				const { epoch, granted } = await this.#lane.offer(route, items, true);
				batch.forEach(({ resolve }, i) => {
					resolve({ epoch, granted: granted[i] ?? false });
				});
			} catch (error) {
				for (const { reject } of batch) reject(error);
			}
		}
		this.#running = false;
	}
}
