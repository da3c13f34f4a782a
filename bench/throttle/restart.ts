// A server that is killed in the middle of a throttled queue: whether any second around it holds too much.
import type { LocalServer } from "../../test/support/local-server.ts";
import { idsOf, sleep } from "../support/load.ts";
import { countInWorstWindow, type Reconciled, reconcile } from "../support/metrics.ts";
import { allArrived, type Scene } from "../support/scene.ts";

export type Restart = {
	limit: number;
	/** Until the first arrival after the kill: the server starts anew meanwhile. */
	silenceMs: number | null;
	/** The worst sliding second of arrivals, with what arrived twice. */
	worst: number;
	/** What was under way may arrive twice: its outcome was not written yet. */
	reconciled: Reconciled;
};

const LIMIT = 100;
/** So many that there is a queue until the leases of what was under way are over. */
const MESSAGES = 3_000;
const BEFORE_MS = 3_000;

export async function measureRestart(scene: Scene, server: LocalServer): Promise<Restart> {
	const lane = await scene.lane(scene.receiver.target(), { throttleRate: LIMIT });
	await scene.tell(lane, "pause");
	const sent = await scene.fill(lane, MESSAGES);
	await scene.tell(lane, "resume");
	await sleep(BEFORE_MS);
	await server.kill();
	const killedAt = performance.now();
	await server.start();
	await allArrived(lane.target, sent);

	const times = lane.target.arrivals.map(({ at }) => at);
	const next = times.find((at) => at > killedAt);
	return {
		limit: LIMIT,
		silenceMs: next === undefined ? null : next - killedAt,
		worst: countInWorstWindow(times),
		reconciled: reconcile(
			idsOf(sent),
			lane.target.arrivals.map(({ id }) => id),
		),
	};
}
