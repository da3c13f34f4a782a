// Which messages a bulk task sends again, and how long it says that it takes.
import { expect, test } from "vitest";
import {
	isPicked,
	type MessageFacts,
	type ReplayFilter,
	type ReplayKind,
	secondsLeft,
} from "../../src/core/task.ts";

const ALL: ReplayFilter = {
	from: 0,
	to: 1,
	eventTypes: null,
	channel: null,
	tag: null,
	status: null,
	statusClass: null,
};

/** A message that was for the endpoint and that its lane knows nothing of. */
const SENT: MessageFacts = {
	wasSent: true,
	wasSkipped: false,
	isWanted: true,
	attempts: 0,
	hasSuccess: false,
	lastStatus: null,
	waitsFor: null,
};

const FACTS: Record<string, MessageFacts> = {
	delivered: { ...SENT, attempts: 2, hasSuccess: true, lastStatus: 200 },
	exhausted: { ...SENT, attempts: 8, lastStatus: 500 },
	unanswered: { ...SENT, attempts: 8, lastStatus: 0 },
	retrying: { ...SENT, attempts: 1, lastStatus: 404, waitsFor: "retry" },
	queued: { ...SENT, waitsFor: "turn" },
	"queued after a failure": { ...SENT, attempts: 1, lastStatus: 500, waitsFor: "turn" },
	"delivered, and queued again": { ...SENT, attempts: 1, hasSuccess: true, waitsFor: "turn" },
	"under way": { ...SENT, waitsFor: "outcome" },
	cancelled: SENT,
	skipped: { ...SENT, wasSent: false, wasSkipped: true },
	"skipped, and not wanted now": { ...SENT, wasSent: false, wasSkipped: true, isWanted: false },
	"new to the endpoint": { ...SENT, wasSent: false },
	filtered: { ...SENT, wasSent: false, isWanted: false },
	"not wanted now": { ...SENT, isWanted: false },
	"resent, and never for it": {
		...SENT,
		wasSent: false,
		isWanted: false,
		attempts: 1,
		lastStatus: 302,
	},
};

const pickedBy = (kind: ReplayKind, filter: Partial<ReplayFilter> = {}) =>
	Object.keys(FACTS).filter((name) => {
		const facts = FACTS[name];
		return facts !== undefined && isPicked(kind, { ...ALL, ...filter }, facts);
	});

test("a recovery takes what was attempted or skipped, and has no success", () => {
	expect(pickedBy("endpoint.recover")).toEqual([
		"exhausted",
		"unanswered",
		"retrying",
		"skipped",
		"skipped, and not wanted now",
		"resent, and never for it",
	]);
});

test("a replay of what is missing takes what was never attempted and is wanted now", () => {
	expect(pickedBy("endpoint.replay")).toEqual(["cancelled", "skipped", "new to the endpoint"]);
});

const NOT_QUEUED = Object.keys(FACTS).filter((name) => !name.includes("queued"));

test.each<[string, Partial<ReplayFilter>, string[]]>([
	["without filters", {}, NOT_QUEUED.filter((name) => name !== "filtered")],
	["of status success", { status: 0 }, ["delivered"]],
	["of status pending", { status: 1 }, ["retrying"]],
	["of status fail", { status: 2 }, ["exhausted", "unanswered", "resent, and never for it"]],
	["of status sending", { status: 3 }, ["under way"]],
	["of status canceled", { status: 4 }, ["cancelled", "not wanted now"]],
	["of no answer", { statusClass: 0 }, ["unanswered"]],
	["of class 100", { statusClass: 100 }, []],
	["of class 200", { statusClass: 200 }, ["delivered"]],
	["of class 300", { statusClass: 300 }, ["resent, and never for it"]],
	["of class 400", { statusClass: 400 }, ["retrying"]],
	["of class 500", { statusClass: 500 }, ["exhausted"]],
	["of both", { status: 1, statusClass: 500 }, []],
])(
	"a bulk replay %s takes what stands so, and nothing that waits for its turn",
	(_, filter, names) => {
		expect(pickedBy("endpoint.bulk-replay", filter)).toEqual(names);
	},
);

test.each<[string, number, number, number, number | null, number | null]>([
	["nothing is left", 0, 0, 0, null, 0],
	["nothing is known", 10, 0, 1000, null, null],
	["only the limit is known", 10, 0, 1000, 2, 5],
	["only the pace is known", 10, 20, 4000, null, 2],
	["the pace is slower than the limit", 10, 10, 20_000, 5, 20],
	["the pace is faster than a limit that was lowered", 10, 100, 1000, 1, 10],
	["a part of a second is left", 1, 1000, 1000, null, 1],
	["nothing goes out", 10, 0, 1000, 0, null],
])("when %s, the time left says so", (_, left, done, elapsedMs, rate, seconds) => {
	expect(secondsLeft(left, { done, elapsedMs }, rate)).toBe(seconds);
});
