// How a bench ends well: what has begun succeeds, and all that waits is sent.
import type { LaneBench } from "./lane-bench.ts";
import { report } from "./lane-senders.ts";
import { verify } from "./lane-store.ts";
import { change, tend } from "./lane-wishes.ts";

const SUCCESS = { status: 200, headers: [], isGathered: false };

/** All that has begun is over, with success. */
export function succeed(bench: LaneBench): void {
	for (const held of [...bench.leaves.held]) {
		if (held.startAt <= bench.now && held.until > bench.now) report(bench, held, SUCCESS);
	}
}

/** From now on everything goes well, and the lane looks when it wants to. */
export function drain(bench: LaneBench): void {
	bench.arrive();
	tend(bench);
	bench.isPausedByOperator = false;
	change(bench, { paused: false, disabled: false });
	for (let i = 0; i < 20_000 && !bench.isOver; i++) {
		verify(bench);
		const next = bench.look() ?? Number.POSITIVE_INFINITY;
		succeed(bench);
		const begins = bench.leaves.held.map(({ startAt }) => startAt).filter((at) => at > bench.now);
		bench.pass(Math.max(1, Math.min(next, ...begins, bench.now + 5_000) - bench.now));
	}
}
