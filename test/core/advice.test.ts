// What an endpoint asks for in the headers of its answer.
import fc from "fast-check";
import { expect, test } from "vitest";
import { RETRY_AFTER_MS_MAX, readAdvice } from "../../src/core/advice.ts";

/** Sat, 21 Nov 2026 12:00:00 GMT. */
const NOW = Date.UTC(2026, 10, 21, 12);
const retryAfter = (value: string, status = 429) =>
	readAdvice(status, [["retry-after", value]], NOW).retryAfterMs;

test.each([
	["0", 0],
	["1", 1_000],
	["120", 120_000],
	[" 120 ", 120_000],
	["+5", 5_000],
	["1.5", 1_500],
	["0.0001", 1],
	[".5", 500],
	["2.", 2_000],
	["-1", 0],
	["-0", 0],
	["3600", 3_600_000],
	["3601", 3_600_000],
	["86400", RETRY_AFTER_MS_MAX],
	["1795262400", RETRY_AFTER_MS_MAX],
	["9".repeat(400), RETRY_AFTER_MS_MAX],
	["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
	["sat, 21 nov 2026 12:00:30 gmt", 30_000],
	["Saturday, 21-Nov-26 12:01:00 GMT", 60_000],
	["Sat Nov 21 12:00:10 2026", 10_000],
	["Sun Nov  1 12:00:10 2026", 0],
	["Sat, 21 Nov 2026 11:59:59 GMT", 0],
	["Sun, 06 Nov 1994 08:49:37 GMT", 0],
	["Sunday, 06-Nov-94 08:49:37 GMT", 0],
	["Sat, 21 Nov 2026 12:00:60 GMT", 60_000],
	["Wed, 01 Jan 3000 00:00:00 GMT", 3_600_000],
	["10, 20", 20_000],
	["soon, 20", 20_000],
	["10, Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
	["Sat, 21 Nov 2026 12:00:30 GMT, Sat, 21 Nov 2026 12:00:40 GMT", 40_000],
	["", null],
	["soon", null],
	["1e3", null],
	["0x10", null],
	["Infinity", null],
	["NaN", null],
	["5 s", null],
	["--5", null],
	["١٢", null],
	["2026-11-21T12:00:30Z", null],
	["Sat, 21 Nov 2026 12:00:30 +0100", null],
	["Sat, 31 Nov 2026 12:00:30 GMT", null],
	["Sat, 21 Foo 2026 12:00:30 GMT", null],
	["Sat, 21 Nov 2026 24:00:00 GMT", null],
])("Retry-After %j is a wait of %s ms", (value, waitMs) => {
	expect(retryAfter(value)).toBe(waitMs);
});

test.each([
	[429, 5_000],
	[503, 5_000],
	[200, null],
	[302, null],
	[408, null],
	[410, null],
	[500, null],
	[502, null],
])("on an answer of %d, Retry-After of 5 s is a wait of %s ms", (status, waitMs) => {
	expect(retryAfter("5", status)).toBe(waitMs);
});

test("of several Retry-After headers in any case the longest counts", () => {
	const headers = [
		["Retry-After", "5"],
		["RETRY-AFTER", "garbage"],
		["retry-after", "7"],
	] as const;
	expect(readAdvice(503, headers, NOW).retryAfterMs).toBe(7_000);
	expect(readAdvice(503, [], NOW).retryAfterMs).toBe(null);
});

test.each([
	[410, "", true, false],
	[404, "", false, false],
	[500, "disable", true, false],
	[200, "disable", true, false],
	[500, " DISABLE ", true, false],
	[500, "abort-message", false, true],
	[500, "Abort-Message", false, true],
	[500, "abort-message, disable", true, true],
	[500, "disable,abort-message", true, true],
	[500, "disabled", false, false],
	[500, "abort", false, false],
	[500, "abort_message", false, false],
])("%d with webhook-delivery %j disables: %s, aborts: %s", (status, value, disable, abort) => {
	const advice = readAdvice(status, [["Webhook-Delivery", value]], NOW);
	expect(advice).toEqual({ retryAfterMs: null, disable, abort });
});

test("two webhook-delivery headers both count", () => {
	const headers = [
		["webhook-delivery", "disable"],
		["webhook-delivery", "abort-message"],
	] as const;
	expect(readAdvice(500, headers, NOW)).toMatchObject({ disable: true, abort: true });
});

const texts = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.double().map(String),
	fc.integer().map(String),
	fc.stringMatching(/^[A-Za-z]{3,9}, ?\d{1,2}[ -][A-Za-z]{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT$/),
	fc.stringMatching(/^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/),
);

test("whatever is sent, the wait is null or a whole number within its bounds", () => {
	const names = fc.constantFrom("retry-after", "Retry-After", "webhook-delivery", "x");
	const headers = fc.array(fc.tuple(names, texts));
	const status = fc.oneof(fc.integer(), fc.constantFrom(429, 503, 410));
	const now = fc.integer({ min: 0, max: 8.64e15 });
	fc.assert(
		fc.property(status, headers, now, (code, entries, at) => {
			const { retryAfterMs: wait } = readAdvice(code, entries, at);
			if (wait === null) return;
			expect(Number.isInteger(wait)).toBe(true);
			expect(wait).toBeGreaterThanOrEqual(0);
			expect(wait).toBeLessThanOrEqual(RETRY_AFTER_MS_MAX);
		}),
		{ numRuns: 1_000 },
	);
});

test("a date in the form that servers send is the wait until then", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 3_600 }), (seconds) => {
			const date = new Date(NOW + seconds * 1000).toUTCString();
			expect(retryAfter(date)).toBe(seconds * 1000);
		}),
	);
});
