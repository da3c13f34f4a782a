// One message to many endpoints: when it arrives at each of them.
import { sleep } from "../support/load.ts";
import { percentile } from "../support/metrics.ts";
import { progressNow } from "../support/progress.ts";
import type { Target } from "../support/receiver.ts";
import type { Scene } from "../support/scene.ts";

export type FannedOut = {
	endpoints: number;
	acceptedAfterMs: number;
	halfAfterMs: number | null;
	mostAfterMs: number | null;
	/** Null when some never got it. */
	lastAfterMs: number | null;
	/** Endpoints that got it. */
	arrived: number;
	/** Further requests to endpoints that had it. */
	twice: number;
	limitChangedAfterMs: number;
};

const CREATED_AT_ONCE = 32;
/** How long nothing may arrive before the rest is given up. */
const SILENCE_MS = 90_000;
/** What arrives twice does so after the lanes were asked what they have. */
const AFTERMATH_MS = 8_000;

export async function fanOut(scene: Scene, endpoints: number): Promise<FannedOut> {
	const application = await scene.application();
	const targets = await createEndpoints(scene, application, endpoints);
	const postedAt = performance.now();
	await scene.client.call("POST", `/app/${application}/msg`, {
		eventType: "user.created",
		payload: { n: 1 },
	});
	const acceptedAfterMs = performance.now() - postedAt;
	const times = await arrivalsOf(targets, postedAt);
	const changedAt = performance.now();
	await scene.client.call("PATCH", `/app/${application}`, { throttleRate: 100 });
	const limitChangedAfterMs = performance.now() - changedAt;
	return {
		endpoints,
		acceptedAfterMs,
		halfAfterMs: percentile(times, 0.5),
		mostAfterMs: percentile(times, 0.99),
		lastAfterMs: times.length < endpoints ? null : Math.max(...times),
		arrived: times.length,
		twice: targets.reduce((sum, { arrivals }) => sum + Math.max(0, arrivals.length - 1), 0),
		limitChangedAfterMs,
	};
}

async function createEndpoints(scene: Scene, application: string, count: number) {
	const targets: Target[] = [];
	const create = async () => {
		while (targets.length < count) {
			const target = scene.receiver.target();
			targets.push(target);
			await scene.client.call("POST", `/app/${application}/endpoint`, { url: target.url });
			progressNow(() => `${targets.length} endpoints are made`);
		}
	};
	await Promise.all(Array.from({ length: CREATED_AT_ONCE }, create));
	return targets;
}

/** When each endpoint got it, after `since`; waits until all have, or nothing arrives any more. */
async function arrivalsOf(targets: readonly Target[], since: number): Promise<number[]> {
	const times = () =>
		targets.flatMap(({ arrivals: [first] }) => (first === undefined ? [] : [first.at - since]));
	let [count, changedAt] = [0, performance.now()];
	for (;;) {
		const arrived = times().length;
		if (arrived !== count) [count, changedAt] = [arrived, performance.now()];
		if (arrived === targets.length || performance.now() - changedAt > SILENCE_MS) break;
		progressNow(() => `${arrived} have it, ${Math.round(performance.now() - since)} ms`);
		await sleep(25);
	}
	await sleep(AFTERMATH_MS);
	return times();
}
