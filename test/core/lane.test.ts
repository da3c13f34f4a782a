// What a lane does: whether it may send, how much at once, and what follows from each outcome.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
	bulkInFlightMax,
	holdOf,
	inFlightMax,
	isCurrent,
	latestStart,
	leaseMsOf,
	type Next,
	nextOf,
	type Waiting,
} from "../../src/core/lane.ts";
import { failureOfStatus, type Outcome } from "../../src/core/outcome.ts";

const T0 = Date.UTC(2026, 0, 2);
const SCHEDULE = [5, 300, 1800];
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const outcomeOf = (status: number): Outcome => ({
	failure: failureOfStatus(status),
	status,
	startedAt: T0,
	durationMs: 100,
	response: "",
	responseHeaders: [],
});
const FREE = { disabled: false, paused: false };
const IDLE = { isPausedByOperator: false, pausedUntil: null, isDisabling: false };

test.each<[string, Parameters<typeof holdOf>[0], Partial<Parameters<typeof holdOf>[1]>, unknown]>([
	["nothing is in the way", FREE, {}, null],
	["the endpoint is gone", null, { isPausedByOperator: true }, "gone"],
	["it is disabled", { disabled: true, paused: true }, {}, "disabled"],
	["it is being disabled", FREE, { isDisabling: true, isPausedByOperator: true }, "disabled"],
	["it is paused", { disabled: false, paused: true }, { isPausedByOperator: true }, "paused"],
	["the operator paused all", FREE, { isPausedByOperator: true, pausedUntil: T0 + 1 }, "operator"],
	["it asked to be left alone", FREE, { pausedUntil: T0 + 1 }, "asked"],
	["that is over", FREE, { pausedUntil: T0 }, null],
])("when %s", (_name, route, lane, hold) => {
	expect(holdOf(route, { ...IDLE, ...lane }, T0)).toBe(hold);
});

test.each([
	[{ maxInFlight: null, throttleRate: null, ordered: false }, 64],
	[{ maxInFlight: 1, throttleRate: null, ordered: false }, 1],
	[{ maxInFlight: 500, throttleRate: null, ordered: false }, 500],
	[{ maxInFlight: null, throttleRate: 10, ordered: false }, 64],
	[{ maxInFlight: null, throttleRate: 1000, ordered: false }, 1000],
	[{ maxInFlight: 20, throttleRate: 1000, ordered: false }, 20],
	[{ maxInFlight: 500, throttleRate: null, ordered: true }, 1],
])("%o allows %d at once", (route, max) => {
	expect(inFlightMax(route)).toBe(max);
});

test("bulk work leaves room for the rest wherever there is room for two", () => {
	expect(bulkInFlightMax(1)).toBe(1);
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 5000 }), (max) => {
			expect(bulkInFlightMax(max)).toBeGreaterThan(0);
			expect(bulkInFlightMax(max)).toBeLessThan(max);
		}),
	);
});

const NORMAL: Waiting = { number: 1, isOneShot: false, again: 0 };
const terms = (more: object = {}) => ({
	scheduleSeconds: SCHEDULE,
	retryAfterMs: null,
	isAborted: false,
	random: 0.5,
	...more,
});

test.each<[string, Partial<Waiting>, number, object, Next]>([
	["a success", {}, 200, {}, { kind: "ended", isExhausted: false }],
	["a failure", {}, 500, {}, { kind: "retry", at: T0 + 100 + 5000 }],
	["a failure of the second", { number: 2 }, 500, {}, { kind: "retry", at: T0 + 100 + 300_000 }],
	["the last failure", { number: 4 }, 500, {}, { kind: "ended", isExhausted: true }],
	["a failure that ends the message", {}, 500, { isAborted: true }, ended(true)],
	["a failed resend of what had ended", { isOneShot: true }, 500, {}, ended(false)],
	["a success, asked again", { again: 1 }, 200, {}, again(true, false)],
	["a failure, asked again", { again: 1 }, 500, {}, again(false, false)],
	["the last, asked again", { again: 1, number: 4 }, 500, {}, again(true, true)],
	["the last, asked again twice", { again: 2, number: 4 }, 500, {}, again(true, true)],
	["the last, a success asked again", { again: 1, number: 4 }, 200, {}, again(true, false)],
	["a failed resend, asked again", { again: 1, isOneShot: true }, 500, {}, again(true, false)],
	["asked again but forbidden", { again: 1 }, 500, { isAborted: true }, ended(true)],
	[
		"a resend of what had ended, asked again but forbidden",
		{ again: 1, isOneShot: true },
		...([500, { isAborted: true }, ended(false)] as const),
	],
])("after %s", (_name, waiting, status, more, expected) => {
	expect(nextOf({ ...NORMAL, ...waiting }, outcomeOf(status), terms(more))).toEqual(expected);
});

function ended(isExhausted: boolean): Next {
	return { kind: "ended", isExhausted };
}

function again(isOneShot: boolean, isExhausted: boolean): Next {
	return { kind: "again", isOneShot, isExhausted };
}

test("a retry is never earlier than the schedule, nor than the endpoint asked for", () => {
	const wait = fc.option(fc.integer({ min: 0, max: 86_400_000 }));
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 3 }), wait, share, (number, retryAfterMs, random) => {
			const outcome = outcomeOf(503);
			const plain = nextOf({ ...NORMAL, number }, outcome, terms({ random }));
			const asked = nextOf({ ...NORMAL, number }, outcome, terms({ random, retryAfterMs }));
			if (plain.kind !== "retry" || asked.kind !== "retry") throw new Error("no retry");
			expect(asked.at).toBe(Math.max(plain.at, T0 + 100 + (retryAfterMs ?? 0)));
		}),
	);
});

test.each<[string, number, "scheduled" | "manual", Parameters<typeof isCurrent>[1], boolean]>([
	["what a sender has", 2, "scheduled", { number: 2, trigger: "scheduled", isLeased: true }, true],
	["what waits again", 2, "scheduled", { number: 2, trigger: "scheduled", isLeased: false }, false],
	["an earlier one", 1, "scheduled", { number: 2, trigger: "scheduled", isLeased: true }, false],
	["another trigger", 2, "scheduled", { number: 2, trigger: "manual", isLeased: true }, false],
])("a report of %s counts or not", (_name, number, trigger, row, counts) => {
	for (const isDecided of [true, false]) {
		expect(isCurrent({ number, trigger }, row, { isGranted: true, isDecided })).toBe(counts);
	}
});

test("without a row a report counts unless it was decided, or always when leave was given", () => {
	const task = { number: 1, trigger: "scheduled" } as const;
	const counts = (isGranted: boolean, isDecided: boolean) =>
		isCurrent(task, null, { isGranted, isDecided });
	expect([counts(false, false), counts(false, true)]).toEqual([true, false]);
	expect([counts(true, false), counts(true, true)]).toEqual([true, true]);
});

test.each([100, 1_500, 30_000])("after a timeout of %i ms there is time to report", (timeout) => {
	expect(leaseMsOf(timeout)).toBeGreaterThan(timeout);
	expect(latestStart(T0, timeout)).toBeGreaterThan(T0);
	expect(latestStart(T0, timeout)).toBeLessThan(T0 + leaseMsOf(timeout));
});

test("an attempt of 30 seconds is somebody's for 40 and begins at most 38 after its plan", () => {
	expect([leaseMsOf(30_000), latestStart(T0, 30_000) - T0]).toEqual([40_000, 38_000]);
});
