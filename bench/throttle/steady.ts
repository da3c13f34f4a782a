// One limit with a full queue: how much of it is used, how evenly, and whether it is ever exceeded.
import { idsOf, offer } from "../support/load.ts";
import {
	countInWorstWindow,
	countsBySecond,
	firstArrivals,
	gapsOf,
	gapVariation,
	longestOvertakeMs,
	type Reconciled,
	rateOf,
	reconcile,
} from "../support/metrics.ts";
import { answersAfter, TAKES_ALL } from "../support/receiver.ts";
import { allArrived, type Scene } from "../support/scene.ts";

export type Terms = { limit: number; receiverMs: number; seconds: number };

export type Steady = Terms & {
	/** Messages per second that were posted meanwhile; null when the queue was filled before. */
	offeredRate: number | null;
	achieved: number | null;
	/** The worst sliding second of arrivals, and of what the lane says was its start. */
	worst: number;
	worstOfStarts: number;
	/** Arrivals of the worst second beyond what invariant 7 allows. */
	excess: number;
	variation: number | null;
	longestGapMs: number;
	/** By how long a message was overtaken: at the receiver, and where it began. */
	overtakenMs: number;
	overtakenStartMs: number;
	/** Arrivals in the second before each tenth of a second. */
	perSecond: number[];
	reconciled: Reconciled;
};

/** So many times the limit is offered. */
const OVERLOAD = 5;
/** More than this is not posted beside the measurement: both would share the processors. */
const OFFERED_RATE_MAX = 500;
/** Filling a longer queue takes minutes. */
const MESSAGES_MAX = 25_000;

export async function measureLimit(scene: Scene, terms: Terms): Promise<Steady> {
	const { limit, receiverMs, seconds } = terms;
	const behaviour = receiverMs === 0 ? TAKES_ALL : answersAfter(receiverMs);
	const lane = await scene.lane(scene.receiver.target(behaviour), { throttleRate: limit });
	const count = Math.min(limit * seconds, MESSAGES_MAX);
	const isOffered = limit * OVERLOAD <= OFFERED_RATE_MAX;
	if (!isOffered) await scene.tell(lane, "pause");
	const sent = isOffered
		? await offer(scene.client, lane, limit * OVERLOAD, count)
		: await scene.fill(lane, count);
	if (!isOffered) await scene.tell(lane, "resume");
	await allArrived(lane.target, sent);

	const { arrivals } = lane.target;
	const times = arrivals.map(({ at }) => at);
	const rate = rateOf(times);
	const worst = countInWorstWindow(times);
	const starts = await scene.startsById(lane);
	return {
		...terms,
		offeredRate: isOffered
			? rateOf(sent.map(({ answeredAt }) => answeredAt).sort(ascending))
			: null,
		achieved: rate === null ? null : rate / limit,
		worst,
		worstOfStarts: countInWorstWindow(starts.map(({ at }) => at)),
		excess: worst - allowed(limit),
		variation: gapVariation(times),
		longestGapMs: Math.max(0, ...gapsOf(times)),
		overtakenMs: longestOvertakeMs(firstArrivals(arrivals)),
		overtakenStartMs: longestOvertakeMs(firstArrivals(starts)),
		perSecond: countsBySecond(times),
		reconciled: reconcile(
			idsOf(sent),
			arrivals.map(({ id }) => id),
		),
	};
}

/** Starts in a sliding second, by invariant 7. */
export const allowed = (limit: number) => 1.05 * limit + 1;

const ascending = (a: number, b: number) => a - b;
