import fc from "fast-check";
import { expect, test } from "vitest";
import { isTailed, newPace, nextPace } from "../../src/core/tail.ts";

const ALL = { eventTypes: null, channel: null, tag: null };
const message = { eventType: "a", channels: ["c", "d"], tags: ["t"] };

test.each([
	[ALL, true],
	[{ ...ALL, eventTypes: ["b", "a"] }, true],
	[{ ...ALL, eventTypes: ["b"] }, false],
	[{ ...ALL, channel: "d" }, true],
	[{ ...ALL, channel: "t" }, false],
	[{ ...ALL, tag: "t" }, true],
	[{ ...ALL, tag: "c" }, false],
	[{ eventTypes: ["a"], channel: "c", tag: "t" }, true],
	[{ eventTypes: ["a"], channel: "c", tag: "u" }, false],
])("%j sees the message: %s", (filter, expected) => {
	expect(isTailed(filter, message)).toBe(expected);
});

test("a message without channels or tags is seen by who asks for none", () => {
	const plain = { eventType: "a", channels: null, tags: null };
	expect(isTailed(ALL, plain)).toBe(true);
	expect(isTailed({ ...ALL, channel: "c" }, plain)).toBe(false);
	expect(isTailed({ ...ALL, tag: "t" }, plain)).toBe(false);
});

test("however they come, no more are shown than 20 a second and 40 at once, and none is lost count of", () => {
	const gaps = fc.array(fc.integer({ min: -5, max: 400 }), { minLength: 1, maxLength: 300 });
	fc.assert(
		fc.property(gaps, (waits) => {
			let now = 1_000_000;
			let latest = now;
			let pace = newPace(now);
			let [shown, told] = [0, 0];
			for (const wait of waits) {
				now += wait;
				latest = Math.max(latest, now);
				const skippedBefore = pace.skipped;
				const next = nextPace(pace, now);
				pace = next.pace;
				if (next.isShown) {
					shown++;
					told += skippedBefore;
				}
			}
			expect(shown + told + pace.skipped).toBe(waits.length);
			// A clock that went back may be gained from twice.
			const back = waits.filter((wait) => wait < 0).reduce((sum, wait) => sum - wait, 0);
			expect(shown).toBeLessThanOrEqual(40 + ((latest - 1_000_000 + back) / 1000) * 20 + 1);
		}),
	);
});

test("after a pause there is room again", () => {
	let pace = newPace(0);
	for (let i = 0; i < 100; i++) pace = nextPace(pace, 0).pace;
	expect(pace.skipped).toBe(60);
	const { isShown, pace: after } = nextPace(pace, 50);
	expect(isShown).toBe(true);
	expect(after.skipped).toBe(0);
});
