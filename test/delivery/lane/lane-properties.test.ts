// What a lane keeps to whatever happens to it: any sequence of offers, reports, losses, evictions and changes.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Route } from "../../../src/core/delivery.ts";
import { newId } from "../../../src/core/ids.ts";
import { AHEAD_MS } from "../../../src/delivery/lane/pace.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { seqsOf } from "../../support/engine.ts";
import { LaneBench } from "../../support/lane-bench.ts";
import { anyLane, anyStep, drain, run, type Step } from "../../support/lane-steps.ts";

type Judge = (bench: LaneBench) => void;
type Limits = Pick<Route, "throttleRate" | "ordered" | "maxInFlight">;

beforeEach(() => {
	// The spread of retries would make a run differ from its repetition.
	vi.spyOn(Math, "random").mockReturnValue(0.5);
});

afterEach(() => {
	vi.restoreAllMocks();
});

/** The largest limit of a span of time; what was given away ahead of a change is of before it. */
function limitOf({ limits }: LaneBench, from: number, to: number): number {
	const holding = limits.filter(({ at }, i) => {
		const until = limits[i + 1]?.at ?? Number.POSITIVE_INFINITY;
		return at < to && until + AHEAD_MS >= from;
	});
	return Math.max(...holding.map(({ rate }) => rate ?? Number.POSITIVE_INFINITY));
}

const isWithinLimit: Judge = (bench) => {
	const times = bench.leaves.starts.map(({ at }) => at).sort((a, b) => a - b);
	times.forEach((from, i) => {
		const count = times.slice(i).findIndex((at) => at >= from + 1000);
		const inSecond = count === -1 ? times.length - i : count;
		expect(inSecond).toBeLessThanOrEqual(1.05 * limitOf(bench, from, from + 1000) + 1);
	});
};

/** But for what a person asked for again when the lane had forgotten it. */
const hasNoTwins: Judge = ({ leaves: { starts }, askedBlindly }) => {
	const twins = starts.filter(({ seq, twin }) => twin !== null && !askedBlindly.has(seq));
	expect(twins).toEqual([]);
};

const losesNothing: Judge = (bench) => {
	expect(bench.isOver).toBe(true);
	const done = new Set(bench.exhausted);
	for (const { seq, isSuccess } of bench.recorded) if (isSuccess) done.add(seq);
	expect(seqsOf(bench.items).filter((seq) => !done.has(seq))).toEqual([]);
};

/** As far as no lease ran out. */
const isInOrder: Judge = ({ items, leaves: { starts, startsBeforeRunOut } }) => {
	const before = starts.slice(0, startsBeforeRunOut ?? starts.length).reverse();
	const firsts = new Map(before.map(({ seq, at }) => [seq, at]));
	const times = seqsOf(items).map((seq) => firsts.get(seq) ?? Number.POSITIVE_INFINITY);
	expect(times).toEqual(times.toSorted((a, b) => (a === b ? 0 : a - b)));
};

/** But for messages of which a report came late, and those that were asked for blindly. */
const isNumbered: Judge = ({ recorded, items, askedBlindly }) => {
	for (const seq of seqsOf(items)) {
		const own = recorded.filter((attempt) => attempt.seq === seq);
		if (askedBlindly.has(seq)) continue;
		if (own.some(({ isLate }) => isLate)) continue;
		expect(own.map(({ number }) => number)).toEqual(own.map((_, i) => i + 1));
	}
};

async function onSql(work: (sql: SqlStorage) => void): Promise<void> {
	const stub = env.MESSAGE_STORE.getByName(newId("app", Date.now(), randomBytes(16)));
	await runInDurableObject(stub, (_object, { storage }) => work(storage.sql));
}

function judgeRun(sql: SqlStorage, fields: Limits, steps: readonly Step[], judge: Judge): void {
	const bench = new LaneBench(sql, fields);
	for (const step of steps) run(bench, step);
	drain(bench);
	judge(bench);
}

test.each<[string, Judge]>([
	["no second holds more starts than the limit allows", isWithinLimit],
	["no attempt is given away while another leave for it is valid", hasNoTwins],
	["all is delivered or exhausted, and nothing is left", losesNothing],
	["first attempts start in the order of the offers", isInOrder],
	["attempts of a message are numbered from one, without gaps", isNumbered],
])("whatever happens, %s", async (_name, judge) => {
	await onSql((sql) => {
		const steps = fc.array(anyStep, { maxLength: 40, size: "max" });
		const property = fc.property(anyLane, steps, (lane, all) => judgeRun(sql, lane, all, judge));
		fc.assert(property, { numRuns: 100 });
	});
});

const offer = (count: number): Step => ({ kind: "offer", count });
const limit = (rate: number | null): Step => ({ kind: "limit", rate });
const pass = (ms: number): Step => ({ kind: "pass", ms });
const report = (which: number, status: number): Step => ({
	kind: "report",
	which,
	status,
	retryAfter: null,
});
const first = (kind: "repeat" | "resend"): Step => ({ kind, which: 0 });
const evict: Step = { kind: "evict" };
const look: Step = { kind: "look" };
const verify: Step = { kind: "verify" };
const forgotten = [offer(1), evict, first("resend")];
const again = [evict, offer(1), look];

test.each<[string, Judge, number | null, Step[]]>([
	[
		"an old message that is offered again does not hide a newer one's start",
		isWithinLimit,
		null,
		[offer(1), limit(2), pass(13_000), offer(1), evict, first("repeat"), offer(2)],
	],
	[
		"late reports do not hide later starts from a lane that restarts",
		isWithinLimit,
		null,
		[
			...[offer(3), limit(1), pass(13_000), look, verify],
			...[report(3, 200), report(0, 200), ...again],
			...[verify, report(2, 200), report(0, 200), ...again],
		],
	],
	[
		"a resend that fails does not end the schedule of a message that a restart forgot",
		losesNothing,
		null,
		[...forgotten, report(0, 500), look, report(0, 500)],
	],
	[
		"what was given away ahead of its time is not overtaken when the limit ends",
		isInOrder,
		50,
		[offer(3), limit(null), offer(1)],
	],
	[
		"a resend does not move a message that waits behind the others",
		isInOrder,
		1,
		[offer(3), pass(10), { kind: "resend", which: 1 }],
	],
])("%s", async (_name, judge, throttleRate, steps) => {
	const lane = { throttleRate, ordered: false, maxInFlight: null };
	await onSql((sql) => judgeRun(sql, lane, steps, judge));
});
