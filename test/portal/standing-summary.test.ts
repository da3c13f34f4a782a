// What a list says of a message with many endpoints, and how often it asks again.
import { expect, test } from "vitest";
import { dueIds, refreshMs, summarise } from "../../portal/src/lib/standing-summary.ts";

const standing = (states: Record<string, number>, id = "a") => ({
	id,
	endpoints: Object.values(states).reduce((sum, count) => sum + count, 0),
	states,
	nextAttempt: null,
});

test.each([
	[{ delivered: 3 }, { state: "delivered", count: 3, total: 3 }],
	[
		{ delivered: 2, failing: 1 },
		{ state: "failing", count: 1, total: 3 },
	],
	[
		{ delivered: 1, failing: 1, exhausted: 2 },
		{ state: "exhausted", count: 2, total: 4 },
	],
	[
		{ delivered: 1, waiting: 1 },
		{ state: "waiting", count: 1, total: 2 },
	],
	[
		{ delivered: 1, disabled: 1 },
		{ state: "disabled", count: 1, total: 2 },
	],
	[{}, null],
])("%o is %o", (states, summary) => {
	expect(summarise(standing(states))).toEqual(summary);
});

test("What moves is asked for often, what rests seldom, what is settled never", () => {
	expect(refreshMs(["delivered", "sending"])).toBe(2_000);
	expect(refreshMs(["delivered", "failing"])).toBe(15_000);
	expect(refreshMs(["delivered", "exhausted", "cancelled", "gone", "filtered_out"])).toBeNull();
	expect(refreshMs([])).toBeNull();
});

test("Unknown ones are due at once, others in their time, and not too many together", () => {
	const known = new Map([
		["done", { standing: standing({ delivered: 1 }), at: 1_000 }],
		["moving", { standing: standing({ waiting: 1 }), at: 1_000 }],
		["resting", { standing: standing({ failing: 1 }), at: 1_000 }],
	]);
	const ids = ["new", "done", "moving", "resting"];
	expect(dueIds(ids, known, 2_000, 9)).toEqual({ due: ["new"], waitMs: 1_000 });
	expect(dueIds(ids, known, 3_000, 9)).toEqual({ due: ["new", "moving"], waitMs: 13_000 });
	expect(dueIds(ids, known, 3_000, 1)).toEqual({ due: ["new"], waitMs: 0 });
	expect(dueIds(["done"], known, 99_000, 9)).toEqual({ due: [], waitMs: null });
});
