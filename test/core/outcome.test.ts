// What came of an attempt: success, kinds of failure, the runtime's words behind them, and ours.

import { expect, test } from "vitest";
import {
	classOf,
	connectionFailure,
	describeFailure,
	FAILURES,
	type Finding,
	failureOfAnswer,
	failureOfStatus,
	isSuccess,
	MESSAGE_STATUS,
	type Outcome,
	TRIGGER_TYPE,
} from "../../src/core/outcome.ts";

const OUTCOME: Outcome = {
	failure: null,
	status: 200,
	startedAt: 0,
	durationMs: 1,
	response: "",
	responseHeaders: [],
};

test.each([
	[200, null, 200],
	[201, null, 200],
	[204, null, 200],
	[299, null, 200],
	[199, "unknown_status", 100],
	[101, "unknown_status", 100],
	[0, "unknown_status", null],
	[99, "unknown_status", null],
	[300, "redirect", 300],
	[302, "redirect", 300],
	[304, "redirect", 300],
	[399, "redirect", 300],
	[400, "client_error", 400],
	[410, "client_error", 400],
	[499, "client_error", 400],
	[500, "server_error", 500],
	[599, "server_error", 500],
	[600, "unknown_status", null],
	[999, "unknown_status", null],
])("an answer of %d is the failure %s and of class %s", (status, failure, statusClass) => {
	expect(failureOfStatus(status)).toBe(failure);
	expect(classOf(status)).toBe(statusClass);
});

test("an outcome is a success exactly when there is no failure, whatever its status", () => {
	expect(isSuccess(OUTCOME)).toBe(true);
	expect(isSuccess({ ...OUTCOME, failure: "body_timeout" })).toBe(false);
	expect(isSuccess({ ...OUTCOME, failure: "blocked", status: 0 })).toBe(false);
});

const LOST = "Network connection lost.";
const INTERNAL = "internal error; reference = abc123";
const FOUND: Finding = { probe: "unknown", isHttps: false, isName: true };

test.each([
	["DNS lookup failed.", "dns"],
	["getaddrinfo ENOTFOUND example.test", "dns"],
	["name not resolved", "dns"],
	["TLS peer's certificate is not trusted", "tls"],
	["SSL handshake failed", "tls"],
	["connect(): Connection refused", "refused"],
	["connection timed out", "timeout"],
	["Connection reset by peer", "reset"],
	["peer disconnected", "reset"],
	["internal error; reference = dns0tls0ssl", "connection"],
	[LOST, "connection"],
	[INTERNAL, "connection"],
	["", "connection"],
])("the runtime's %j alone is the failure %s", (message, failure) => {
	expect(connectionFailure(message, FOUND)).toBe(failure);
});

test.each([
	[LOST, { probe: "opened" }, "reset"],
	[LOST, { probe: "opened", isHttps: true }, "reset"],
	[LOST, { probe: "failed" }, "refused"],
	[LOST, { probe: "failed", isName: false }, "refused"],
	[INTERNAL, { probe: "opened", isHttps: true }, "tls"],
	[INTERNAL, { probe: "opened" }, "connection"],
	[INTERNAL, { probe: "failed" }, "dns"],
	[INTERNAL, { probe: "failed", isName: false }, "connection"],
	["something new", { probe: "opened" }, "connection"],
	["Connection refused", { probe: "opened" }, "refused"],
] as const)("the runtime's %j with the finding %j is the failure %s", (message, found, failure) => {
	expect(connectionFailure(message, { ...FOUND, ...found })).toBe(failure);
});

test.each([
	[521, "cloudflare", "error code: 521", "refused"],
	[520, "cloudflare", "error code: 520", "reset"],
	[522, "cloudflare", "error code: 522\n", "timeout"],
	[526, "cloudflare", "error code: 526", "tls"],
	[530, "cloudflare", "error code: 1016", "dns"],
	[403, "cloudflare", "error code: 1003", "blocked"],
	[521, "cloudflare", "<html>Web server is down</html>", "server_error"],
	[521, "nginx", "error code: 521", "server_error"],
	[500, "cloudflare", "error code: 9999", "server_error"],
	[200, "cloudflare", "error code: 521", null],
])(
	"the answer %d of %s with the text %j is the failure %s",
	(status, server, response, failure) => {
		const responseHeaders: [string, string][] = [["server", server]];
		expect(failureOfAnswer({ status, response, responseHeaders })).toBe(failure);
	},
);

test.each([
	[{ failure: null, durationMs: 230 }, "the server answered 200 after 230 ms"],
	[{ failure: "server_error", status: 500 }, "the server answered 500 after 1 ms"],
	[
		{ failure: "client_error", status: 404, durationMs: 1499 },
		"the server answered 404 after 1.5 s",
	],
	[
		{ failure: "redirect", status: 302 },
		"the server answered 302 after 1 ms; redirects are not followed",
	],
	[{ failure: "timeout", status: 0, durationMs: 15_004 }, "no answer within 15 s"],
	[
		{ failure: "body_timeout", durationMs: 15_004 },
		"the server answered 200, but its answer did not end within 15 s",
	],
	[{ failure: "dns", status: 0 }, "the host name could not be resolved"],
	[{ failure: "payload_missing", status: 0 }, "the payload is no longer stored"],
] as const)("%j reads «%s»", (fields, sentence) => {
	expect(describeFailure({ ...OUTCOME, ...fields })).toBe(sentence);
});

test("every failure has a sentence of its own, without a full stop", () => {
	const sentences = FAILURES.map((failure) => describeFailure({ ...OUTCOME, failure }));
	for (const sentence of sentences) expect(sentence).toMatch(/^[a-z].*[^.]$/);
	// A client's and a server's error differ in the status alone.
	expect(new Set(sentences).size).toBe(FAILURES.length - 1);
});

test("the wire's numbers are those that clients know", () => {
	expect(MESSAGE_STATUS).toEqual({ success: 0, pending: 1, fail: 2, sending: 3 });
	expect(TRIGGER_TYPE).toEqual({ scheduled: 0, manual: 1 });
});
