// How a delivery stands, in words with numbers.
import { beforeAll, expect, test } from "vitest";
import { outcomeWords, type Subject, standingWords } from "../../portal/src/lib/standing-words.ts";
import { messageWords } from "../../portal/src/texts/en/message-words.ts";
import { addWords } from "../../portal/src/texts/index.ts";
import { FAILURES } from "../../src/core/outcome.ts";
import { DESTINATION_STATES } from "../../src/core/standing.ts";

beforeAll(() => addWords(async () => messageWords));

const NOW = Date.parse("2026-11-21T12:00:00Z");
const inMs = (ms: number) => new Date(NOW + ms).toISOString();
type Standing = Subject["standing"];
type LastAttempt = NonNullable<Standing["lastAttempt"]>;

const failed = (failure: LastAttempt["failure"], status = 0, durationMs = 230): LastAttempt => ({
	failure,
	responseStatusCode: status,
	responseDurationMs: durationMs,
});
const answered500 = failed("server_error", 500);
const fine = failed(null, 200, 45);

function subject(standing: Partial<Standing>, endpoint: Partial<Subject> = {}): Subject {
	return {
		disabled: false,
		paused: false,
		eventTypes: null,
		channels: null,
		createdAt: inMs(-60_000),
		standing: {
			state: "waiting",
			reason: "",
			filteredBy: null,
			missed: false,
			attempts: 0,
			behind: null,
			blocked: false,
			nextAttempt: null,
			lastAttempt: null,
			changedAt: null,
			...standing,
		},
		...endpoint,
	};
}

const filtered = { state: "filtered_out" } as const;

const CASES: [Partial<Standing>, string, Partial<Subject>?][] = [
	[
		{ state: "delivered", attempts: 1, lastAttempt: fine },
		"Delivered: the server answered 200 after 45 ms.",
	],
	[
		{ state: "delivered", attempts: 3, lastAttempt: fine },
		"Delivered by attempt 3: the server answered 200 after 45 ms.",
	],
	[
		{ state: "delivered", attempts: 2, lastAttempt: answered500 },
		"Delivered. A later attempt failed: the server answered 500 after 230 ms.",
	],
	[{ behind: 212, nextAttempt: inMs(3_000) }, "Waiting behind 212, next in 3 sec."],
	[{ behind: 1 }, "Waiting behind 1."],
	[{ behind: 0 }, "Next in line."],
	[{ behind: 0, nextAttempt: inMs(-5) }, "Next in line."],
	[{ behind: 0, nextAttempt: inMs(2_000) }, "Next in line, in 2 sec."],
	[{}, "On its way to the endpoint."],
	[
		{ attempts: 1, behind: 7, lastAttempt: answered500 },
		"Failed: the server answered 500 after 230 ms. Waiting behind 7.",
	],
	[{ state: "sending", attempts: 2 }, "Attempt 3 is under way."],
	[
		{ state: "failing", attempts: 1, lastAttempt: answered500, nextAttempt: inMs(300_000) },
		"Failed: the server answered 500 after 230 ms; next try in 5 min.",
	],
	[
		{ state: "failing", attempts: 1, lastAttempt: failed("dns"), nextAttempt: inMs(-1) },
		"Failed: the host name could not be resolved; the next try is due.",
	],
	[
		{ state: "exhausted", attempts: 8, lastAttempt: failed("timeout", 0, 15_000) },
		"Failed after 8 attempts: no answer within 15 sec. It is not tried again by itself.",
	],
	[
		{ state: "disabled" },
		"Not sent: the endpoint is disabled. It is sent when the endpoint is enabled.",
		{ disabled: true },
	],
	[
		{ state: "disabled", attempts: 1, lastAttempt: answered500 },
		"Stopped: the endpoint is disabled. Last time the server answered 500 after 230 ms. It goes on when the endpoint is enabled.",
		{ disabled: true },
	],
	[
		{ state: "disabled", missed: true },
		"Not sent: the endpoint is disabled. Enable it, then resend or recover the message.",
		{ disabled: true },
	],
	[
		{ state: "disabled", missed: true },
		"Not sent: the endpoint was disabled when it came. You can resend it.",
	],
	[
		{ behind: 2, blocked: true, nextAttempt: inMs(5_000) },
		"Waiting behind 2, in 5 sec. at the earliest: delivery is in order, and an earlier message is being retried.",
	],
	[
		{ behind: 1, blocked: true },
		"Waiting behind 1: delivery is in order, and an earlier message is being retried.",
	],
	[{ state: "paused" }, "Waiting: the endpoint is paused.", { paused: true }],
	[
		{ state: "paused", attempts: 1, lastAttempt: answered500 },
		"Waiting: the endpoint is paused. Last time the server answered 500 after 230 ms.",
		{ paused: true },
	],
	[{ state: "paused" }, "Waiting: all delivery is paused by the operator of this service."],
	[
		{ state: "paused", attempts: 1, lastAttempt: answered500 },
		"Waiting: all delivery is paused by the operator of this service. Last time the server answered 500 after 230 ms.",
	],
	[{ state: "cancelled" }, "Cancelled before it was sent."],
	[{ state: "cancelled", attempts: 1 }, "Cancelled after 1 attempt."],
	[
		{ ...filtered, filteredBy: "event_type" },
		"Not sent: the endpoint takes only a, b, c and 2 more.",
		{ eventTypes: ["a", "b", "c", "d", "e"] },
	],
	[
		{ ...filtered, filteredBy: "channel" },
		"Not sent: the endpoint takes only the channel eu.",
		{ channels: ["eu"] },
	],
	[
		{ ...filtered, filteredBy: "created_after" },
		"Not sent: the endpoint was added later, 1 min. ago.",
	],
	[{ ...filtered, filteredBy: "changed" }, "Not sent: it was not for the endpoint when it came."],
	[{ state: "gone" }, "Not delivered: the endpoint was deleted."],
	[{ state: "unknown" }, "Not known at the moment: the endpoint's queue did not answer."],
];

test.each(CASES)("%o: %s", (standing, words, endpoint) => {
	expect(standingWords(subject(standing, endpoint), NOW)).toBe(words);
});

test("There are words for every state, with and without an attempt", () => {
	for (const state of DESTINATION_STATES) {
		for (const lastAttempt of [null, answered500]) {
			expect(standingWords(subject({ state, lastAttempt }), NOW)).toMatch(/^[A-Z].*\.$/);
		}
	}
});

test("There are words for every failure", () => {
	const all = FAILURES.map((failure) => outcomeWords(failed(failure, 200, 1_449)));
	for (const words of all) expect(words).toMatch(/^[a-z].*[a-z0-9]/);
	expect(outcomeWords(failed("body_timeout", 200, 5_000))).toBe(
		"the server answered 200, but its answer did not end within 5 sec",
	);
	expect(outcomeWords(failed("redirect", 301))).toBe(
		"the server answered 301; redirects are not followed",
	);
});
