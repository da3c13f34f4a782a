// What came of an attempt: success, kinds of failure, and the runtime's words behind them.

import { expect, test } from "vitest";
import {
	connectionFailure,
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
	[200, null],
	[201, null],
	[204, null],
	[299, null],
	[199, "status"],
	[101, "status"],
	[300, "redirect"],
	[302, "redirect"],
	[399, "redirect"],
	[400, "status"],
	[410, "status"],
	[500, "status"],
	[599, "status"],
])("an answer of %d is the failure %s", (status, failure) => {
	expect(failureOfStatus(status)).toBe(failure);
});

test("an outcome is a success exactly when there is no failure, whatever its status", () => {
	expect(isSuccess(OUTCOME)).toBe(true);
	expect(isSuccess({ ...OUTCOME, failure: "timeout" })).toBe(false);
	expect(isSuccess({ ...OUTCOME, failure: "blocked", status: 0 })).toBe(false);
});

test.each([
	["DNS lookup failed.", "dns"],
	["getaddrinfo ENOTFOUND example.test", "dns"],
	["name not resolved", "dns"],
	["TLS peer's certificate is not trusted", "tls"],
	["SSL handshake failed", "tls"],
	["connect(): Connection refused", "refused"],
	["Connection reset by peer", "reset"],
	["Network connection lost.", "reset"],
	["peer disconnected", "reset"],
	["internal error; reference = abc123", "connection"],
	["", "connection"],
])("the runtime's %j is the failure %s", (message, failure) => {
	expect(connectionFailure(message).failure).toBe(failure);
});

test("the runtime's own words are not in the reason", () => {
	const { reason } = connectionFailure("connect() to 10.1.2.3:80 refused; reference = abc123");
	expect(reason).toBe("the connection was refused");
});

test("the wire's numbers are those that clients know", () => {
	expect(MESSAGE_STATUS).toEqual({ success: 0, pending: 1, fail: 2, sending: 3 });
	expect(TRIGGER_TYPE).toEqual({ scheduled: 0, manual: 1 });
});
