// An application with many endpoints, each with a target of its own that takes everything at once.
import { mapSome } from "../../src/core/map-some.ts";
import { type Reconciled, reconcile } from "../support/metrics.ts";
import { progressNow } from "../support/progress.ts";
import type { Target } from "../support/receiver.ts";
import type { Scene } from "../support/scene.ts";

export type Member = { endpointId: string; target: Target };
export type Audience = { applicationId: string; lanes: Member[] };

const CREATED_AT_ONCE = 32;

/** With a limit of the application the endpoints are paused until somebody resumes them. */
export async function createAudience(
	scene: Scene,
	count: number,
	throttleRate: number | null = null,
): Promise<Audience> {
	const paused = throttleRate !== null;
	const applicationId = await scene.application(paused ? { throttleRate } : {});
	const path = `/app/${applicationId}/endpoint`;
	const targets = Array.from({ length: count }, () => scene.receiver.target());
	let made = 0;
	const lanes = await mapSome(targets, CREATED_AT_ONCE, async (target) => {
		const { id } = await scene.client.call("POST", path, { url: target.url, paused });
		made++;
		progressNow(() => `${made} endpoints are made`);
		return { endpointId: String(id), target };
	});
	return { applicationId, lanes };
}

/** Each endpoint gets each message, once. `cancelled` of these deliveries were not to arrive. */
export function reconcileAll(
	{ lanes }: Audience,
	messageIds: readonly string[],
	cancelled = 0,
): Reconciled {
	const owed = lanes.flatMap((_, i) => messageIds.map((id) => `${i} ${id}`));
	const come = lanes.flatMap(({ target }, i) => target.arrivals.map(({ id }) => `${i} ${id}`));
	return reconcile(owed, come, cancelled);
}
