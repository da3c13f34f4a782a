// Much that is stored is sent again to one endpoint, while new messages come to it.
import { idsOf, postUntil, sleep } from "../support/load.ts";
import {
	firstArrivals,
	percentile,
	type Reconciled,
	rateOf,
	reconcile,
} from "../support/metrics.ts";
import { progressNow } from "../support/progress.ts";
import { allArrived, type Lane, type Scene } from "../support/scene.ts";

export type Replayed = {
	messages: number;
	limit: number;
	/** Messages per second at which they were stored. */
	storedRate: number | null;
	/** From the request until all were counted; until the first and the last of them arrived; until it was told. */
	countedAfterMs: number;
	firstAfterMs: number;
	allAfterMs: number;
	toldAfterMs: number;
	/** Messages ÷ limit. */
	idealMs: number;
	deliveredRate: number | null;
	/** Arrivals of all kinds in each second since the request. */
	perSecond: number[];
	/** Messages that were posted meanwhile, milliseconds until they arrived. */
	newcomers: {
		count: number;
		p50: number | null;
		p99: number | null;
		max: number | null;
		/** Of each: when it was posted, seconds since the request, and its milliseconds. */
		waits: [seconds: number, ms: number][];
	};
	/** How the replay told of itself in the end. */
	told: Told;
	reconciled: Reconciled;
};

export type Told = { state: string; total: number; done: number; failed: number };

const NEWCOMERS_PER_SECOND = 5;
/** How often it is asked how far it is: as often as a person would look. */
const ASK_MS = 1_000;
/** Beyond so many times the ideal, and a while, nobody waits. */
const PATIENCE = 5;
const PATIENCE_MS = 60_000;

export async function replay(scene: Scene, count: number, limit: number): Promise<Replayed> {
	const since = new Date(Date.now() - 1_000).toISOString();
	const fields = { throttleRate: limit, disabled: true };
	const lane = await scene.lane(scene.receiver.target(), fields);
	// What is posted to a disabled endpoint is stored, and not sent when it is enabled.
	const stored = await scene.fill(lane, count);
	await scene.change(lane, { disabled: false });

	const idealMs = (count * 1000) / limit;
	const begunAt = performance.now();
	const { id } = await scene.client.call("POST", `${pathOf(lane)}/bulk-replay`, { since });
	const watched = watch(scene, String(id), begunAt, PATIENCE * idealMs + PATIENCE_MS);
	const newcomers = await postUntil(scene.client, lane, NEWCOMERS_PER_SECOND, watched);
	const { told, countedAfterMs, toldAfterMs } = await watched;
	await allArrived(lane.target, [...stored, ...newcomers]);

	const first = firstArrivals(lane.target.arrivals);
	const times = new Map(first.map((arrival) => [arrival.id, arrival.at]));
	const again = idsOf(stored).flatMap((one) => times.get(one) ?? []);
	again.sort((a, b) => a - b);
	const waits = newcomers.flatMap(({ id, dueAt }): [number, number][] => {
		const at = times.get(id ?? "");
		return at === undefined ? [] : [[(dueAt - begunAt) / 1000, at - dueAt]];
	});
	const waitMs = waits.map(([, ms]) => ms);
	return {
		...{ messages: idsOf(stored).length, limit, idealMs, told, countedAfterMs, toldAfterMs },
		storedRate: rateOf(stored.map(({ answeredAt }) => answeredAt).sort((a, b) => a - b)),
		firstAfterMs: (again[0] ?? Number.NaN) - begunAt,
		allAfterMs: (again.at(-1) ?? Number.NaN) - begunAt,
		deliveredRate: rateOf(again),
		perSecond: countsOf(
			first.map(({ at }) => at),
			begunAt,
		),
		newcomers: {
			count: waits.length,
			p50: percentile(waitMs, 0.5),
			p99: percentile(waitMs, 0.99),
			max: percentile(waitMs, 1),
			waits,
		},
		reconciled: reconcile(
			idsOf([...stored, ...newcomers]),
			lane.target.arrivals.map((arrival) => arrival.id),
		),
	};
}

function countsOf(times: readonly number[], since: number): number[] {
	const counts: number[] = [];
	for (const at of times) {
		const second = Math.floor((at - since) / 1000);
		for (let i = counts.length; i <= second; i++) counts.push(0);
		counts[second] = (counts[second] ?? 0) + 1;
	}
	return counts;
}

type Watched = { told: Told; countedAfterMs: number; toldAfterMs: number };

/** Asks until it is over, or for as long as anybody would wait. */
async function watch(
	scene: Scene,
	id: string,
	begunAt: number,
	patienceMs: number,
): Promise<Watched> {
	let countedAfterMs = Number.NaN;
	for (;;) {
		const { data } = await scene.client.call("GET", `/background-task/${id}`);
		const { state, total, done, failed } = data as Told; // safe because a replay tells of itself so
		const told = { state, total, done, failed };
		const afterMs = performance.now() - begunAt;
		progressNow(() => `${done} of ${total} are sent again (${state})`);
		if (Number.isNaN(countedAfterMs) && state !== "counting") countedAfterMs = afterMs;
		const isOver = state !== "counting" && state !== "running";
		if (isOver || afterMs > patienceMs) return { told, countedAfterMs, toldAfterMs: afterMs };
		await sleep(ASK_MS);
	}
}

const pathOf = ({ applicationId, endpointId }: Lane) =>
	`/app/${applicationId}/endpoint/${endpointId}`;
