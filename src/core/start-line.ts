// In which order the attempts of one endpoint start where they are made, and when: as planned, evenly spaced.
import { gateSpacing, isGateOpen, nextGateAt, TIMER_MS } from "./throttle.ts";

/** Starts so close to each other may change places: a timer that is late must not hold up all others. */
const MOMENT_MS = 25;
/** … and further apart, by this share of the time that the first is late: then it is more important to get on. */
const LATE_SHARE = 0.5;
/** Of the time until its turn, what one sleeps: whoever is late would otherwise make all behind it late. */
const SLEEP_SHARE = 0.85;
/** One that has not come for so long has been ended, and never comes. */
const LOST_AFTER_MS = 10_000;

/** Of one attempt. `startAt` is its planned start. */
export type Place = { readonly startAt: number; readonly spacingMs: number };

export class StartLine {
	/** In the order of their planned starts; of equal ones, as they came. */
	readonly #places: Place[] = [];
	#nextAt = 0;

	/** As soon as an attempt is known: what is planned after it waits until it starts or leaves. */
	enter(place: Place): void {
		while ((this.#places[0]?.startAt ?? place.startAt) < place.startAt - LOST_AFTER_MS) {
			this.#places.shift();
		}
		// Nearly always the last.
		let index = this.#places.length;
		while (index > 0 && (this.#places[index - 1]?.startAt ?? 0) > place.startAt) index--;
		this.#places.splice(index, 0, place);
	}

	/** Without effect when it has left before. */
	leave(place: Place): void {
		const index = this.#indexOf(place);
		if (index !== -1) this.#places.splice(index, 1);
	}

	/** Null: it starts now, and has left. Otherwise when to ask again, as things stand. */
	ask(place: Place, now: number): number | null {
		// After a faster limit, or a clock that stepped back, the old spacing holds up nothing. One that just started may
		// have been early by a timer's step, which the next one makes up for.
		this.#nextAt = Math.min(this.#nextAt, now + TIMER_MS + gateSpacing(place.spacingMs));
		const isOpen = isGateOpen(Math.max(this.#nextAt, place.startAt), now);
		if (!isOpen || !this.#isTurn(place, now)) return this.#turnAt(place, now);
		this.leave(place);
		this.#nextAt = nextGateAt(this.#nextAt, place.spacingMs, now);
		return null;
	}

	#isTurn({ startAt }: Place, now: number): boolean {
		const first = this.#places[0]?.startAt ?? startAt;
		return startAt - first <= MOMENT_MS + LATE_SHARE * Math.max(0, now - first);
	}

	#turnAt(place: Place, now: number): number {
		const ahead = Math.max(0, this.#indexOf(place));
		const turnMs = ahead * gateSpacing(place.spacingMs) * SLEEP_SHARE;
		return Math.max(place.startAt, Math.max(this.#nextAt, now) + turnMs, now + TIMER_MS);
	}

	#indexOf(place: Place): number {
		let low = 0;
		let high = this.#places.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#places[middle]?.startAt ?? 0) < place.startAt) low = middle + 1;
			else high = middle;
		}
		return this.#places.indexOf(place, low);
	}
}
