// When deliveries may start: evenly spaced (GCRA), and slower while the endpoint asks for it.

/**
 * Time by which starts may lag behind their spacing and still be caught up. A second then holds at most
 * 1 + (1 + 0.025) × rate starts: half of what invariant 7 leaves, the other half is for the way to the wire.
 */
const CATCH_UP_MS = 25;
/** Milliseconds between two starts. */
export function spacingMs(ratePerSecond: number): number {
	return 1000 / ratePerSecond;
}

/**
 * Times of the next starts, in order, none after `until`, at most `max`.
 * @param lastAt where the last start was due (not when it happened); `-Infinity` when nothing was started yet
 * @param rate per second; null for no limit: all may start now
 * @returns `lastAt` of the next call goes with each start
 */
export function planStarts(
	lastAt: number,
	rate: number | null,
	now: number,
	until: number,
	max: number,
): { startAt: number; lastAt: number }[] {
	const starts: { startAt: number; lastAt: number }[] = [];
	if (rate === null) {
		// Never before what was given away while there was a limit.
		const at = Math.max(now, lastAt);
		if (at > now && at > until) return starts;
		for (let i = 0; i < max; i++) starts.push({ startAt: at, lastAt: at });
		return starts;
	}
	const spacing = spacingMs(rate);
	let due = Math.max(lastAt + spacing, now - CATCH_UP_MS);
	while (starts.length < max && due <= until) {
		starts.push({ startAt: Math.max(due, now), lastAt: due });
		due += spacing;
	}
	return starts;
}

/**
 * What a gate lets pass beyond the rate, so that a delay is made up for: a second then holds 1.051 × the aimed rate,
 * 1.041 × the limit. A machine that often stands still for some 30 ms loses nothing.
 */
const GATE_SHARE = 0.985;
const GATE_LAG_MS = 35;
/** Clocks and timers count whole milliseconds. */
export const TIMER_MS = 1;

/** The least time between two starts where they really happen, in the long run. */
export const gateSpacing = (spacingMs: number): number => spacingMs * GATE_SHARE;

/** True when one may start whose start, and whose distance to the one before it, is due at `nextAt`. */
export const isGateOpen = (nextAt: number, now: number): boolean => nextAt <= now + TIMER_MS;

/** When the next may start after one that starts now, which could have started at `nextAt`. */
export function nextGateAt(nextAt: number, spacingMs: number, now: number): number {
	return Math.max(nextAt, now - GATE_LAG_MS) + gateSpacing(spacingMs);
}

/** A little less than the limit is aimed at, so that jitter on the way does not go beyond it. */
const AIM_SHARE = 0.99;

export function aimedRate(limit: number | null): number | null {
	return limit === null ? null : limit * AIM_SHARE;
}

/** When the next delivery may start. */
export function nextStartAt(lastAt: number, rate: number | null, now: number): number {
	return Math.max(rate === null ? lastAt : lastAt + spacingMs(rate), now);
}

/**
 * A rate below the limit, while the endpoint answers «too many requests». `from` is the rate that was too
 * much, `changedAt` the last change (epoch milliseconds).
 */
export type Slowdown = { rate: number; from: number; changedAt: number };

/** Answers to what was sent before a change say nothing about it. */
const CHANGE_EVERY_MS = 1000;
const RATE_MIN = 0.1;
const SLOWER = 0.5;
const FASTER = 1.25;

/** After «too many requests»: half of the rate, at most once a second. */
export function slowDown(slowdown: Slowdown | null, usedRate: number, now: number): Slowdown {
	if (slowdown !== null && now - slowdown.changedAt < CHANGE_EVERY_MS) return slowdown;
	const tooMuch = slowdown?.rate ?? Math.max(usedRate, 2 * RATE_MIN);
	const from = slowdown?.from ?? tooMuch;
	return { rate: Math.max(RATE_MIN, tooMuch * SLOWER), from, changedAt: now };
}

/** After a success: a quarter more each second; null when nothing slows it down any more. */
export function speedUp(slowdown: Slowdown, limit: number | null, now: number): Slowdown | null {
	if (now - slowdown.changedAt < CHANGE_EVERY_MS) return slowdown;
	const rate = slowdown.rate * FASTER;
	// Without a limit it is over when twice of what was too much is no longer too much.
	return rate >= (limit ?? 2 * slowdown.from) ? null : { ...slowdown, rate, changedAt: now };
}

/** What holds now; null for no limit. */
export function effectiveRate(limit: number | null, slowdown: Slowdown | null): number | null {
	if (slowdown === null) return limit;
	return limit === null ? slowdown.rate : Math.min(limit, slowdown.rate);
}

/** Starts per second, of the current second and the one before. */
export type RateMeter = { second: number; count: number; before: number };

export const RESTING: RateMeter = { second: 0, count: 0, before: 0 };

export function countStart(meter: RateMeter, at: number): RateMeter {
	const second = Math.floor(at / 1000);
	if (second === meter.second) return { ...meter, count: meter.count + 1 };
	return { second, count: 1, before: second === meter.second + 1 ? meter.count : 0 };
}

/** Starts in the second that ends now, as far as two counters tell. */
export function rateOf(meter: RateMeter, now: number): number {
	const age = now / 1000 - meter.second;
	if (age >= 2) return 0;
	return age >= 1 ? meter.count * (2 - age) : meter.count + meter.before * (1 - age);
}
