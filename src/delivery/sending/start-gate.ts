// Keeps throttled starts apart and in order where they happen: timers may be late, and many at once.
import type { Grant } from "../../core/delivery.ts";
import type { EndpointId } from "../../core/ids.ts";
import { type Place, StartLine } from "../../core/start-line.ts";
import type { Clock } from "../../platform/clock.ts";
import { remember } from "./remember.ts";

/** Endpoints remembered; whoever was not sent to for a while needs no memory. */
const ENDPOINTS_MAX = 5_000;

/** One for each isolate: all senders on a machine share few of them. */
export class StartGate {
	readonly #lines = new Map<EndpointId, StartLine>();

	/** As soon as an attempt is known. Others wait for it until it has come or left. */
	enter({ route, startAt, spacingMs }: Grant): Turn {
		return new Turn(spacingMs > 0 ? this.#lineOf(route.endpointId) : null, { startAt, spacingMs });
	}

	#lineOf(endpointId: EndpointId): StartLine {
		const line = this.#lines.get(endpointId) ?? new StartLine();
		remember(this.#lines, endpointId, line, ENDPOINTS_MAX);
		return line;
	}
}

/** Of one attempt. Each waits by its own timers: no invocation depends on another. */
export class Turn {
	readonly #line: StartLine | null;
	readonly #place: Place;

	constructor(line: StartLine | null, place: Place) {
		this.#line = line;
		this.#place = place;
		line?.enter(place);
	}

	/** Waits until the attempt may start, which it must do at once; false when it was called off before. */
	async come(clock: Clock, isCalledOff: () => boolean): Promise<boolean> {
		let now = clock();
		for (;;) {
			if (isCalledOff()) return false;
			const at = this.#ask(now);
			if (at === null) return true;
			const waitMs = at - now;
			await new Promise((resolve) => setTimeout(resolve, waitMs));
			// A clock that stands still, or a timer that is early, must not make it wait again.
			now = Math.max(at, clock());
		}
	}

	/** The attempt does not start. Without effect when it has. */
	leave(): void {
		this.#line?.leave(this.#place);
	}

	#ask(now: number): number | null {
		if (this.#line !== null) return this.#line.ask(this.#place, now);
		return now < this.#place.startAt ? this.#place.startAt : null;
	}
}
