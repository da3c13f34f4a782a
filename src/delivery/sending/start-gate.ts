// Keeps throttled starts apart where they happen: a sender that is late must not start beside one on time.
import type { EndpointId } from "../../core/ids.ts";
import { askGate, type Gate, OPEN_GATE } from "../../core/throttle.ts";
import type { Clock } from "../../platform/clock.ts";

/** Endpoints remembered; whoever was not sent to for a while needs no memory. */
const ENDPOINTS_MAX = 5_000;

/** One for each isolate: all senders on a machine share few of them. */
export class StartGate {
	readonly #gates = new Map<EndpointId, Gate>();

	/** Waits until the attempt may start. Each waits by its own timers: no invocation depends on another. */
	async pass(endpointId: EndpointId, spacingMs: number, clock: Clock): Promise<void> {
		if (spacingMs <= 0) return;
		let ticket = this.#ask(endpointId, spacingMs, clock(), false);
		while (ticket !== null) {
			await until(ticket, clock);
			ticket = this.#ask(endpointId, spacingMs, Math.max(ticket, clock()), true);
		}
	}

	#ask(endpointId: EndpointId, spacingMs: number, now: number, hasWaited: boolean) {
		const known = this.#gates.get(endpointId) ?? OPEN_GATE;
		const { gate, waitUntil } = askGate(known, spacingMs, now, hasWaited);
		this.#gates.delete(endpointId);
		this.#gates.set(endpointId, gate);
		if (this.#gates.size > ENDPOINTS_MAX) {
			for (const oldest of this.#gates.keys()) {
				this.#gates.delete(oldest);
				break;
			}
		}
		return waitUntil;
	}
}

export async function until(at: number, clock: Clock): Promise<void> {
	const waitMs = at - clock();
	if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
