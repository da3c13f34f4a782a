// What a lane does on its own: sends what has its turn, then its chores, then sleeps until there is more.
import { within } from "../../core/deadline.ts";
import type { Grant, Route } from "../../core/delivery.ts";
import { type Hold, holdOf } from "../../core/lane.ts";
import { type Clock, randomShare, systemTimer } from "../../platform/clock.ts";
import { logError } from "../../platform/log.ts";
import { type LaneChores, retainAt } from "./lane-chores.ts";
import type { LaneParts } from "./lane-parts.ts";
import { Rounds } from "./rounds.ts";

const WATCHDOG_MS = 30_000;
/** How often a lane that holds deliveries looks whether it may go on; whoever changes that tells it, too. */
const HELD_CHECK_MS = 10 * 60_000;
/** The operator's switch tells nobody. */
const SWITCH_CHECK_MS = 10_000;
const AFTER_ERROR_MS = 5_000;
/** The handler of an alarm ends after this, whatever is still under way. */
const ALARM_MS_MAX = 10_000;
const AFTER_ERROR_MS_MAX = 5 * 60_000;

export class LaneLoop {
	readonly #parts: LaneParts;
	readonly #chores: LaneChores;
	readonly #clock: Clock;
	readonly #waitUntil: (work: Promise<unknown>) => void;
	readonly #sends = new Rounds(
		() => this.#send(),
		(error) => this.#failed(error),
	);
	readonly #tends = new Rounds(
		() => this.#tend(),
		(error) => this.#failed(error),
	);
	#failures = 0;

	constructor(
		parts: LaneParts,
		chores: LaneChores,
		clock: Clock,
		waitUntil: (work: Promise<unknown>) => void,
	) {
		this.#parts = parts;
		this.#chores = chores;
		this.#clock = clock;
		this.#waitUntil = waitUntil;
	}

	/** Looks at all work now. Chores wait for others' objects, and nothing that is sent waits for them. */
	wake(): void {
		this.#run(this.#sends);
		if (this.#chores.isOpen) this.#run(this.#tends);
	}

	/** Only if something can follow from what happened. */
	wakeIfOpen(): void {
		if (this.#parts.pump.isBacklog || this.#chores.isOpen) this.wake();
	}

	/** Why nothing may be sent; null when something may. */
	hold(route: Route | null, isPausedByOperator: boolean, now: number): Hold | null {
		const { state, pace } = this.#parts;
		const isDisabling = state.get("disabling") !== null;
		return holdOf(route, { isPausedByOperator, pausedUntil: pace.pausedUntil, isDisabling }, now);
	}

	#run(rounds: Rounds): void {
		this.#waitUntil(rounds.request());
	}

	/** Whatever fails for all lanes at once must not be asked by all of them every few seconds. */
	#failed(error: unknown): void {
		logError("lane_failed", error, {});
		const afterMs = Math.min(AFTER_ERROR_MS * 2 ** this.#failures, AFTER_ERROR_MS_MAX);
		this.#failures++;
		this.#parts.wake.arm(this.#clock() + afterMs * (1 + randomShare()));
	}

	/** Each piece may be followed by something to send. */
	async #tend(): Promise<void> {
		const isMore = await this.#chores.next(this.#clock());
		this.#run(this.#sends);
		if (isMore) this.#run(this.#tends);
		else if (this.#chores.isOpen) this.#parts.wake.arm(this.#clock() + AFTER_ERROR_MS);
	}

	async #send(): Promise<void> {
		const { routes, switches, pump, deliveries, state, wake, pace } = this.#parts;
		const before = this.#clock();
		// What was queued is committed at the next wait: with it there must be an alarm.
		const isCold = routes.known(before) === undefined || switches.known(before) === undefined;
		if (isCold && pump.isBacklog) wake.arm(before + WATCHDOG_MS);
		const route = await routes.read(before);
		const isPaused = await switches.isPaused(before);
		this.#failures = 0;
		// From here on nothing awaits: what is leased is given away.
		if (route === null) {
			this.#parts.tasks.abandon();
			return deliveries.deleteAll();
		}
		const now = this.#clock();
		pace.tidy(now);
		const hold = this.hold(route, isPaused, now);
		if (hold === null) {
			const grants = pump.lease(route, now, state.get("missingFrom"));
			if (grants.length > 0) this.#waitUntil(this.#give(grants));
		}
		const next = this.#nextSendAt(route, hold, now);
		if (next !== null) wake.at(next, now);
	}

	async #give(grants: Grant[]): Promise<void> {
		const { senders, pump, wake } = this.#parts;
		await senders.deliverAll(grants, null, (lost, error) => {
			logError("senders_failed", error, { attempts: lost.length });
			const now = this.#clock();
			pump.giveBack(lost, now + AFTER_ERROR_MS);
			wake.at(now + AFTER_ERROR_MS, now);
		});
	}

	/** When there may be something to send without anybody telling; null when there is nothing. */
	#nextSendAt(route: Route, hold: Hold | null, now: number): number | null {
		const { pump, pace, deliveries } = this.#parts;
		if (hold === null) return pump.nextAt(route, now);
		if (deliveries.isEmpty()) return null;
		if (hold === "asked") return pace.pausedUntil ?? now;
		return now + (hold === "operator" ? SWITCH_CHECK_MS : HELD_CHECK_MS);
	}

	/** The alarm: what timers missed, and what is further away than a timer. */
	async alarm(beforeWork: () => void): Promise<void> {
		const { wake, queue } = this.#parts;
		const now = this.#clock();
		wake.watch(now + WATCHDOG_MS);
		this.#attempt(beforeWork);
		this.#attempt(() => queue.addExpired(now));
		this.#attempt(() => this.#chores.retain(now));
		this.wake();
		try {
			// A chore may wait for another object for long: retries must not wait with it.
			const work = Promise.all([this.#sends.done, this.#tends.done]);
			await within(work, ALARM_MS_MAX, "a lane's work", systemTimer);
		} catch (error) {
			logError("lane_alarm_failed", error, {});
		} finally {
			const expiryAt = retainAt(this.#parts);
			const soon = this.#clock() + AFTER_ERROR_MS;
			wake.rest(await this.#nextWakeAt(), expiryAt === null ? null : Math.max(expiryAt, soon));
		}
	}

	#attempt(work: () => void): void {
		try {
			work();
		} catch (error) {
			logError("lane_alarm_failed", error, {});
		}
	}

	async #nextWakeAt(): Promise<number | null> {
		const now = this.#clock();
		try {
			const { routes, switches } = this.#parts;
			const route = await routes.read(now);
			const hold = this.hold(route, await switches.isPaused(now), now);
			const send = route === null ? null : this.#nextSendAt(route, hold, now);
			if (!this.#chores.isOpen) return send;
			return Math.min(now + AFTER_ERROR_MS, send ?? Number.POSITIVE_INFINITY);
		} catch {
			return now + AFTER_ERROR_MS;
		}
	}
}
