// Offers messages to one lane in order; whatever comes while an offer is under way goes with the next.
import type { DeliveryItem, Leave } from "../../core/delivery.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LaneRpc, OfferTerms } from "../../platform/lane-client.ts";
import { answerForSender } from "./lane-answers.ts";

/** Items in one call; the platform limits a call's size, and a smaller one answers sooner. */
const ITEMS_MAX = 200;
/** What waited longer may have been offered by the alarm meanwhile. */
const FIRST_MS_MAX = 2_000;

/** `leave` is null when the lane sends it itself. */
export type Answer = { epoch: string; leave: Leave | null };
type Waiting = {
	item: DeliveryItem;
	since: number;
	resolve(answer: Answer): void;
	reject(error: unknown): void;
};

type OutboxParts = {
	/** Makes a stub for each call: one that has failed stays broken. */
	lane(): LaneRpc;
	clock: Clock;
	terms(items: DeliveryItem[]): Omit<OfferTerms, "isFirst">;
	answered(items: DeliveryItem[], epoch: string): void;
};

export class Outbox {
	readonly #parts: OutboxParts;
	#waiting: Waiting[] = [];
	#running = false;

	constructor(parts: OutboxParts) {
		this.#parts = parts;
	}

	get isIdle(): boolean {
		return !this.#running;
	}

	offer(item: DeliveryItem): Promise<Answer> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ item, since: this.#parts.clock(), resolve, reject });
			if (!this.#running) void this.#run();
		});
	}

	async #run(): Promise<void> {
		this.#running = true;
		// What was accepted in the same moment goes along.
		await null;
		for (;;) {
			const batch = this.#waiting.splice(0, ITEMS_MAX);
			const [oldest] = batch;
			if (oldest === undefined) break;
			try {
				const isFirst = this.#parts.clock() - oldest.since < FIRST_MS_MAX;
				const items = batch.map(({ item }) => item);
				const { epoch, granted } = await this.#call(items, isFirst);
				// Before the next batch asks what is still unanswered.
				this.#parts.answered(items, epoch);
				batch.forEach(({ resolve }, i) => {
					resolve({ epoch, leave: granted[i] ?? null });
				});
			} catch (error) {
				// A lane that does not answer keeps nobody waiting behind it: verification makes it good.
				for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(error);
			}
		}
		this.#running = false;
	}

	/** A lane that was just reset fails one call; the second finds it again. */
	async #call(items: DeliveryItem[], isFirst: boolean) {
		const terms = this.#parts.terms(items);
		const ask = (first: boolean) =>
			answerForSender(this.#parts.lane().offer(items, { ...terms, isFirst: first }));
		try {
			return await ask(isFirst);
		} catch {
			return ask(false);
		}
	}
}
