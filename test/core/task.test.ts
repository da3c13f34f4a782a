// Which messages a bulk task sends again, and how long it says that it takes.
import { expect, test } from "vitest";
import {
	DESTINATION_STATUS,
	explainStanding,
	NO_STANDING,
	STATUS_OF_STATE,
	type Standing,
	type Surroundings,
} from "../../src/core/standing.ts";
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

/** A message that was for the endpoint, and left no trace in its lane. */
const SENT: MessageFacts = {
	wasSent: true,
	wasSkipped: false,
	isWanted: true,
	isCancelled: false,
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
	cancelled: { ...SENT, isCancelled: true },
	"cancelled after a failure": { ...SENT, isCancelled: true, attempts: 1, lastStatus: 500 },
	"delivered, and cancelled before": {
		...SENT,
		isCancelled: true,
		attempts: 1,
		hasSuccess: true,
		lastStatus: 200,
	},
	"under way once more after a success": {
		...SENT,
		attempts: 1,
		hasSuccess: true,
		lastStatus: 200,
		waitsFor: "outcome",
	},
	untraced: SENT,
	skipped: { ...SENT, wasSent: false, wasSkipped: true },
	"skipped, and not wanted now": { ...SENT, wasSent: false, wasSkipped: true, isWanted: false },
	"new to the endpoint": { ...SENT, wasSent: false },
	filtered: { ...SENT, wasSent: false, isWanted: false },
	"cancelled, and not wanted now": { ...SENT, isCancelled: true, isWanted: false },
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
		"cancelled after a failure",
		"skipped",
		"skipped, and not wanted now",
		"resent, and never for it",
	]);
});

test("a replay of what is missing takes what was never attempted and is wanted now", () => {
	expect(pickedBy("endpoint.replay")).toEqual([
		"cancelled",
		"untraced",
		"skipped",
		"new to the endpoint",
	]);
});

const NOT_QUEUED = Object.keys(FACTS).filter((name) => !name.includes("queued"));

const DELIVERED = ["delivered, and cancelled before", "under way once more after a success"];

test.each<[string, Partial<ReplayFilter>, string[]]>([
	["without filters", {}, NOT_QUEUED.filter((name) => name !== "filtered")],
	["of no answer", { statusClass: 0 }, ["unanswered"]],
	["of class 100", { statusClass: 100 }, []],
	["of class 200", { statusClass: 200 }, ["delivered", ...DELIVERED]],
	["of class 300", { statusClass: 300 }, ["resent, and never for it"]],
	["of class 400", { statusClass: 400 }, ["retrying"]],
	["of class 500", { statusClass: 500 }, ["exhausted", "cancelled after a failure"]],
	["of both", { status: 4, statusClass: 500 }, ["cancelled after a failure"]],
	["of both, and none", { status: 3, statusClass: 500 }, []],
])(
	"a bulk replay %s takes what stands so, and nothing that waits for its turn",
	(_, filter, names) => {
		expect(pickedBy("endpoint.bulk-replay", filter)).toEqual(names);
	},
);

const ENDPOINT: Surroundings["endpoint"] = {
	createdAt: 0,
	deletedAt: null,
	disabled: false,
	disabledReason: null,
	paused: false,
	eventTypes: null,
	channels: null,
};

/** What the lists say of a message that a lane told so of, at an endpoint that gets messages. */
function shownOf(state: Standing["state"], decision: Surroundings["decision"]): number {
	const { state: shown } = explainStanding(
		{ ...NO_STANDING, state },
		{
			decision,
			message: { eventType: "a", channels: null, acceptedAt: 1 },
			endpoint: ENDPOINT,
			throttleRate: null,
			isPausedByOperator: false,
			attemptsMax: 8,
			now: 2,
		},
	);
	return DESTINATION_STATUS[STATUS_OF_STATE[shown]];
}

test.each<[string, Standing["state"], Surroundings["decision"], number]>([
	["delivered", "delivered", "sent", 0],
	...DELIVERED.map((name): [string, "delivered", "sent", 0] => [name, "delivered", "sent", 0]),
	["untraced", "unknown", "sent", 1],
	["exhausted", "exhausted", "sent", 2],
	["unanswered", "exhausted", "sent", 2],
	["resent, and never for it", "exhausted", "filtered", 2],
	["retrying", "failing", "sent", 3],
	["under way", "sending", "sent", 3],
	["cancelled", "cancelled", "sent", 4],
	["cancelled after a failure", "cancelled", "sent", 4],
	["cancelled, and not wanted now", "cancelled", "sent", 4],
	["skipped", "unknown", "skipped", 4],
	["skipped, and not wanted now", "unknown", "skipped", 4],
])("what is %s is shown and picked by the same status", (name, told, decision, status) => {
	expect(shownOf(told, decision)).toBe(status);
	const picking = [0, 1, 2, 3, 4].filter((one) =>
		pickedBy("endpoint.bulk-replay", { status: one }).includes(name),
	);
	expect(picking).toEqual([status]);
});

test("what is queued or was filtered out is picked by no status", () => {
	const picked = [0, 1, 2, 3, 4].flatMap((status) => pickedBy("endpoint.bulk-replay", { status }));
	expect(["new to the endpoint", ...picked].sort()).toEqual(
		pickedBy("endpoint.bulk-replay").sort(),
	);
});

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
