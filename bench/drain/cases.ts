// A queue that built up, and how it empties when the endpoint comes back.
import { idsOf, postUntil } from "../support/load.ts";
import {
	firstArrivals,
	longestOvertakeMs,
	percentile,
	type Reconciled,
	rateOf,
	reconcile,
} from "../support/metrics.ts";
import { Receiver } from "../support/receiver.ts";
import { allArrived, type Scene } from "../support/scene.ts";

export type Case = {
	/** Why nothing was delivered: the endpoint was paused, or its receiver refused connections. */
	cause: "paused" | "down";
	limit: number | null;
};

export type Drained = Case & {
	messages: number;
	/** Messages per second at which the queue was filled. */
	filledRate: number | null;
	/** From the moment when it comes back to the arrival of the last message of the queue. */
	emptyAfterMs: number;
	/** Backlog ÷ limit; null without a limit. */
	idealMs: number | null;
	deliveredRate: number | null;
	/** From the moment when it comes back. */
	firstAfterMs: number;
	/** Null where retries set the order. */
	overtakenMs: number | null;
	/** The same where they left, before the network. */
	overtakenStartMs: number | null;
	/** Messages that were posted meanwhile, milliseconds until they arrived. */
	newcomers: { count: number; p50: number | null; p99: number | null };
	reconciled: Reconciled;
};

const NEWCOMERS_PER_SECOND = 5;

export async function drain(scene: Scene, { cause, limit }: Case, count: number): Promise<Drained> {
	// Of its own: it goes down.
	const receiver = await new Receiver().start();
	const lane = await scene.lane(receiver.target(), { throttleRate: limit });
	if (cause === "paused") await scene.tell(lane, "pause");
	else await receiver.down();
	const queued = await scene.fill(lane, count);

	const backAt = performance.now();
	if (cause === "paused") await scene.tell(lane, "resume");
	else await receiver.up();
	const emptied = allArrived(lane.target, queued);
	const newcomers = await postUntil(scene.client, lane, NEWCOMERS_PER_SECOND, emptied);
	await allArrived(lane.target, newcomers);
	await receiver.down();
	const starts = await scene.startsById(lane);

	const first = firstArrivals(lane.target.arrivals);
	const times = new Map(first.map(({ id, at }) => [id, at]));
	const ofQueue = idsOf(queued).flatMap((id) => times.get(id) ?? []);
	const waits = newcomers.flatMap(({ id, dueAt }) => {
		const at = times.get(id ?? "");
		return at === undefined ? [] : [at - dueAt];
	});
	return {
		cause,
		limit,
		messages: count,
		filledRate: rateOf(ascending(queued.map(({ answeredAt }) => answeredAt))),
		emptyAfterMs: Math.max(...ofQueue) - backAt,
		idealMs: limit === null ? null : (count * 1000) / limit,
		deliveredRate: rateOf(ascending(ofQueue)),
		firstAfterMs: Math.min(...ofQueue) - backAt,
		overtakenMs: cause === "paused" ? longestOvertakeMs(first) : null,
		overtakenStartMs: cause === "paused" ? longestOvertakeMs(firstArrivals(starts)) : null,
		newcomers: { count: waits.length, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) },
		reconciled: reconcile(
			idsOf([...queued, ...newcomers]),
			lane.target.arrivals.map(({ id }) => id),
		),
	};
}

const ascending = (times: number[]) => times.sort((a, b) => a - b);
