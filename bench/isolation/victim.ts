// The victim: a few messages a second, and beside them a bare route that shares nothing but the machine.
import { evenly, idsOf, post } from "../support/load.ts";
import { firstArrivals, percentile, type Reconciled, reconcile } from "../support/metrics.ts";
import { allArrived, type Lane, type Scene } from "../support/scene.ts";

/** Milliseconds, each from the moment when the request was due. */
export type Latencies = {
	/** To the arrival at the receiver. */
	arrival: number[];
	/** From the 202 to the arrival; below 0 when the message was there first. */
	afterAccept: number[];
	/** To the answer of the bare route. */
	ping: number[];
};

export type Observed = Latencies & { reconciled: Reconciled };
export type Summary = Record<keyof Latencies, { p50: number; p99: number }>;

const PER_SECOND = 20;

export async function observe(scene: Scene, lane: Lane, seconds: number): Promise<Observed> {
	const { client } = scene;
	const { arrivals } = lane.target;
	const from = arrivals.length;
	const ping: number[] = [];
	const both = await evenly(2 * PER_SECOND, 2 * PER_SECOND * seconds, async (dueAt, i) => {
		if (i % 2 === 0) return post(client, lane, i, dueAt);
		const { answeredAt } = await client.send("GET", "/api/v1/health/ping");
		ping.push(answeredAt - dueAt);
		return null;
	});
	const sent = (await Promise.all(both)).filter((one) => one !== null);
	await allArrived(lane.target, sent);

	const seen = arrivals.slice(from);
	const times = new Map(firstArrivals(seen).map(({ id, at }) => [id, at]));
	const timed = sent.map((one) => ({ ...one, at: times.get(one.id ?? "") ?? Number.NaN }));
	const arrived = timed.filter(({ at }) => !Number.isNaN(at));
	return {
		arrival: arrived.map(({ at, dueAt }) => at - dueAt),
		afterAccept: arrived.map(({ at, answeredAt }) => at - answeredAt),
		ping,
		reconciled: reconcile(
			idsOf(sent),
			seen.map(({ id }) => id),
		),
	};
}

export function summarize({ arrival, afterAccept, ping }: Latencies): Summary {
	const of = (values: number[]) => ({
		p50: percentile(values, 0.5) ?? Number.NaN,
		p99: percentile(values, 0.99) ?? Number.NaN,
	});
	return { arrival: of(arrival), afterAccept: of(afterAccept), ping: of(ping) };
}
