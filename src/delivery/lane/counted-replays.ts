// Remembers for some seconds what a replay would send: to count is much work, and the same is asked again and again.
import type { ReplayTask } from "../../core/task.ts";
import type { ReplayCount } from "../../platform/lane-client.ts";

const LIFE_MS = 5_000;
const KEPT_MAX = 20;

type Question = Pick<ReplayTask, "kind" | "filter">;

export class CountedReplays {
	/** The oldest first. One that is still counted is waited for. */
	readonly #kept = new Map<string, { at: number; count: Promise<ReplayCount> }>();

	/** @param version of the endpoint: what it wants decides what is missing */
	find(
		{ kind, filter }: Question,
		version: number,
		now: number,
		count: () => Promise<ReplayCount>,
	): Promise<ReplayCount> {
		// «Until now» is another time with each request.
		const to = Math.abs(now - filter.to) < LIFE_MS ? null : filter.to;
		const key = JSON.stringify([kind, version, { ...filter, to }]);
		const known = this.#kept.get(key);
		if (known !== undefined && Math.abs(now - known.at) < LIFE_MS) return known.count;
		const counting = count();
		this.#kept.delete(key);
		this.#kept.set(key, { at: now, count: counting });
		// A failure is not remembered.
		counting.catch(() => {
			if (this.#kept.get(key)?.count === counting) this.#kept.delete(key);
		});
		const [oldest] = this.#kept.keys();
		if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest);
		return counting;
	}
}
