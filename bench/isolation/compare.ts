// How much longer something takes beside one neighbour than beside another, and how sure that is. Pure.
import { percentile } from "../support/metrics.ts";

/** Two stretches of time, one right after the other: latencies beside the healthy neighbour, and beside the faulty. */
export type Pair = { healthy: readonly number[]; faulty: readonly number[] };

export type Compared = {
	/** Milliseconds. */
	healthy: number;
	faulty: number;
	/** Faulty ÷ healthy: what the fault costs. */
	ratio: number;
	/** Chance alone moves the ratio within these, in 95 of 100 cases. */
	from: number;
	to: number;
	/** The same ratio between two halves of the healthy stretches, the greater ÷ the smaller: 1 if not for chance. */
	noise: number;
};

/** Whether a ratio stays below a limit: what lies on both sides of it says nothing. */
export type Verdict = "yes" | "likely" | "unclear" | "no";

const ROUNDS = 1_000;
const OUTSIDE = 0.025;

/** @param random in [0, 1), for which pairs a round looks at */
export function compare(
	pairs: readonly Pair[],
	share: number,
	random: () => number = Math.random,
): Compared {
	const healthy = toSorted(pairs, "healthy");
	const faulty = toSorted(pairs, "faulty");
	const once = pairs.map(() => 1);
	const ratio = (times: readonly number[]) => at(faulty, share, times) / at(healthy, share, times);
	// Pairs are drawn whole: what is slow at one moment is slow for many messages.
	const ratios = Array.from({ length: ROUNDS }, () => {
		const times = pairs.map(() => 0);
		for (const _ of pairs) {
			const drawn = Math.floor(random() * pairs.length);
			times[drawn] = (times[drawn] ?? 0) + 1;
		}
		return ratio(times);
	});
	const halves = [0, 1].map((half) => {
		const times = pairs.map((_, i) => (i % 2 === half ? 1 : 0));
		return at(healthy, share, times);
	});
	return {
		healthy: at(healthy, share, once),
		faulty: at(faulty, share, once),
		ratio: ratio(once),
		from: percentile(ratios, OUTSIDE) ?? Number.NaN,
		to: percentile(ratios, 1 - OUTSIDE) ?? Number.NaN,
		noise: Math.max(...halves) / Math.min(...halves),
	};
}

export function judge({ ratio, from, to }: Compared, max: number): Verdict {
	if (to < max) return "yes";
	if (ratio < max) return "likely";
	return from < max ? "unclear" : "no";
}

/** All latencies of one side, the longest first, with the pair that each is of. */
type Sorted = { ms: number; pair: number }[];

const toSorted = (pairs: readonly Pair[], side: keyof Pair): Sorted =>
	pairs.flatMap((one, pair) => one[side].map((ms) => ({ ms, pair }))).sort((a, b) => b.ms - a.ms);

/** The percentile when each pair counts so many `times`. */
function at(sorted: Sorted, share: number, times: readonly number[]): number {
	const total = sorted.reduce((sum, { pair }) => sum + (times[pair] ?? 0), 0);
	let above = total - Math.max(1, Math.ceil(total * share));
	for (const { ms, pair } of sorted) {
		above -= times[pair] ?? 0;
		if (above < 0) return ms;
	}
	return Number.NaN;
}
