// What a lane answers when messages are offered to it, and what of them has no durable trace yet.
import type { DeliveryItem } from "../../core/delivery.ts";
import { seqOf } from "../../core/ids.ts";
import type { Clock } from "../../platform/clock.ts";
import type { LaneState, OfferTerms } from "../../platform/lane-client.ts";
import type { LaneLoop } from "./lane-loop.ts";
import type { LaneParts } from "./lane-parts.ts";
import type { LaneReports } from "./lane-reports.ts";

export class LaneOffers {
	readonly #parts: LaneParts;
	readonly #loop: LaneLoop;
	readonly #reports: LaneReports;
	readonly #clock: Clock;
	/** Changes when the object lost its memory; MessageStore compares it. */
	readonly #epoch = crypto.randomUUID();
	#isPaceKnown = false;

	constructor(parts: LaneParts, loop: LaneLoop, reports: LaneReports, clock: Clock) {
		this.#parts = parts;
		this.#loop = loop;
		this.#reports = reports;
		this.#clock = clock;
	}

	async offer(items: DeliveryItem[], terms: OfferTerms) {
		const { routes, queue, pump, switches } = this.#parts;
		const before = this.#clock();
		routes.see(terms.route, before);
		const known = routes.known(before);
		const route = known === undefined ? await routes.read(before) : known;
		const knownSwitch = switches.known(before);
		const isPaused = knownSwitch ?? (await switches.isPaused(before));
		// From here on nothing awaits: look and decide are one step.
		const now = this.#clock();
		const nothing = items.map(() => null);
		if (route === null) return { epoch: this.#epoch, granted: nothing };
		// While this waited, the same may have been offered again, cancelled, or asked for;
		// what an ordered lane has not answered for is recovered while it is on its way.
		const isCold = known === undefined || knownSwitch === undefined;
		const isKnowable = isCold || queue.isDeciding(now) || route.ordered;
		const isFirst = terms.isFirst && !isKnowable;
		if (!isFirst) this.#reports.flush();
		this.#learnPace(terms.isQuiet, now);
		const hold = this.#loop.hold(route, isPaused, now);
		const granted = items.map((item) => {
			if (!isFirst && queue.knows(seqOf(item.messageId))) return null;
			const grant = hold === null ? pump.grant(item, route, now) : null;
			if (grant === null) queue.add(item, now);
			else queue.grant(item, grant.until);
			return grant?.leave ?? null;
		});
		this.#parts.queue.setMissing(route.ordered ? terms.missingFrom : null);
		this.#loop.wakeIfOpen();
		return { epoch: this.#epoch, granted };
	}

	/** Once after a restart: when all of before has left its trace, the trace tells the last start. */
	#learnPace(isQuiet: boolean, now: number): void {
		const { pump, pace, attempts } = this.#parts;
		if (!this.#isPaceKnown && isQuiet && pump.inFlight(now) === 0) {
			pace.isKnownSince(attempts.lastStart() ?? Number.NEGATIVE_INFINITY);
		}
		this.#isPaceKnown = true;
	}

	state(): LaneState {
		const { queue } = this.#parts;
		this.#reports.flush();
		queue.addExpired(this.#clock());
		this.#loop.wakeIfOpen();
		return { epoch: this.#epoch, open: queue.granted.map(({ item }) => item.messageId) };
	}

	recover(items: DeliveryItem[], missingFrom: number | null): void {
		const { queue, wake } = this.#parts;
		const now = this.#clock();
		this.#reports.flush();
		for (const item of items) {
			const seq = seqOf(item.messageId);
			const lease = queue.find(seq);
			if (lease !== null) wake.at(queue.keep(lease).due_at, now);
			else if (!queue.isDurable(seq)) queue.add(item, now);
		}
		queue.setMissing(missingFrom);
		this.#loop.wake();
	}
}
