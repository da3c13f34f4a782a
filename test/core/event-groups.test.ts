// Event types by group, as the catalog and the choice of types show them.
import { expect, test } from "vitest";
import { groupEventTypes, groupOf, matchesWords } from "../../src/core/event-groups.ts";

const type = (name: string, groupName: string | null = null) => ({ name, groupName });

test.each([
	["invoice.paid", null, "invoice"],
	["organisation.member.added", null, "organisation"],
	["ping", null, null],
	[".odd", null, null],
	["invoice.paid", "billing", "billing"],
])("%s with the group %s is in %s", (name, groupName, expected) => {
	expect(groupOf({ name, groupName })).toBe(expected);
});

test("Groups are in the order of their names, what has none comes last", () => {
	const groups = groupEventTypes([type("ping"), type("user.b"), type("a.x"), type("user.a")]);
	expect(groups.map(({ name, types }) => [name, types.map((one) => one.name)])).toEqual([
		["a", ["a.x"]],
		["user", ["user.a", "user.b"]],
		["", ["ping"]],
	]);
});

test.each([
	["", true],
	["PAID", true],
	["paid order", true],
	["paid refund", false],
])("«%s» finds it: %s", (typed, expected) => {
	const event = { name: "invoice.paid", description: "An order was paid" };
	expect(matchesWords(event, typed)).toBe(expected);
});
