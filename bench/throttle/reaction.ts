// How soon a changed limit holds for what is already queued: on the endpoint, and on the application.
import { idsOf, sleep } from "../support/load.ts";
import { type Reconciled, reconcile, settledAfterMs } from "../support/metrics.ts";
import type { Scene } from "../support/scene.ts";

export type Reaction = {
	scope: "endpoint" | "application";
	/** From the request that changes it until the new rate holds; null when it never does. */
	fasterMs: number | null;
	slowerMs: number | null;
	reconciled: Reconciled;
};

const SLOW = 20;
const FAST = 100;
const MESSAGES = 600;
const BEFORE_MS = 1_500;
const WATCH_MS = 2_500;
/** What was given away before a cancellation is still sent. */
const UNDER_WAY_MS = 500;

export async function measureReaction(scene: Scene, scope: Reaction["scope"]): Promise<Reaction> {
	const isEndpoint = scope === "endpoint";
	const application = await scene.application(isEndpoint ? {} : { throttleRate: SLOW });
	const lane = await scene.lane(
		scene.receiver.target(),
		{ throttleRate: isEndpoint ? SLOW : null },
		application,
	);
	await scene.tell(lane, "pause");
	const sent = await scene.fill(lane, MESSAGES);
	await scene.tell(lane, "resume");
	await sleep(BEFORE_MS);

	const change = async (throttleRate: number) => {
		const changedAt = performance.now();
		if (isEndpoint) await scene.change(lane, { throttleRate });
		else await scene.client.call("PATCH", `/app/${application}`, { throttleRate });
		await sleep(WATCH_MS);
		const times = lane.target.arrivals.map(({ at }) => at);
		return settledAfterMs(times, changedAt, throttleRate);
	};
	const fasterMs = await change(FAST);
	const slowerMs = await change(SLOW);
	const { cancelled } = await scene.tell(lane, "cancel");
	await sleep(UNDER_WAY_MS);
	const arrived = lane.target.arrivals.map(({ id }) => id);
	return {
		scope,
		fasterMs,
		slowerMs,
		reconciled: reconcile(idsOf(sent), arrived, Number(cancelled)),
	};
}
