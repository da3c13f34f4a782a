// What may happen to a lane, in any order: steps of a bench.
import fc from "fast-check";
import type { TaskId } from "../../src/core/ids.ts";
import type { ReplayKind } from "../../src/core/task.ts";
import type { LaneBench, OfferFate } from "./lane-bench.ts";
import { succeed } from "./lane-drain.ts";
import { giveBack, report as tell } from "./lane-senders.ts";
import { repeat, verify } from "./lane-store.ts";
import { cancel, cancelTask, change, replay, resend, tend } from "./lane-wishes.ts";

const PLAIN = ["look", "verify", "succeed", "evict", "tend", "arrive"] as const;
/** What people and operators switch. */
const SWITCH = ["pause", "resume", "disable", "enable", "halt", "goOn"] as const;
type Plain = (typeof PLAIN)[number];
type Switch = (typeof SWITCH)[number];

export type Step =
	| { kind: "offer"; count: number; fate: OfferFate }
	| {
			kind: "report";
			which: number;
			status: number;
			advice: [string, string] | null;
			isGathered: boolean;
	  }
	| { kind: "repeat" | "resend" | "lose" | "giveBack" | "cancel"; which: number }
	| { kind: "cancelBefore"; ageMs: number }
	| { kind: "replay"; task: number; replay: ReplayKind; status: number | null; which: number }
	| { kind: "cancelTask"; task: number }
	| { kind: "limit"; rate: number | null }
	| { kind: "room"; max: number | null }
	| { kind: "order"; isOn: boolean }
	| { kind: "pass"; ms: number }
	| { kind: Plain | Switch };

const which = fc.nat(300);
const task = fc.nat(2);
const rate = fc.constantFrom(null, 1, 2, 5, 10, 50, 200, 1000, 5000);
const room = fc.constantFrom(null, null, 1, 2, 3, 10, 500);
const kind = <K extends Step["kind"]>(...kinds: K[]) => fc.constantFrom(...kinds);
const some = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
const plain = (...kinds: (Plain | Switch)[]) =>
	fc.constantFrom(...kinds).map((each) => ({ kind: each }));
const pass = (min: number, max: number) =>
	fc.record({ kind: kind("pass"), ms: fc.integer({ min, max }) });
const offer = (max: number) =>
	fc.record({
		kind: kind("offer"),
		count: fc.integer({ min: 1, max }),
		fate: fc.constantFrom<OfferFate>("heard", "heard", "heard", "heard", "unheard", "lost", "slow"),
	});
const report = fc.record({
	kind: kind("report"),
	which,
	status: fc.constantFrom(200, 200, 200, 500, 500, 500, 429, 503, 410),
	advice: fc.constantFrom<[string, string] | null>(
		...[null, null, null, null],
		["retry-after", "3"],
		["retry-after", "90"],
		["webhook-delivery", "abort-message"],
	),
	isGathered: fc.boolean(),
});
const anyReplay = fc.record({
	kind: kind("replay"),
	task,
	replay: fc.constantFrom<ReplayKind>(
		"endpoint.recover",
		"endpoint.replay",
		"endpoint.bulk-replay",
		"endpoint.bulk-replay",
	),
	status: fc.constantFrom(null, null, 0, 1, 2, 3, 4),
	which,
});
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
	some(5, offer(12)),
	some(1, offer(150)),
	some(7, report),
	some(3, fc.record({ kind: kind("repeat", "resend", "lose", "giveBack"), which })),
	some(2, anyReplay),
	some(1, fc.record({ kind: kind("cancelTask"), task })),
	some(1, fc.record({ kind: kind("cancel"), which })),
	some(1, fc.record({ kind: kind("cancelBefore"), ageMs: fc.constantFrom(-1000, 0, 500, 20_000) })),
	some(1, fc.record({ kind: kind("limit"), rate })),
	some(1, fc.record({ kind: kind("room"), max: room })),
	some(1, fc.record({ kind: kind("order"), isOn: fc.boolean() })),
	some(7, plain("look", "look", "look", "verify", "succeed", "tend", "arrive")),
	some(2, plain("evict")),
	some(3, plain(...SWITCH, "enable", "resume", "goOn")),
	some(4, pass(1, 300)),
	some(3, pass(300, 13_000)),
	some(1, pass(13_000, 180_000)),
);
export const anyLane = fc.record({
	throttleRate: rate,
	ordered: fc.constantFrom(false, false, false, true),
	maxInFlight: room,
});

/** Does one step. What it chooses from may be empty. */
export function run(bench: LaneBench, step: Step): void {
	const at = "which" in step ? step.which : 0;
	const held = bench.leaves.held[at % bench.leaves.held.length];
	const item = bench.items[at % bench.items.length];
	switch (step.kind) {
		case "offer":
			bench.offer(step.count, step.fate);
			return;
		case "report": {
			const { status, advice, isGathered } = step;
			if (held) tell(bench, held, { status, headers: advice ? [advice] : [], isGathered });
			return;
		}
		case "lose":
			if (held) bench.leaves.lose(held);
			return;
		case "giveBack":
			if (held) giveBack(bench, held);
			return;
		case "repeat":
			if (item) repeat(bench, item);
			return;
		case "resend":
			if (item) resend(bench, item);
			return;
		case "cancel":
			if (item) cancel(bench, item);
			return;
		case "cancelBefore":
			cancel(bench, { before: bench.now - step.ageMs });
			return;
		case "replay":
			replay(
				bench,
				{ id: taskId(step.task), kind: step.replay, status: step.status },
				at % (bench.items.length + 1),
			);
			return;
		case "cancelTask":
			cancelTask(bench, taskId(step.task));
			return;
		case "limit":
			change(bench, { throttleRate: step.rate });
			return;
		case "room":
			change(bench, { maxInFlight: step.max });
			return;
		case "order":
			change(bench, { ordered: step.isOn });
			return;
		case "pause":
		case "resume":
			change(bench, { paused: step.kind === "pause" });
			return;
		case "disable":
		case "enable":
			change(bench, { disabled: step.kind === "disable" });
			return;
		case "halt":
		case "goOn":
			bench.isPausedByOperator = step.kind === "halt";
			return;
		case "evict":
		case "look":
		case "arrive":
			bench[step.kind]();
			return;
		case "verify":
			verify(bench);
			return;
		case "tend":
			tend(bench);
			return;
		case "succeed":
			succeed(bench);
			return;
		case "pass":
			bench.pass(step.ms);
			return;
	}
}

const taskId = (number: number): TaskId => `qtask_${number}`;
