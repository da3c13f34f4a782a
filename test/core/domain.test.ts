// How a domain stands, by what the platform says of its name and of its certificate.
import { expect, test } from "vitest";
import { type DomainState, standingOf } from "../../src/core/domain.ts";

test.each<[string, string, DomainState, DomainState]>([
	["pending", "initializing", "pending", "pending"],
	["pending", "pending_validation", "pending", "pending"],
	["pending", "active", "pending", "pending"],
	["active", "pending_issuance", "pending", "pending"],
	["active", "active", "pending", "active"],
	["active_redeploying", "active", "pending", "active"],
	["active", "active", "error", "active"],
	["active", "pending_validation", "active", "active"],
	["active", "validation_timed_out", "active", "active"],
	["active", "validation_timed_out", "pending", "error"],
	["pending", "issuance_timed_out", "pending", "error"],
	["moved", "active", "active", "error"],
	["moved", "active", "pending", "error"],
	["pending", "active", "active", "pending"],
	["pending_deletion", "active", "active", "error"],
	["deleted", "deleted", "active", "error"],
	["blocked", "active", "active", "error"],
	["something_new", "active", "pending", "pending"],
])(
	"a name that is %s, with a certificate that is %s: %s becomes %s",
	(status, ssl, before, state) => {
		const report = { status, certificateStatus: ssl, problems: [], records: [] };
		expect(standingOf(report, before).state).toBe(state);
	},
);

test("what is wrong is told in the platform's words, and in ours where it has none", () => {
	const report = { status: "moved", certificateStatus: "active", problems: [], records: [] };
	expect(standingOf(report, "active").problem).toBe("The name is moved.");
	const problems = ["custom hostname does not CNAME to this zone.", "Two."];
	expect(standingOf({ ...report, problems }, "active").problem).toBe(problems.join(" "));
	expect(standingOf({ ...report, status: "pending", problems }, "pending")).toEqual({
		state: "pending",
		problem: problems.join(" "),
	});
});
