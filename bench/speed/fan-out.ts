// One message to many endpoints: when the first and the last of them get it, and how many a second in all.
import { flood, post, type Sent } from "../support/load.ts";
import { addReconciled, percentile, type Reconciled, rateOf } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import type { Target } from "../support/receiver.ts";
import { arrivalsEnd, type Scene } from "../support/scene.ts";

export type FanOut = {
	endpoints: number;
	/** After the 202, milliseconds, the median of the rounds. */
	firstMs: number | null;
	lastMs: number | null;
	/** Of many messages, one after the other. */
	deliveredPerSecond: number | null;
	reconciled: Reconciled;
};

const AT_ONCE = 16;

export async function measureFanOut(
	scene: Scene,
	endpoints: number,
	{ rounds, deliveries }: { rounds: number; deliveries: number },
): Promise<FanOut> {
	progress(`fan-out to ${endpoints} endpoint${endpoints === 1 ? "" : "s"}`);
	const target = scene.receiver.target();
	const message = { applicationId: await scene.application(), channel: "all" };
	await makeEndpoints(scene, message.applicationId, target, endpoints);
	const sent: Sent[] = [await post(scene.client, message, 0, performance.now())];
	await complete(target, endpoints);
	const firsts: number[] = [];
	const lasts: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		const one = await post(scene.client, message, round, performance.now());
		sent.push(one);
		await complete(target, endpoints * (round + 1));
		const times = target.arrivals.filter(({ id }) => id === one.id).map(({ at }) => at);
		firsts.push((times[0] ?? Number.NaN) - one.answeredAt);
		lasts.push((times.at(-1) ?? Number.NaN) - one.answeredAt);
	}
	const before = target.arrivals.length;
	const messages = Math.max(2, Math.ceil(deliveries / endpoints));
	sent.push(...(await flood(scene.client, message, AT_ONCE, (begun) => begun < messages)));
	await complete(target, before + messages * endpoints);
	return {
		endpoints,
		firstMs: percentile(firsts, 0.5),
		lastMs: percentile(lasts, 0.5),
		deliveredPerSecond: rateOf(target.arrivals.slice(before).map(({ at }) => at)),
		reconciled: account(sent, target, endpoints),
	};
}

const complete = (target: Target, count: number) =>
	arrivalsEnd(target, () => target.arrivals.length >= count);

async function makeEndpoints(
	scene: Scene,
	applicationId: string,
	target: Target,
	count: number,
): Promise<void> {
	let made = 0;
	const work = async () => {
		while (made++ < count) {
			await scene.client.call("POST", `/app/${applicationId}/endpoint`, { url: target.url });
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Each message is to arrive once per endpoint. */
function account(sent: readonly Sent[], target: Target, endpoints: number): Reconciled {
	const seen = new Map<string, number>();
	for (const { id } of target.arrivals) seen.set(id, (seen.get(id) ?? 0) + 1);
	const accepted = sent.flatMap(({ id }) => (id === null ? [] : [id]));
	const known = new Set(accepted);
	const phantoms = [...seen.keys()].filter((id) => !known.has(id)).length;
	const each = accepted.map((id): Reconciled => {
		const count = seen.get(id) ?? 0;
		return {
			accepted: endpoints,
			arrived: Math.min(count, endpoints),
			lost: Math.max(0, endpoints - count),
			duplicates: Math.max(0, count - endpoints),
			phantoms: 0,
		};
	});
	return { ...addReconciled(each), phantoms };
}
