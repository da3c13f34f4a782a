// One message to many endpoints: when it arrives at each of them.
import { sleep } from "../support/load.ts";
import { percentile, type Reconciled } from "../support/metrics.ts";
import { progressNow } from "../support/progress.ts";
import type { Scene } from "../support/scene.ts";
import { type Audience, reconcileAll } from "./audience.ts";

export type FannedOut = {
	endpoints: number;
	acceptedAfterMs: number;
	halfAfterMs: number | null;
	mostAfterMs: number | null;
	/** Null when some never got it. */
	lastAfterMs: number | null;
	/** What each endpoint was to get, and what it got. */
	reconciled: Reconciled;
};

/** How long nothing may arrive before the rest is given up. */
const SILENCE_MS = 90_000;
/** What arrives twice does so after the lanes were asked what they have. */
const AFTERMATH_MS = 8_000;

export async function fanOut(scene: Scene, audience: Audience): Promise<FannedOut> {
	const { applicationId, lanes } = audience;
	const postedAt = performance.now();
	const { id } = await scene.client.call("POST", `/app/${applicationId}/msg`, {
		eventType: "user.created",
		payload: { n: 1 },
	});
	const acceptedAfterMs = performance.now() - postedAt;
	const times = await arrivalsOf(audience, postedAt);
	return {
		endpoints: lanes.length,
		acceptedAfterMs,
		halfAfterMs: percentile(times, 0.5),
		mostAfterMs: percentile(times, 0.99),
		lastAfterMs: times.length < lanes.length ? null : percentile(times, 1),
		reconciled: reconcileAll(audience, [String(id)]),
	};
}

/** When each endpoint got it, after `since`; waits until all have, or nothing arrives any more. */
async function arrivalsOf({ lanes }: Audience, since: number): Promise<number[]> {
	const times = () =>
		lanes.flatMap(({ target: { arrivals } }) =>
			arrivals[0] === undefined ? [] : [arrivals[0].at - since],
		);
	let [count, changedAt] = [0, performance.now()];
	for (;;) {
		const arrived = times().length;
		if (arrived !== count) [count, changedAt] = [arrived, performance.now()];
		if (arrived === lanes.length || performance.now() - changedAt > SILENCE_MS) break;
		progressNow(() => `${arrived} have it, ${Math.round(performance.now() - since)} ms`);
		await sleep(25);
	}
	await sleep(AFTERMATH_MS);
	return times();
}
