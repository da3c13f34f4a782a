// What the measurements are made of: sliding windows, percentiles, gaps, order, reconciliation. Pure.

/** Something with an id that was seen at a time, in milliseconds of any clock. */
export type Arrival = { id: string; at: number };

/** The most times in any half-open window `[t, t + windowMs)`. `times` ascend, here and below. */
export function countInWorstWindow(times: readonly number[], windowMs = 1000): number {
	let worst = 0;
	let from = 0;
	for (const [i, at] of times.entries()) {
		while (at - (times[from] ?? at) >= windowMs) from++;
		worst = Math.max(worst, i - from + 1);
	}
	return worst;
}

/** How many times are in the second that ends at each tenth of a second, from the first time to the last. */
export function countsBySecond(times: readonly number[]): number[] {
	const first = times[0] ?? 0;
	const steps = Math.floor(((times.at(-1) ?? first) - first) / 100);
	let from = 0;
	let to = 0;
	return Array.from({ length: steps + 1 }, (_, step) => {
		const end = first + step * 100;
		while (to < times.length && (times[to] ?? end) <= end) to++;
		while (from < to && (times[from] ?? 0) <= end - 1000) from++;
		return to - from;
	});
}

/** The smallest value that `share` (0 to 1) of all do not exceed; null of nothing. */
export function percentile(values: readonly number[], share: number): number | null {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

export function gapsOf(times: readonly number[]): number[] {
	return times.slice(1).map((at, i) => at - (times[i] ?? at));
}

/** Standard deviation ÷ mean of the gaps: 0 is even spacing, 1 is chance. Null with fewer than two gaps. */
export function gapVariation(times: readonly number[]): number | null {
	const gaps = gapsOf(times);
	if (gaps.length < 2) return null;
	const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
	const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
	return mean === 0 ? null : Math.sqrt(variance) / mean;
}

/** Per second, from the first to the last; null with fewer than two. */
export function rateOf(times: readonly number[]): number | null {
	const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
	return times.length < 2 || spanMs <= 0 ? null : ((times.length - 1) * 1000) / spanMs;
}

export type Reconciled = {
	accepted: number;
	/** Different ids that arrived. */
	arrived: number;
	/** Accepted and never seen. */
	lost: number;
	/** Further arrivals of what had arrived. */
	duplicates: number;
	/** Different ids that arrived and nobody sent. */
	phantoms: number;
};

/** Compares what was accepted with what arrived, id by id. `cancelled` of those were not to arrive. */
export function reconcile(
	accepted: Iterable<string>,
	arrivals: Iterable<string>,
	cancelled = 0,
): Reconciled {
	const sent = new Set(accepted);
	const seen = new Set<string>();
	let duplicates = 0;
	for (const id of arrivals) {
		if (seen.has(id)) duplicates++;
		seen.add(id);
	}
	return {
		accepted: sent.size,
		arrived: seen.size,
		// Cancelled is also what waits for a retry: that was seen.
		lost: Math.max(0, missingFrom(seen, sent) - cancelled),
		duplicates,
		phantoms: missingFrom(sent, seen),
	};
}

function missingFrom(known: ReadonlySet<string>, asked: ReadonlySet<string>): number {
	let missing = 0;
	for (const id of asked) if (!known.has(id)) missing++;
	return missing;
}

export function addReconciled(all: readonly Reconciled[]): Reconciled {
	const sum = (key: keyof Reconciled) => all.reduce((total, one) => total + one[key], 0);
	return {
		accepted: sum("accepted"),
		arrived: sum("arrived"),
		lost: sum("lost"),
		duplicates: sum("duplicates"),
		phantoms: sum("phantoms"),
	};
}

/** The first arrival of each id, in the order of arrival. */
export function firstArrivals(arrivals: readonly Arrival[]): Arrival[] {
	const seen = new Set<string>();
	return arrivals.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** By how long anything came after what should have come later; 0 when all came in the order of their ids. */
export function longestOvertakeMs(arrivals: readonly Arrival[]): number {
	let longest = 0;
	/** Those whose id no earlier arrival exceeds: their ids and times ascend. */
	const leaders: Arrival[] = [];
	for (const one of arrivals) {
		const last = leaders.at(-1);
		if (last === undefined || last.id < one.id) leaders.push(one);
		else longest = Math.max(longest, one.at - firstAbove(leaders, one.id));
	}
	return longest;
}

function firstAbove(leaders: readonly Arrival[], id: string): number {
	let low = 0;
	let high = leaders.length - 1;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((leaders[middle]?.id ?? "") > id) high = middle;
		else low = middle + 1;
	}
	return leaders[low]?.at ?? 0;
}

const SETTLE_WINDOW_MS = 250;
const SETTLE_TOLERANCE = 0.2;
const SETTLE_STEP_MS = 10;
/** A rate that was right for so long holds: what happens later has other causes. */
const SETTLE_HOLDS_MS = 500;

/**
 * How long after `changedAt` the rate has come to `rate`: for half a second from then on every quarter of a
 * second holds as many arrivals as it should, ±20 % and one. Null when it never does.
 */
export function settledAfterMs(
	times: readonly number[],
	changedAt: number,
	rate: number,
): number | null {
	const end = (times.at(-1) ?? 0) - SETTLE_WINDOW_MS;
	const expected = (rate * SETTLE_WINDOW_MS) / 1000;
	let settledAt = changedAt;
	for (let from = changedAt; from <= end; from += SETTLE_STEP_MS) {
		if (from - settledAt >= SETTLE_HOLDS_MS) return settledAt - changedAt;
		const found = times.filter((at) => at >= from && at < from + SETTLE_WINDOW_MS).length;
		const isRight = Math.abs(found - expected) <= expected * SETTLE_TOLERANCE + 1;
		if (!isRight) settledAt = from + SETTLE_STEP_MS;
	}
	return null;
}
