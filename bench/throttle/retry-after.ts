// What still comes after the receiver answered 429 with Retry-After, and when it goes on.
import { idsOf } from "../support/load.ts";
import { type Reconciled, reconcile } from "../support/metrics.ts";
import { arrivalsEnd, type Scene } from "../support/scene.ts";

export type RetryAfter = {
	/** Arrivals after the 429 and before its time was over: they were under way. */
	early: number;
	/** How long after the 429 the last of them came. */
	lastEarlyMs: number;
	/** From the end of the pause to the next arrival. */
	resumedAfterMs: number | null;
	reconciled: Reconciled;
};

const LIMIT = 50;
const MESSAGES = 100;
const REFUSED = 30;
const PAUSE_SECONDS = 2;

export async function measureRetryAfter(scene: Scene): Promise<RetryAfter> {
	const headers = { "retry-after": String(PAUSE_SECONDS) };
	const target = scene.receiver.target((count) =>
		count === REFUSED ? { status: 429, headers } : { status: 200 },
	);
	const lane = await scene.lane(target, { throttleRate: LIMIT });
	await scene.tell(lane, "pause");
	const sent = await scene.fill(lane, MESSAGES);
	await scene.tell(lane, "resume");
	// All of them, and the refused one again.
	await arrivalsEnd(target, () => target.arrivals.length > sent.length);

	const ids = target.arrivals.map(({ id }) => id);
	const refused = target.arrivals[REFUSED - 1];
	const refusedAt = refused?.at ?? 0;
	const until = refusedAt + PAUSE_SECONDS * 1000;
	const later = target.arrivals.slice(REFUSED).map(({ at }) => at);
	const early = later.filter((at) => at < until);
	const next = later.find((at) => at >= until);
	// What was refused must come again: without its first arrival, that is the one that counts.
	const reconciled = reconcile(idsOf(sent), ids.toSpliced(REFUSED - 1, 1));
	return {
		early: early.length,
		lastEarlyMs: (early.at(-1) ?? refusedAt) - refusedAt,
		resumedAfterMs: next === undefined ? null : next - until,
		reconciled,
	};
}
