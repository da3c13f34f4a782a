// Keeps throttled starts apart where they happen: a sender that is late must not start beside one on time.
import type { EndpointId } from "../../core/ids.ts";
import { passGate } from "../../core/throttle.ts";
import type { Clock } from "../../platform/clock.ts";

/** Endpoints remembered; whoever was not sent to for a while needs no memory. */
const ENDPOINTS_MAX = 5_000;

/** One for each isolate: all senders on a machine share few of them. */
export class StartGate {
	readonly #nextAt = new Map<EndpointId, number>();

	/** Waits until the attempt may start. Each waits by its own timers: no invocation depends on another. */
	async pass(
		endpointId: EndpointId,
		{ startAt, spacingMs }: { startAt: number; spacingMs: number },
		clock: Clock,
	): Promise<void> {
		await until(startAt, clock);
		// Only now, because a timer may be late, and many at once.
		if (spacingMs > 0) await until(this.#take(endpointId, spacingMs, clock()), clock);
	}

	#take(endpointId: EndpointId, spacingMs: number, now: number): number {
		const { at, nextAt } = passGate(this.#nextAt.get(endpointId) ?? 0, spacingMs, now);
		this.#nextAt.delete(endpointId);
		this.#nextAt.set(endpointId, nextAt);
		if (this.#nextAt.size > ENDPOINTS_MAX) {
			for (const oldest of this.#nextAt.keys()) {
				this.#nextAt.delete(oldest);
				break;
			}
		}
		return at;
	}
}

async function until(at: number, clock: Clock): Promise<void> {
	const waitMs = at - clock();
	if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
