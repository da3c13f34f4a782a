// How many messages are accepted while they are delivered, and how long each takes on its way.
import { flood, idsOf, offer, type Sent } from "../support/load.ts";
import {
	firstArrivals,
	percentile,
	type Reconciled,
	rateOf,
	reconcile,
} from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { answersAfter } from "../support/receiver.ts";
import { allArrived, type Scene } from "../support/scene.ts";

export type Throughput = {
	acceptedPerSecond: number;
	deliveredPerSecond: number;
	acceptP99Ms: number | null;
	reconciled: Reconciled;
};

/** What one lane gives away when nothing is accepted meanwhile. */
export type FromQueue = { deliveredPerSecond: number; reconciled: Reconciled };

/** Milliseconds. */
export type Spread = { p50: number | null; p95: number | null; p99: number | null };

export type Latency = {
	/** Share of the throughput. */
	load: number;
	perSecond: number;
	receiverMs: number;
	/** From the time when a message was due to its 202. */
	accept: Spread;
	/** From its 202 to its arrival; before it is below zero. */
	arrival: Spread;
	/** Some of the times, for the chart: ascending. */
	arrivals: number[];
	reconciled: Reconciled;
};

const CONNECTIONS = 64;
const IN_FLIGHT = 1_000;
/** Points of a distribution that a chart can show. */
const POINTS = 200;

export async function measureThroughput(scene: Scene, seconds: number): Promise<Throughput> {
	progress("throughput: as many as are accepted");
	const lane = await scene.lane(scene.receiver.target());
	await flood(scene.client, lane, CONNECTIONS, (begun) => begun < 500);
	const beganAt = performance.now();
	const sent = await flood(
		scene.client,
		lane,
		CONNECTIONS,
		() => performance.now() - beganAt < seconds * 1000,
	);
	const tookMs = performance.now() - beganAt;
	await allArrived(lane.target, sent);
	const mine = new Set(idsOf(sent));
	const arrived = lane.target.arrivals.filter(({ id }) => mine.has(id));
	return {
		acceptedPerSecond: (mine.size * 1000) / tookMs,
		deliveredPerSecond: rateOf(arrived.map(({ at }) => at)) ?? 0,
		acceptP99Ms: spreadOf(sent.map((one) => one.answeredAt - one.dueAt)).p99,
		reconciled: reconcile(
			mine,
			arrived.map(({ id }) => id),
		),
	};
}

export async function measureQueue(scene: Scene, count: number): Promise<FromQueue> {
	progress("throughput: one endpoint's queue");
	const lane = await scene.lane(scene.receiver.target());
	await scene.tell(lane, "pause");
	const queued = await scene.fill(lane, count);
	await scene.tell(lane, "resume");
	await allArrived(lane.target, queued);
	const { arrivals } = lane.target;
	return {
		deliveredPerSecond: rateOf(arrivals.map(({ at }) => at)) ?? 0,
		reconciled: reconcile(
			idsOf(queued),
			arrivals.map(({ id }) => id),
		),
	};
}

export async function measureLatency(
	scene: Scene,
	{
		load,
		perSecond,
		receiverMs,
		seconds,
	}: {
		load: number;
		perSecond: number;
		receiverMs: number;
		seconds: number;
	},
): Promise<Latency> {
	progress(`latency: ${Math.round(perSecond)}/s to a receiver that takes ${receiverMs} ms`);
	const target = scene.receiver.target(receiverMs === 0 ? undefined : answersAfter(receiverMs));
	const lane = await scene.lane(target, { maxInFlight: IN_FLIGHT });
	await offer(scene.client, lane, perSecond, Math.ceil(perSecond / 2));
	await allArrived(target, []);
	const sent = await offer(scene.client, lane, perSecond, Math.round(perSecond * seconds));
	await allArrived(target, sent);
	const mine = new Set(idsOf(sent));
	const arrived = target.arrivals.filter(({ id }) => mine.has(id));
	const times = arrivalTimes(sent, new Map(firstArrivals(arrived).map(({ id, at }) => [id, at])));
	return {
		load,
		perSecond,
		receiverMs,
		accept: spreadOf(sent.map((one) => one.answeredAt - one.dueAt)),
		arrival: spreadOf(times),
		arrivals: pointsOf(times),
		reconciled: reconcile(
			mine,
			arrived.map(({ id }) => id),
		),
	};
}

const arrivalTimes = (sent: readonly Sent[], arrivedAt: ReadonlyMap<string, number>) =>
	sent.flatMap(({ id, answeredAt }) => {
		const at = id === null ? undefined : arrivedAt.get(id);
		return at === undefined ? [] : [at - answeredAt];
	});

export function spreadOf(values: readonly number[]): Spread {
	return {
		p50: percentile(values, 0.5),
		p95: percentile(values, 0.95),
		p99: percentile(values, 0.99),
	};
}

function pointsOf(values: readonly number[]): number[] {
	const sorted = values.toSorted((a, b) => a - b);
	const count = Math.min(POINTS, sorted.length);
	return Array.from(
		{ length: count },
		(_, i) => sorted[Math.round((i * (sorted.length - 1)) / Math.max(1, count - 1))] ?? 0,
	);
}
