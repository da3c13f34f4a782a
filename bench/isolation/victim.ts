// The victims: messages to endpoints that take all at once, and beside them a bare route that shares only the machine.
import { evenly, idsOf, post, type Sent } from "../support/load.ts";
import { firstArrivals, type Reconciled, reconcile } from "../support/metrics.ts";
import { allArrived, type Lane, type Scene } from "../support/scene.ts";

/** One has its endpoint in the neighbour's application, the other in another. */
export const VICTIMS = ["same", "another"] as const;
export type Victim = (typeof VICTIMS)[number];
export type Lanes = Record<Victim, Lane>;

/** Milliseconds from the moment when a request was due: to its arrival at the receiver, or to the answer. */
export type Latencies = Record<Victim | "ping", number[]>;

/** What was sent in one stretch of time; what arrived of it is looked up later. */
export type Slice = { sent: Record<Victim, Sent[]>; ping: number[] };

/** In turn, at chance times: even ones would fall into step with the neighbour's. */
const TURNS = ["same", "another", "same", "another", "ping"] as const;
const TURNS_PER_SECOND = 60;

export async function observe(scene: Scene, lanes: Lanes, seconds: number): Promise<Slice> {
	const { client } = scene;
	const slice: Slice = { sent: { same: [], another: [] }, ping: [] };
	const perSecond = TURNS_PER_SECOND * TURNS.length;
	const begun = await evenly(
		perSecond,
		Math.round(perSecond * seconds),
		async (dueAt, i) => {
			const turn = TURNS[i % TURNS.length] ?? "ping";
			if (turn !== "ping") {
				slice.sent[turn].push(await post(client, lanes[turn], i, dueAt));
				return;
			}
			const { answeredAt } = await client.send("GET", "/api/v1/health/ping");
			slice.ping.push(answeredAt - dueAt);
		},
		Math.random,
	);
	await Promise.all(begun);
	return slice;
}

/** Waits for what is still to arrive and accounts for all of it. */
export async function reconcileVictims(
	lanes: Lanes,
	slices: readonly Slice[],
): Promise<Reconciled[]> {
	const all: Reconciled[] = [];
	for (const victim of VICTIMS) {
		const sent = slices.flatMap((slice) => slice.sent[victim]);
		const { target } = lanes[victim];
		await allArrived(target, sent);
		all.push(
			reconcile(
				idsOf(sent),
				target.arrivals.map(({ id }) => id),
			),
		);
	}
	return all;
}

/** Victims' messages that were not answered with 202: they have no latency. */
export const refusedOf = (slices: readonly Slice[]): number =>
	slices
		.flatMap(({ sent }) => VICTIMS.flatMap((victim) => sent[victim]))
		.filter(({ id }) => id === null).length;

/** To be called when all has arrived. */
export function latenciesOf(lanes: Lanes): (slice: Slice) => Latencies {
	const arrivals = VICTIMS.flatMap((victim) => firstArrivals(lanes[victim].target.arrivals));
	const times = new Map(arrivals.map(({ id, at }) => [id, at]));
	const of = (sent: readonly Sent[]) =>
		sent.flatMap(({ id, dueAt }) => {
			const at = times.get(id ?? "");
			return at === undefined ? [] : [at - dueAt];
		});
	return ({ sent, ping }) => ({ same: of(sent.same), another: of(sent.another), ping });
}
