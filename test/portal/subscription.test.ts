// What choosing and unchoosing event types means for the names and groups that are sent.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
	choiceOfGroup,
	entryOfGroup,
	foreignEntries,
	isChosen,
	withGroup,
	withName,
	withoutNames,
} from "../../portal/src/lib/subscription.ts";
import { groupEventTypes } from "../../src/core/event-groups.ts";

const NAMES = ["a.one", "a.two", "a.b.three", "b.one", "plain", "x.named"];
const types = NAMES.map((name) => ({ name, groupName: name === "x.named" ? "special" : null }));
const groups = groupEventTypes(types);
const groupOf = (name: string) => groups.find((group) => group.name === name) ?? expect.fail(name);

test("a group is one entry where its names share a beginning, and its names otherwise", () => {
	expect(entryOfGroup(groupOf("a"))).toBe("a.*");
	expect(entryOfGroup(groupOf("special"))).toBeNull();
	expect(withGroup(["a.one", "b.one"], groupOf("a"))).toEqual(["b.one", "a.*"]);
	expect(withGroup([], groupOf("special"))).toEqual(["x.named"]);
	expect(choiceOfGroup(["a.one", "a.two", "a.b.three"], groupOf("a"))).toBe("some");
	expect(choiceOfGroup(["a.*"], groupOf("a"))).toBe("all");
	expect(choiceOfGroup(["x.named"], groupOf("special"))).toBe("all");
	expect(choiceOfGroup([], groupOf("a"))).toBe("none");
});

test("taking one out of a group leaves the others", () => {
	expect(withoutNames(["a.*", "b.one"], ["a.one"], NAMES)).toEqual(["a.two", "a.b.three", "b.one"]);
	expect(withoutNames(["a.*"], ["a.one", "a.two", "a.b.three"], NAMES)).toEqual([]);
});

test("what no known event type explains is told", () => {
	expect(foreignEntries(["a.*", "old", "gone.*", "plain"], NAMES)).toEqual(["old", "gone.*"]);
});

const entries = fc.uniqueArray(fc.constantFrom(...NAMES, "a.*", "a.b.*", "b.*", "old"));

test("each step changes what was meant and nothing else", () => {
	fc.assert(
		fc.property(entries, fc.constantFrom(...NAMES), (before, name) => {
			const others = NAMES.filter((other) => other !== name);
			for (const [after, isOn] of [
				[withName(before, name), true],
				[withoutNames(before, [name], NAMES), false],
			] as const) {
				expect(isChosen(after, name)).toBe(isOn);
				for (const other of others) {
					expect(isChosen(after, other)).toBe(isChosen(before, other));
				}
				expect(new Set(after).size).toBe(after.length);
				expect(after.includes("old")).toBe(before.includes("old"));
			}
		}),
	);
});
