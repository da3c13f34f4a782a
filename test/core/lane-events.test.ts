// What the sender hears of a message's attempts, each once, whatever was asked for meanwhile.

import fc from "fast-check";
import { expect, test } from "vitest";
import {
	type Earlier,
	messageEventOf,
	type Next,
	nextOf,
	type Waiting,
} from "../../src/core/lane.ts";
import type { Outcome } from "../../src/core/outcome.ts";

const FAILING = "message.attempt.failing";
const EXHAUSTED = "message.attempt.exhausted";
const RECOVERED = "message.attempt.recovered";

const retry: Next = { kind: "retry", at: 0 };
const ended = (isExhausted: boolean): Next => ({ kind: "ended", isExhausted });
const again = (isOneShot: boolean, isExhausted: boolean): Next => ({
	kind: "again",
	isOneShot,
	isExhausted,
});
const failed = (attempts: number): Earlier => ({ attempts, hasSuccess: false });
const delivered = (attempts: number): Earlier => ({ attempts, hasSuccess: true });
function unread(): Earlier {
	throw new Error("the answer does not depend on it");
}

test.each<[string, number, Next | null, string | null]>([
	["the third", 3, retry, null],
	["the third, asked again", 3, again(false, false), null],
	["the fourth", 4, retry, FAILING],
	["the fourth, asked again", 4, again(false, false), FAILING],
	["the fourth and last", 4, ended(true), EXHAUSTED],
	["the fourth and last, asked again", 4, again(true, true), EXHAUSTED],
	["a fourth that is a resend", 4, ended(false), null],
	["a fourth that is a resend, asked again", 4, again(true, false), null],
	["the fifth", 5, retry, null],
	["the fifth, asked again", 5, again(false, false), null],
	["the last", 8, ended(true), EXHAUSTED],
	["the last, asked again", 8, again(true, true), EXHAUSTED],
	["the only one of an empty schedule", 1, ended(true), EXHAUSTED],
	["the only one of an empty schedule, asked again", 1, again(true, true), EXHAUSTED],
	["a resend", 9, ended(false), null],
	["a resend, asked again", 9, again(true, false), null],
	["one whose report came too late", 4, null, null],
])("of a failure, %s, the sender hears what matters, and nothing is read", (...args) => {
	const [, number, next, event] = args;
	expect(messageEventOf(number, false, next, unread)).toBe(event);
});

test.each<[string, number, Next | null, Earlier | null, string | null]>([
	["at the first attempt", 1, ended(false), null, null],
	["at the first, asked again", 1, again(true, false), null, null],
	["after three failures", 4, ended(false), null, null],
	["after four", 5, ended(false), failed(4), RECOVERED],
	["after four, asked again", 5, again(true, false), failed(4), RECOVERED],
	["after it was exhausted", 9, ended(false), failed(8), RECOVERED],
	["of the fifth resend of what was delivered", 6, ended(false), delivered(5), null],
	["of a replay of what had recovered", 6, ended(false), delivered(5), null],
	["too late, of the first attempt", 1, null, failed(1), null],
	["too late, of an attempt that another made as well", 4, null, failed(4), RECOVERED],
	["too late, of what was delivered", 5, null, delivered(5), null],
])("of a success %s the sender hears what matters", (...args) => {
	const [, number, next, earlier, event] = args;
	expect(messageEventOf(number, true, next, earlier === null ? unread : () => earlier)).toBe(event);
});

const STEPS = ["fail", "succeed", "abort", "ask"] as const;
type Step = (typeof STEPS)[number];
type Tried = { isSuccess: boolean; isAborted: boolean };
const anySteps = fc.array(
	fc.oneof(
		{ weight: 6, arbitrary: fc.constant<Step>("fail") },
		{ weight: 4, arbitrary: fc.constant<Step>("ask") },
		{ weight: 1, arbitrary: fc.constantFrom(...STEPS) },
	),
	{ maxLength: 30 },
);

/** A message at a lane: an attempt is always under way, unless it has ended and nobody asked for more. */
function live(scheduleSeconds: readonly number[], steps: readonly Step[]) {
	const tried: Tried[] = [];
	const told: string[] = [];
	let row: Waiting | null = { number: 1, isOneShot: false, again: 0 };
	for (const step of steps) {
		if (step === "ask") {
			if (row === null) row = { number: tried.length + 1, isOneShot: true, again: 0 };
			else row.again++;
		} else if (row !== null) {
			const isSuccess = step === "succeed";
			// safe because nothing else of an outcome is read
			const outcome = { failure: isSuccess ? null : "server_error" } as Outcome;
			const isAborted = step === "abort";
			const terms = { scheduleSeconds, retryAfterMs: null, isAborted, random: 0.5 };
			const next: Next = nextOf(row, outcome, terms);
			const earlier = {
				attempts: tried.length,
				hasSuccess: tried.some((attempt) => attempt.isSuccess),
			};
			const event = messageEventOf(row.number, isSuccess, next, () => earlier);
			tried.push({ isSuccess, isAborted });
			if (event !== null) told.push(`${event} at ${tried.length}`);
			row = rowAfter(row, next);
		}
	}
	return { tried, told };
}

function rowAfter({ number, again }: Waiting, next: Next): Waiting | null {
	if (next.kind === "ended") return null;
	if (next.kind === "retry") return { number: number + 1, isOneShot: false, again: 0 };
	return { number: number + 1, isOneShot: next.isOneShot, again: again - 1 };
}

/** What must be told: it depends on the outcomes alone. */
function expected(attemptsMax: number, tried: readonly Tried[]): string[] {
	const told: string[] = [];
	const success = tried.findIndex(({ isSuccess }) => isSuccess);
	const failures = success === -1 ? tried : tried.slice(0, success);
	const end = failures.findIndex(({ isAborted }, i) => isAborted || i + 1 === attemptsMax);
	if (failures.length >= 4 && (end === -1 || end >= 4)) told.push(`${FAILING} at 4`);
	if (end !== -1) told.push(`${EXHAUSTED} at ${end + 1}`);
	if (success >= 4) told.push(`${RECOVERED} at ${success + 1}`);
	return told;
}

test("whenever somebody asks for more, the sender hears the same of the same outcomes", () => {
	const schedule = fc.array(fc.constant(5), { maxLength: 9 });
	fc.assert(
		fc.property(schedule, anySteps, (scheduleSeconds, steps) => {
			const { tried, told } = live(scheduleSeconds, steps);
			expect(told).toEqual(expected(scheduleSeconds.length + 1, tried));
		}),
		{ numRuns: 2_000 },
	);
});
