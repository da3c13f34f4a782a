// How the fan-out benchmark accounts for deliveries: each endpoint, each message, once.
import { expect, test } from "vitest";
import { reconcileAll } from "../../bench/fanout/audience.ts";
import { TAKES_ALL } from "../../bench/support/receiver.ts";

/** One text for each endpoint: the messages that arrived there. */
const audience = (...arrived: string[]) => ({
	applicationId: "app",
	lanes: arrived.map((ids, i) => ({
		endpointId: `ep_${i}`,
		target: {
			url: `http://127.0.0.1/to/${i}`,
			arrivals: [...ids].map((id, at) => ({ id, at })),
			behaviour: TAKES_ALL,
		},
	})),
});

test.each<[string, string[], number, object]>([
	["all well", ["ab", "ba"], 0, { accepted: 4, arrived: 4, lost: 0, duplicates: 0, phantoms: 0 }],
	["one that never came", ["ab", "a"], 0, { lost: 1, duplicates: 0 }],
	["one that was cancelled", ["ab", "a"], 1, { lost: 0, duplicates: 0 }],
	["one twice at the same endpoint", ["aab", "ab"], 0, { lost: 0, duplicates: 1 }],
	["one twice at one instead of another", ["aab", "b"], 0, { lost: 1, duplicates: 1 }],
	["one that nobody sent", ["ab", "abx"], 0, { lost: 0, phantoms: 1 }],
])("accounts for two messages to two endpoints: %s", (_what, arrived, cancelled, found) => {
	expect(reconcileAll(audience(...arrived), ["a", "b"], cancelled)).toMatchObject(found);
});
