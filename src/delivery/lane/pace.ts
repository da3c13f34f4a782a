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
	slowDown,
	spacingMs,
	speedUp,
} from "../../core/throttle.ts";
import { maskPassword } from "../../core/url-secret.ts";
import type { LaneState } from "./lane-state.sql.ts";

/** Starts are given away this long before their time, so that senders are ready when it comes. */
export const AHEAD_MS = 100;

/** The longest that a sender can make it wait: outcomes are here sooner. */
const HELD_MS_MAX = 10_000;

/** One 429 to a slow trickle must not slow it down for long. */
const USED_RATE_MIN = 10;

/** What was slowed down and neither failed so nor succeeded for so long is tried again at full speed. */
const SLOWDOWN_MS_MAX = 3_600_000;

type Limits = Pick<Route, "throttleRate">;
type Seen = Pick<Route, "url" | "throttleRate" | "disabled" | "paused">;
type Start = { startAt: number; lastAt: number };

export class Pace {
	readonly #state: LaneState;
	/** Kept in memory only: a row for each start would cost more than all else. */
	#lastAt: number;
	#meter = RESTING;
	/** As senders have seen an answer whose outcome may not be here yet. */
	#heldUntil = 0;

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
		const until = Math.max(this.#state.get("pausedUntil") ?? 0, this.#heldUntil);
		return until === 0 ? null : until;
	}

	/** A sender says that the endpoint asked to be left alone; for how long, its outcome tells. */
	holdUntil(until: number, now: number): void {
		this.#heldUntil = Math.max(this.#heldUntil, Math.min(until, now + HELD_MS_MAX));
	}

	rate(route: Limits): number | null {
		return effectiveRate(route.throttleRate, this.#state.get("slowdown"));
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

	/**
	 * Takes in what the endpoint's answer says about speed. Called where outcomes are stored, in their commit.
	 * @param route null when it is not known
	 */
	heed(outcome: Outcome, advice: Advice, route: Seen | null, now: number): void {
		// What ends while nothing is sent says nothing about the time after that.
		if (route !== null && isOff(route)) return;
		if (advice.retryAfterMs !== null) {
			const until = now + advice.retryAfterMs;
			if (until > (this.#state.get("pausedUntil") ?? 0)) this.#state.set("pausedUntil", until);
		}
		const slowdown = this.#state.get("slowdown");
		if (outcome.status === 429) {
			this.#state.set("slowdown", slowDown(slowdown, this.#usedRate(now), now));
		} else if (outcome.failure === null && slowdown !== null) {
			this.#state.set("slowdown", speedUp(slowdown, route?.throttleRate ?? null, now));
		}
		this.#keepAsker(route);
	}

	#keepAsker(route: Seen | null): void {
		const isAsked = this.#state.get("pausedUntil") !== null || this.#state.get("slowdown") !== null;
		if (!isAsked) this.#state.set("askedBy", null);
		else if (route !== null) this.#state.set("askedBy", maskPassword(route.url));
	}

	#usedRate(now: number): number {
		return Math.max(USED_RATE_MIN, rateOf(this.#meter, now));
	}

	/** What is over is forgotten. */
	tidy(now: number): void {
		const until = this.#state.get("pausedUntil");
		if (until !== null && until <= now) this.#state.set("pausedUntil", null);
		if (this.#heldUntil <= now) this.#heldUntil = 0;
		const slowdown = this.#state.get("slowdown");
		if (slowdown !== null && slowdown.changedAt + SLOWDOWN_MS_MAX <= now) {
			this.#state.set("slowdown", null);
		}
		this.#keepAsker(null);
	}

	/**
	 * The endpoint was changed by a person. What it asked for before no longer counts when it is another one
	 * now, or is enabled or resumed; a changed limit is tried at its full speed.
	 */
	changed(route: Seen, before: Seen | null): void {
		const askedBy = this.#state.get("askedBy");
		const isOther =
			(before !== null && before.url !== route.url) ||
			(askedBy !== null && askedBy !== maskPassword(route.url));
		const isBack = before !== null && isOff(before);
		const isNewLimit = before !== null && before.throttleRate !== route.throttleRate;
		// While nothing is sent, what it asked for has no use: nothing of it is left when it comes back.
		if (isOther || isBack || isOff(route)) this.resume();
		if (isNewLimit) this.#state.set("slowdown", null);
		this.#keepAsker(null);
	}

	/** What the endpoint asked for is over. Writes only what there was. */
	resume(): void {
		this.#heldUntil = 0;
		this.#state.set("pausedUntil", null);
		this.#state.set("slowdown", null);
		this.#keepAsker(null);
	}
}

const isOff = ({ disabled, paused }: Pick<Seen, "disabled" | "paused">) => disabled || paused;
