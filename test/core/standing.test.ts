// How a message stands at an endpoint: each state, its sentence, and its number on the wire.
import { expect, test } from "vitest";
import {
	DESTINATION_STATES,
	DESTINATION_STATUS,
	explainStanding,
	isHeld,
	NO_STANDING,
	STATUS_OF_STATE,
	type Standing,
	type Surroundings,
} from "../../src/core/standing.ts";

const at = (time: string) => Date.parse(`2026-01-31T${time}Z`);

const told = (state: Standing["state"], fields: Partial<Standing> = {}): Standing => ({
	...NO_STANDING,
	state,
	...fields,
});

const failed = (state: Standing["state"], attempts: number, fields: Partial<Standing> = {}) =>
	told(state, {
		attempts,
		lastFailure: "server_error",
		lastStatus: 500,
		lastDurationMs: 230,
		lastAt: at("11:59:00"),
		...fields,
	});

type Change = Partial<Omit<Surroundings, "endpoint" | "message">> & {
	endpoint?: Partial<Surroundings["endpoint"]>;
	message?: Partial<Surroundings["message"]>;
};

const around = ({ endpoint, message, ...rest }: Change = {}): Surroundings => ({
	decision: "sent",
	isPausedByOperator: false,
	throttleRate: null,
	attemptsMax: 8,
	now: at("12:00:00"),
	...rest,
	message: {
		eventType: "user.created",
		channels: null,
		acceptedAt: at("11:00:00"),
		...message,
	},
	endpoint: {
		createdAt: at("10:00:00"),
		deletedAt: null,
		disabled: false,
		disabledReason: null,
		paused: false,
		eventTypes: null,
		channels: null,
		...endpoint,
	},
});

const deleted = { deletedAt: at("11:30:00") };
const disabled = { disabled: true };
const paused = { paused: true };
const success = { lastStatus: 204, lastDurationMs: 12, lastAt: at("11:59:00.250") };

const CASES: [string, Standing | null, Change, string, string][] = [
	[
		"delivered at once",
		told("delivered", { attempts: 1, ...success }),
		{},
		"delivered",
		"Delivered at 2026-01-31T11:59:00Z: the server answered 204 after 12 ms.",
	],
	[
		"delivered by a retry",
		told("delivered", { attempts: 3, ...success }),
		{},
		"delivered",
		"Delivered at 2026-01-31T11:59:00Z by attempt 3: the server answered 204 after 12 ms.",
	],
	[
		"delivered to what was deleted and disabled since",
		told("delivered", { attempts: 1, ...success }),
		{ endpoint: { ...deleted, ...disabled, ...paused } },
		"delivered",
		"Delivered at 2026-01-31T11:59:00Z: the server answered 204 after 12 ms.",
	],
	[
		"delivered, and resent without success",
		failed("delivered", 2),
		{},
		"delivered",
		"Delivered. Attempt 2, made after that, failed: the server answered 500 after 230 ms.",
	],
	[
		"delivered, and waiting to be resent",
		told("waiting", { attempts: 1, ...success, behind: 0 }),
		{},
		"waiting",
		"Next in the queue.",
	],
	[
		"throttled",
		told("waiting", { behind: 212, nextAt: at("12:00:03") }),
		{ throttleRate: 10 },
		"waiting",
		"Waiting behind 212 messages; expected at 2026-01-31T12:00:03Z (limit 10 per second).",
	],
	[
		"behind one, no limit, no time",
		told("waiting", { behind: 1 }),
		{},
		"waiting",
		"Waiting behind 1 message.",
	],
	[
		"next, and its time has come",
		told("waiting", { behind: 0, nextAt: at("11:59:59") }),
		{ throttleRate: 1 },
		"waiting",
		"Next in the queue (limit 1 per second).",
	],
	[
		"next, within the second in which it is asked",
		told("waiting", { behind: 0, nextAt: at("12:00:00.999") }),
		{},
		"waiting",
		"Next in the queue.",
	],
	[
		"in order, behind a retry",
		told("waiting", { behind: 2, nextAt: at("12:00:42"), blocked: true }),
		{},
		"waiting",
		"Waiting behind 2 messages; expected at 2026-01-31T12:00:42Z or later. Delivery is in order, and an earlier message is being retried.",
	],
	[
		"in order, behind a retry under way",
		told("waiting", { behind: 1, blocked: true }),
		{},
		"waiting",
		"Waiting behind 1 message. Delivery is in order, and an earlier message is being retried.",
	],
	[
		"failing, and in order behind another one that does",
		failed("failing", 1, { behind: 1, nextAt: at("12:30:00"), blocked: true }),
		{},
		"failing",
		"Attempt 1 of 8 failed: the server answered 500 after 230 ms. Next attempt at 2026-01-31T12:30:00Z. Delivery is in order, and an earlier message is being retried.",
	],
	[
		"a retry that waits for its turn",
		failed("waiting", 1, { behind: 2, nextAt: at("12:00:01") }),
		{},
		"waiting",
		"Attempt 1 of 8 failed: the server answered 500 after 230 ms. Waiting behind 2 messages; expected at 2026-01-31T12:00:01Z.",
	],
	["under way", told("sending"), {}, "sending", "The first attempt is under way."],
	["a retry under way", failed("sending", 2), {}, "sending", "Attempt 3 is under way."],
	[
		"failing",
		failed("failing", 3, { nextAt: at("12:30:00") }),
		{},
		"failing",
		"Attempt 3 of 8 failed: the server answered 500 after 230 ms. Next attempt at 2026-01-31T12:30:00Z.",
	],
	[
		"failing, and due",
		failed("failing", 3, { nextAt: at("12:00:00") }),
		{},
		"failing",
		"Attempt 3 of 8 failed: the server answered 500 after 230 ms. The next attempt is due.",
	],
	[
		"failing, while nothing is known of the next",
		failed("failing", 1, { lastFailure: "dns", lastStatus: 0 }),
		{},
		"failing",
		"Attempt 1 of 8 failed: the host name could not be resolved.",
	],
	[
		"exhausted",
		failed("exhausted", 8),
		{},
		"exhausted",
		"Attempt 8 of 8 failed: the server answered 500 after 230 ms. It was the last one.",
	],
	[
		"ended before that, as by a 410",
		failed("exhausted", 1),
		{},
		"exhausted",
		"Attempt 1 of 8 failed: the server answered 500 after 230 ms. No more is tried.",
	],
	[
		"ended by the deletion of its endpoint",
		failed("exhausted", 1),
		{ endpoint: deleted },
		"gone",
		"Not delivered: the endpoint was deleted at 2026-01-31T11:30:00Z after 1 attempt.",
	],
	[
		"resent by hand after that",
		failed("exhausted", 9),
		{ endpoint: deleted },
		"exhausted",
		"Attempt 9 failed: the server answered 500 after 230 ms. It was the last one.",
	],
	[
		"disabled before the first attempt",
		told("waiting", { behind: 3, nextAt: at("12:00:00") }),
		{ endpoint: disabled },
		"disabled",
		"Not sent: the endpoint is disabled. It is sent when the endpoint is enabled.",
	],
	[
		"disabled because of its failures",
		failed("failing", 2, { nextAt: at("12:30:00") }),
		{
			endpoint: { ...disabled, ...paused, disabledReason: "failing" },
			isPausedByOperator: true,
		},
		"disabled",
		"Attempt 2 of 8 failed: the server answered 500 after 230 ms. No more is tried: the endpoint is disabled, because it only failed. It goes on when the endpoint is enabled.",
	],
	[
		"disabled when the message came",
		told("unknown"),
		{ decision: "skipped", endpoint: disabled },
		"disabled",
		"Not sent: the endpoint was disabled when the message came. Enable it, then recover the message.",
	],
	[
		"disabled when the message came, and enabled again",
		told("unknown"),
		{ decision: "skipped" },
		"disabled",
		"Not sent: the endpoint was disabled when the message came. It can be recovered.",
	],
	[
		"disabled when the message came, and recovered",
		told("delivered", { attempts: 1, ...success }),
		{ decision: "skipped" },
		"delivered",
		"Delivered at 2026-01-31T11:59:00Z: the server answered 204 after 12 ms.",
	],
	[
		"disabled when the message came, and deleted",
		told("unknown"),
		{ decision: "skipped", endpoint: deleted },
		"gone",
		"Not delivered: the endpoint was deleted at 2026-01-31T11:30:00Z.",
	],
	[
		"paused",
		told("waiting", { behind: 3, nextAt: at("12:00:00"), blocked: true }),
		{ endpoint: paused },
		"paused",
		"The endpoint is paused: the message waits until it is resumed.",
	],
	[
		"paused between attempts",
		failed("failing", 1, { nextAt: at("12:30:00") }),
		{ endpoint: paused },
		"paused",
		"Attempt 1 of 8 failed: the server answered 500 after 230 ms. The endpoint is paused: the message waits until it is resumed.",
	],
	[
		"paused, and not yet handed over",
		told("unknown"),
		{ endpoint: paused },
		"paused",
		"The endpoint is paused: the message waits until it is resumed.",
	],
	[
		"paused by a person and the operator",
		told("waiting", { behind: 0, nextAt: at("12:00:00") }),
		{ endpoint: paused, isPausedByOperator: true },
		"paused",
		"The endpoint is paused: the message waits until it is resumed.",
	],
	[
		"paused by the operator, behind others",
		told("waiting", { behind: 3, nextAt: at("12:00:09") }),
		{ isPausedByOperator: true, throttleRate: 1 },
		"paused",
		"The operator of this installation has paused all delivery: the message waits until it is resumed.",
	],
	[
		"paused by the operator between attempts",
		failed("failing", 1, { nextAt: at("12:30:00") }),
		{ isPausedByOperator: true },
		"paused",
		"Attempt 1 of 8 failed: the server answered 500 after 230 ms. The operator of this installation has paused all delivery: the message waits until it is resumed.",
	],
	[
		"paused by the operator, and not yet handed over",
		told("unknown"),
		{ isPausedByOperator: true },
		"paused",
		"The operator of this installation has paused all delivery: the message waits until it is resumed.",
	],
	[
		"under way while the operator pauses the others",
		told("sending"),
		{ isPausedByOperator: true },
		"sending",
		"The first attempt is under way.",
	],
	[
		"cancelled",
		told("cancelled", { lastAt: at("11:59:00") }),
		{},
		"cancelled",
		"Cancelled at 2026-01-31T11:59:00Z before it was sent.",
	],
	[
		"cancelled after a failure",
		failed("cancelled", 1),
		{},
		"cancelled",
		"Cancelled at 2026-01-31T11:59:00Z after 1 attempt.",
	],
	[
		"gone before it was sent",
		told("unknown"),
		{ endpoint: deleted },
		"gone",
		"Not delivered: the endpoint was deleted at 2026-01-31T11:30:00Z.",
	],
	[
		"gone between attempts",
		failed("failing", 2, { nextAt: at("12:30:00") }),
		{ endpoint: { ...deleted, ...disabled } },
		"gone",
		"Not delivered: the endpoint was deleted at 2026-01-31T11:30:00Z after 2 attempts.",
	],
	[
		"accepted, and not yet handed over",
		told("unknown"),
		{},
		"waiting",
		"Accepted, and on its way to the endpoint's queue.",
	],
	[
		"a lane that did not answer",
		null,
		{ endpoint: { ...disabled, ...deleted } },
		"unknown",
		"Not known now: the endpoint's queue did not answer in time.",
	],
];

const NOTHING_IS_SENT = ["paused", "disabled", "gone"];

test.each(CASES)("%s", (_name, standing, change, state, reason) => {
	const explained = explainStanding(standing, around(change));
	expect(explained).toEqual({
		...(standing ?? NO_STANDING),
		...(NOTHING_IS_SENT.includes(state) && { nextAt: null, blocked: false }),
		state,
		reason,
		filteredBy: null,
		missed: reason.includes("was disabled when the message came"),
	});
});

const FILTERED: [string, Change, string, string][] = [
	[
		"another event type",
		{ endpoint: { eventTypes: ["a.b", "c.d"] } },
		"event_type",
		"Filtered out by event type: the endpoint takes only a.b, c.d, and this is user.created.",
	],
	[
		"many other event types, and channels",
		{ endpoint: { eventTypes: ["a", "b", "c", "d", "e", "f", "g"], channels: ["x"] } },
		"event_type",
		"Filtered out by event type: the endpoint takes only a, b, c, d, e and 2 more, and this is user.created.",
	],
	[
		"another channel",
		{ endpoint: { channels: ["x"] }, message: { channels: ["y", "z"] } },
		"channel",
		"Filtered out by channel: the endpoint takes only x, and the message has y, z.",
	],
	[
		"no channel",
		{ endpoint: { eventTypes: ["user.created"], channels: ["x"] } },
		"channel",
		"Filtered out by channel: the endpoint takes only x, and the message has no channel.",
	],
	[
		"a younger endpoint that would take it",
		{ endpoint: { createdAt: at("11:00:00.001") } },
		"created_after",
		"Not sent: the endpoint was created after the message, at 2026-01-31T11:00:00Z. It can be replayed.",
	],
	[
		"a younger endpoint that would not take it",
		{ endpoint: { createdAt: at("11:30:00"), eventTypes: ["a.b"] } },
		"created_after",
		"Not sent: the endpoint was created after the message, at 2026-01-31T11:30:00Z.",
	],
	[
		"filters that were changed",
		{ endpoint: { eventTypes: ["user.created"], disabled: true, paused: true } },
		"changed",
		"Not sent: the message was not for the endpoint when it came, though its filters take it now.",
	],
];

test.each(FILTERED)("%s is told as what filtered", (_name, change, filteredBy, reason) => {
	const explained = explainStanding(told("unknown"), around({ decision: "filtered", ...change }));
	expect(explained).toMatchObject({ state: "filtered_out", filteredBy, reason });
});

test("what was filtered and then sent by hand stands as the lane tells", () => {
	const standing = failed("failing", 1, { nextAt: at("12:30:00") });
	const change = around({ decision: "filtered", endpoint: { eventTypes: ["a.b"] } });
	expect(explainStanding(standing, change)).toMatchObject({ state: "failing", filteredBy: null });
});

test.each<[string, Change, boolean]>([
	["that is enabled", {}, false],
	["that was deleted", { endpoint: deleted }, true],
	["that is disabled", { endpoint: disabled }, true],
	["that is paused", { endpoint: paused }, true],
	["while the operator paused all", { isPausedByOperator: true }, true],
])("an endpoint %s is held, or not", (_name, change, held) => {
	expect(isHeld(around(change))).toBe(held);
});

test("each state is one of the wire's statuses", () => {
	expect(
		DESTINATION_STATES.map((state) => [state, DESTINATION_STATUS[STATUS_OF_STATE[state]]]),
	).toEqual([
		["delivered", 0],
		["waiting", 1],
		["sending", 3],
		["failing", 3],
		["exhausted", 2],
		["disabled", 4],
		["paused", 1],
		["cancelled", 4],
		["filtered_out", 4],
		["gone", 4],
		["unknown", 1],
	]);
});
