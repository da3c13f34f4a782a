// What a lane keeps to whatever happens to it: any sequence of offers, reports, losses, evictions and changes.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, test, vi } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { LaneBench, type OfferFate } from "../../support/lane-bench.ts";
import { drain } from "../../support/lane-drain.ts";
import { PROMISES, type Promised } from "../../support/lane-promises.ts";
import { anyLane, anyStep, run, type Step } from "../../support/lane-steps.ts";

beforeEach(() => {
	// The spread of retries would make a run differ from its repetition.
	vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
	vi.restoreAllMocks();
});

async function onSql(work: (sql: SqlStorage) => void): Promise<void> {
	const stub = env.MESSAGE_STORE.getByName(newId("app", Date.now(), randomBytes(16)));
	await runInDurableObject(stub, (_object, { storage }) => work(storage.sql));
}

type Lane = ConstructorParameters<typeof LaneBench>[1];

function benchAfter(sql: SqlStorage, lane: Lane, steps: readonly Step[]): LaneBench {
	const bench = new LaneBench(sql, lane);
	for (const step of steps) run(bench, step);
	drain(bench);
	return bench;
}

test("whatever happens to it, a lane keeps all its promises", async () => {
	await onSql((sql) => {
		const steps = fc.array(anyStep, { maxLength: 40, size: "max" });
		const property = fc.property(anyLane, steps, (lane, all) => {
			const bench = benchAfter(sql, lane, all);
			for (const [promise, judge] of Object.entries(PROMISES)) judge(bench, promise);
		});
		fc.assert(property, { numRuns: 100 });
	});
}, 60_000);

const offer = (count: number, fate: OfferFate = "heard"): Step => ({ kind: "offer", count, fate });
const limit = (rate: number | null): Step => ({ kind: "limit", rate });
const pass = (ms: number): Step => ({ kind: "pass", ms });
const report = (which: number, status: number): Step => ({
	kind: "report",
	which,
	status,
	advice: null,
	isGathered: false,
});
const one = (kind: "repeat" | "resend", which = 0): Step => ({ kind, which });
const cancelAll: Step = { kind: "cancelBefore", ageMs: -1000 };
const replayAll: Step = {
	kind: "replay",
	task: 0,
	replay: "endpoint.bulk-replay",
	status: null,
	which: 0,
};
const evict: Step = { kind: "evict" };
const look: Step = { kind: "look" };
const verify: Step = { kind: "verify" };
const forgotten = [offer(1), evict, one("resend")];
const again = [evict, offer(1), look];
const RAN_OUT_MS = 13_000;

test.each<[string, Promised, Partial<Lane>, Step[]]>([
	[
		"an old message that is offered again does not hide a newer one's start",
		"no second holds more starts than the limit allows",
		{},
		[offer(1), limit(2), pass(RAN_OUT_MS), offer(1), evict, one("repeat"), offer(2)],
	],
	[
		"late reports do not hide later starts from a lane that restarts",
		"no second holds more starts than the limit allows",
		{},
		[
			...[offer(3), limit(1), pass(RAN_OUT_MS), look, verify],
			...[report(3, 200), report(0, 200), ...again],
			...[verify, report(2, 200), report(0, 200), ...again],
		],
	],
	[
		"a resend that fails does not end the schedule of a message that a restart forgot",
		"each message ends as it should, and nothing is left",
		{},
		[...forgotten, report(0, 500), look, report(0, 500)],
	],
	[
		"what was given away ahead of its time is not overtaken when the limit ends",
		"first attempts start in the order of the offers",
		{ throttleRate: 50 },
		[offer(3), limit(null), offer(1)],
	],
	[
		"a resend does not move a message that waits behind the others",
		"first attempts start in the order of the offers",
		{ throttleRate: 1 },
		[offer(3), pass(10), one("resend", 1)],
	],
	[
		"what nobody reported in time is cancelled with the rest",
		"what was cancelled is not sent, and what was asked for is",
		{},
		[offer(1), pass(RAN_OUT_MS), cancelAll],
	],
	[
		"a replay leaves out what is on its way",
		"of a task's deliveries each is attempted or cancelled",
		{},
		[offer(2, "slow"), replayAll, limit(2)],
	],
	[
		"a message that somebody asked for before it came is not sent beside that",
		"no attempt is given away while another leave for it is valid",
		{},
		[offer(1, "slow"), one("resend"), look],
	],
	[
		"what was granted before order was asked for is waited for",
		"no attempt is given away while another leave for it is valid",
		{},
		[offer(1), { kind: "order", isOn: true }, evict],
	],
	[
		"what an ordered lane got by another way before is not sent again",
		"attempts of a message are numbered from one, without gaps",
		{ ordered: true },
		[offer(1, "slow"), verify, look, report(0, 200)],
	],
	[
		"a sender that was given up does not bring a retry while another has the message",
		"no attempt is given away while another leave for it is valid",
		{},
		[offer(1), pass(RAN_OUT_MS), look, report(0, 500), look],
	],
	[
		"a late success does not take away what a replay asked for",
		"what was cancelled is not sent, and what was asked for is",
		{},
		[offer(1), pass(RAN_OUT_MS), look, replayAll, report(0, 200)],
	],
	[
		"a failing message that a replay moves up is not passed by the next",
		"an ordered endpoint gets nothing while something before it is owed",
		{ ordered: true },
		[offer(1), look, replayAll, report(0, 500), offer(1)],
	],
])("%s", async (_name, promise, fields, steps) => {
	const lane = { throttleRate: null, ordered: false, maxInFlight: null, ...fields };
	await onSql((sql) => PROMISES[promise](benchAfter(sql, lane, steps), promise));
});
