// What may happen to a lane, in any order: steps of a bench, and how it ends well.
import fc from "fast-check";
import type { LaneBench } from "./lane-bench.ts";

type Plain = "look" | "verify" | "succeed" | "evict" | "pause" | "resume";
export type Step =
	| { kind: "offer"; count: number }
	| { kind: "report"; which: number; status: number; retryAfter: string | null }
	| { kind: "repeat" | "resend" | "lose"; which: number }
	| { kind: "limit"; rate: number | null }
	| { kind: "pass"; ms: number }
	| { kind: Plain };

const which = fc.nat(50);
const rate = fc.constantFrom(null, 1, 2, 5, 10, 50, 200);
const some = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const plain = (...kinds: Plain[]) => fc.constantFrom(...kinds).map((kind): Step => ({ kind }));
const pass = (min: number, max: number) =>
	fc.integer({ min, max }).map((ms): Step => ({ kind: "pass", ms }));
const report = fc.record({
	kind: fc.constant("report" as const),
	which,
	status: fc.constantFrom(200, 200, 500, 500, 429),
	retryAfter: fc.constantFrom(null, null, "3"),
});
export const anyStep = fc.oneof(
	some(
		5,
		fc.integer({ min: 1, max: 12 }).map((count) => ({ kind: "offer", count })),
	),
	some(6, report),
	some(3, fc.record({ kind: fc.constantFrom("repeat", "resend", "lose"), which })),
	some(
		1,
		rate.map((value) => ({ kind: "limit", rate: value })),
	),
	some(6, plain("look", "look", "look", "verify", "succeed")),
	some(4, plain("evict", "evict", "pause", "resume")),
	some(4, pass(1, 300)),
	some(3, pass(300, 13_000)),
	some(1, pass(13_000, 180_000)),
);
export const anyLane = fc.record({
	throttleRate: rate,
	ordered: fc.constantFrom(false, false, false, true),
	maxInFlight: fc.constantFrom(null, null, 3),
});

/** Does one step. What it chooses from may be empty. */
export function run(bench: LaneBench, step: Step): void {
	const at = "which" in step ? step.which : 0;
	const held = bench.leaves.held[at % bench.leaves.held.length];
	const item = bench.items[at % bench.items.length];
	switch (step.kind) {
		case "offer":
			bench.offer(step.count);
			return;
		case "report":
			if (held) bench.report(held, step.status, step.status === 429 ? step.retryAfter : null);
			return;
		case "lose":
			if (held) bench.leaves.lose(held);
			return;
		case "repeat":
			if (item) bench.repeat(item);
			return;
		case "resend":
			if (item) bench.resend(item);
			return;
		case "limit":
			bench.change({ throttleRate: step.rate });
			return;
		case "pause":
		case "resume":
			bench.change({ paused: step.kind === "pause" });
			return;
		case "evict":
		case "verify":
		case "look":
			bench[step.kind]();
			return;
		case "succeed":
			succeed(bench);
			return;
		case "pass":
			bench.now += step.ms;
			return;
	}
}

/** All that has begun is over, with success. */
function succeed(bench: LaneBench): void {
	for (const held of [...bench.leaves.held]) {
		if (held.startAt <= bench.now && held.until > bench.now) bench.report(held, 200);
	}
}

/** From now on everything goes well, and the lane looks when it wants to. */
export function drain(bench: LaneBench): void {
	bench.change({ paused: false });
	for (let i = 0; i < 2_000 && !bench.isOver; i++) {
		bench.verify();
		const next = bench.look() ?? Number.POSITIVE_INFINITY;
		succeed(bench);
		const begins = bench.leaves.held.map(({ startAt }) => startAt).filter((at) => at > bench.now);
		bench.now = Math.max(bench.now + 1, Math.min(next, ...begins, bench.now + 5_000));
	}
}
