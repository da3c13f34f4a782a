// What the sender hears of a message that fails, ends and recovers: each once, whatever is asked for meanwhile.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { LaneBench } from "../../support/lane-bench.ts";
import { drain } from "../../support/lane-drain.ts";
import { SCHEDULE } from "../../support/lane-memory.ts";
import { PROMISES } from "../../support/lane-promises.ts";
import { run, type Step } from "../../support/lane-steps.ts";

const LANE = { throttleRate: null, ordered: false, maxInFlight: null };
const ATTEMPTS = SCHEDULE.length + 1;
/** Until the retry is due, or a lease has run out. */
const LATER_MS = 100_000;

async function onBench(work: (newBench: () => LaneBench) => void): Promise<void> {
	const stub = env.MESSAGE_STORE.getByName(newId("app", Date.now(), randomBytes(16)));
	await runInDurableObject(stub, (_object, { storage }) =>
		work(() => {
			const bench = new LaneBench(storage.sql, LANE);
			run(bench, { kind: "offer", count: 1, fate: "heard" });
			return bench;
		}),
	);
}

const next: Step[] = [{ kind: "pass", ms: LATER_MS }, { kind: "look" }];
const resend: Step = { kind: "resend", which: 0 };
const cancelReplay: Step = { kind: "cancelTask", task: 0 };
const replay: Step = {
	...({ kind: "replay", task: 0, which: 0, status: null } as const),
	replay: "endpoint.bulk-replay",
};
/** Of the oldest attempt that is under way, also when its lease is over. */
const report = (status: number, advice: [string, string] | null = null): Step => ({
	...({ kind: "report", which: 0, isGathered: false } as const),
	...{ status, advice },
});
const fail = report(500);
const succeed = report(200);
const abort = report(500, ["webhook-delivery", "abort-message"]);
/** So many failures; then the next attempt is under way. */
const fails = (count: number) => Array.from({ length: count }, () => [fail, ...next]).flat();
const again = (...outcomes: Step[]) => outcomes.flatMap((outcome) => [resend, ...next, outcome]);

test.each<[string, Step[], string[]]>([
	["delivered and sent again five times", [succeed, ...again(...Array(5).fill(succeed))], []],
	["delivered, and its resends fail", [succeed, ...again(fail, fail, fail, fail, fail)], []],
	["delivered after three failures, and replayed", [...fails(3), succeed, ...again(succeed)], []],
	[
		"recovered, and replayed twice",
		[...fails(4), succeed, ...again(succeed, fail, succeed)],
		["failing", "recovered"],
	],
	[
		"exhausted, then resent until it arrives, and once more",
		[...fails(ATTEMPTS), ...again(fail, succeed, succeed)],
		["failing", "exhausted", "recovered"],
	],
	["resent during the fourth", [...fails(3), resend, fail], ["failing"]],
	["replayed during the fourth", [...fails(3), replay, fail], ["failing"]],
	[
		"resent during the fourth, and that fails, too",
		[...fails(3), resend, fail, ...next, fail],
		["failing", "exhausted"],
	],
	["resent during the last", [...fails(4), resend, fail], ["failing", "exhausted"]],
	[
		"resent twice during the last, and both fail",
		[...fails(4), resend, resend, fail, ...next, fail, ...next, fail],
		["failing", "exhausted"],
	],
	[
		"replayed during the last, and that succeeds",
		[...fails(4), replay, fail, ...next, succeed],
		["failing", "exhausted", "recovered"],
	],
	[
		"replayed during the last, and the replay is cancelled",
		[...fails(4), replay, cancelReplay, fail],
		["failing", "exhausted"],
	],
	["resent during an attempt that is forbidden more", [resend, abort], ["exhausted"]],
	["resent during a success", [resend, succeed, ...next, fail], []],
	[
		"the lane restarted before each",
		[...fails(4), { kind: "evict" }, resend, succeed, ...next, succeed],
		["failing", "recovered"],
	],
	[
		"two made the fifth, and the first comes late with a success",
		[...fails(4), ...next, succeed, fail],
		["failing", "recovered"],
	],
	[
		"two made the last, one comes late with a success, and somebody asked for one more",
		[...fails(4), ...next, resend, succeed, fail, ...next, fail],
		["failing", "recovered"],
	],
])("what the sender hears of a message: %s", async (_name, steps, events) => {
	await onBench((newBench) => {
		const bench = newBench();
		for (const step of steps) run(bench, step);
		const [fate] = bench.model.fates.values();
		expect(fate?.told).toEqual(events.map((event) => `message.attempt.${event}`));
		expect(bench.model.misheard).toEqual([]);
	});
});

test("what was delivered, as a late report says, is not retried when a resend of it fails", async () => {
	await onBench((newBench) => {
		const bench = newBench();
		for (const step of [...next, resend, succeed, fail, ...next, fail]) run(bench, step);
		expect(bench.recorded.map(({ isSuccess }) => isSuccess)).toEqual([true, false, false]);
		expect(bench.lane.deliveries.isEmpty()).toBe(true);
	});
});

const some = (weight: number, ...steps: Step[][]) => ({
	weight,
	arbitrary: fc.constantFrom(...steps),
});
const anySteps = fc.array(
	fc.oneof(
		some(8, [fail, ...next]),
		some(2, [fail], [succeed], [abort], [{ kind: "evict" }]),
		some(4, [resend], [replay], [cancelReplay]),
		some(2, next),
		some(1, [{ kind: "cancel", which: 0 }]),
	),
	{ maxLength: 25, size: "max" },
);

test("whatever happens to it, the sender hears of a message once, and nothing that is not so", async () => {
	await onBench((newBench) => {
		const property = fc.property(anySteps, (steps) => {
			const bench = newBench();
			for (const step of steps.flat()) run(bench, step);
			drain(bench);
			PROMISES["the sender hears of a message once, and nothing that is not so"](bench);
		});
		fc.assert(property, { numRuns: 200 });
	});
}, 60_000);
