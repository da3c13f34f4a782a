// How fast a lane may send now: its limit, what the endpoint answers, and what was started before.
import type { Advice } from "../../core/advice.ts";
import type { Route } from "../../core/delivery.ts";
import type { Outcome } from "../../core/outcome.ts";
import {
	aimedRate,
	countStart,
	effectiveRate,
	nextStartAt,
	planStarts,
	RESTING,
	rateOf,
	type Slowdown,
	slowDown,
	spacingMs,
	speedUp,
} from "../../core/throttle.ts";
import type { LaneState } from "./lane-state.sql.ts";

/** Starts are given away this long before their time, so that senders are ready when it comes. */
export const AHEAD_MS = 100;
/** The longest that one answer can make a lane wait. */
const PAUSE_MS_MAX = 3_600_000;

/** One 429 to a slow trickle must not slow it down for long. */
const USED_RATE_MIN = 10;

type Limits = Pick<Route, "throttleRate">;
type Start = { startAt: number; lastAt: number };

export class Pace {
	readonly #state: LaneState;
	/** Kept in memory only: a row for each start would cost more than all else. */
	#lastAt: number;
	#meter = RESTING;
	#slowdown: Slowdown | null = null;

	/** After a restart the lane does not know what it gave away: it may all have started just now. */
	constructor(state: LaneState, now: number) {
		this.#state = state;
		this.#lastAt = now + AHEAD_MS;
	}

	/** Nothing of before is under way: the last start is known to be this one. */
	isKnownSince(lastStartAt: number): void {
		this.#lastAt = Math.min(this.#lastAt, lastStartAt);
	}

	get pausedUntil(): number | null {
		return this.#state.get("pausedUntil");
	}

	rate(route: Limits): number | null {
		return effectiveRate(route.throttleRate, this.#slowdown);
	}

	#aim(route: Limits): number | null {
		return aimedRate(this.rate(route));
	}

	/** The least time between two starts; 0 for no limit. */
	spacingMs(route: Limits): number {
		const rate = this.#aim(route);
		return rate === null ? 0 : spacingMs(rate);
	}

	/** The next starts within AHEAD_MS; each that is used must be `take`n, in order. */
	plan(route: Limits, now: number, max: number): Start[] {
		// Nothing is given away further ahead: only a clock that went back would say so.
		this.#lastAt = Math.min(this.#lastAt, now + AHEAD_MS);
		return planStarts(this.#lastAt, this.#aim(route), now, now + AHEAD_MS, max);
	}

	take({ startAt, lastAt }: Start): number {
		this.#lastAt = lastAt;
		this.#meter = countStart(this.#meter, startAt);
		return startAt;
	}

	/** When starts can be planned again: early enough to lose none. */
	nextPlanAt(route: Limits, now: number): number {
		return nextStartAt(this.#lastAt, this.#aim(route), now) - AHEAD_MS / 2;
	}

	/** When the delivery behind `behind` others may start. */
	expectedAt(route: Limits, behind: number, now: number): number {
		const rate = this.#aim(route);
		const first = Math.max(nextStartAt(this.#lastAt, rate, now), this.pausedUntil ?? 0);
		return rate === null ? first : first + (behind * 1000) / rate;
	}

	/** Takes in what the endpoint's answer says about speed. Called where outcomes are stored. */
	heed(outcome: Outcome, advice: Advice, route: Limits, now: number): void {
		if (advice.retryAfterMs !== null) {
			const until = now + Math.min(advice.retryAfterMs, PAUSE_MS_MAX);
			if (until > (this.pausedUntil ?? 0)) this.#state.set("pausedUntil", until);
		}
		if (outcome.status === 429) {
			this.#slowdown = slowDown(this.#slowdown, this.#usedRate(now), now);
		} else if (outcome.failure === null && this.#slowdown !== null) {
			this.#slowdown = speedUp(this.#slowdown, route.throttleRate, now);
		}
	}

	#usedRate(now: number): number {
		return Math.max(USED_RATE_MIN, rateOf(this.#meter, now));
	}

	/** A pause that is over is forgotten. */
	tidy(now: number): void {
		const until = this.pausedUntil;
		if (until !== null && until <= now) this.#state.set("pausedUntil", null);
	}

	/** The endpoint was changed or enabled by a person: what it asked for before no longer counts. */
	reset(): void {
		this.#slowdown = null;
		this.#state.set("pausedUntil", null);
	}
}
