// Which endpoints get a message: the table of filters against messages.

import fc from "fast-check";
import { expect, test } from "vitest";
import { isMatch } from "../../src/core/match.ts";

const ALL = { disabled: false, eventTypes: null, channels: null };

test.each([
	["wants everything", {}, { eventType: "a", channels: null }, true],
	["wants everything, of a message in channels", {}, { eventType: "a", channels: ["x"] }, true],
	["wants the event type", { eventTypes: ["b", "a"] }, { eventType: "a", channels: null }, true],
	["wants others", { eventTypes: ["b"] }, { eventType: "a", channels: null }, false],
	["wants its parent", { eventTypes: ["a"] }, { eventType: "a.b", channels: null }, false],
	["wants it in other case", { eventTypes: ["A"] }, { eventType: "a", channels: null }, false],
	["wants no event type", { eventTypes: [] }, { eventType: "a", channels: null }, false],
	["wants the channel", { channels: ["x"] }, { eventType: "a", channels: ["x"] }, true],
	["wants one of them", { channels: ["x", "y"] }, { eventType: "a", channels: ["z", "y"] }, true],
	["wants other channels", { channels: ["x"] }, { eventType: "a", channels: ["y"] }, false],
	["wants a channel of none", { channels: ["x"] }, { eventType: "a", channels: null }, false],
	["wants a channel of no list", { channels: ["x"] }, { eventType: "a", channels: [] }, false],
	["wants no channel", { channels: [] }, { eventType: "a", channels: ["x"] }, false],
	[
		"wants the channel of another type",
		{ eventTypes: ["b"], channels: ["x"] },
		{ eventType: "a", channels: ["x"] },
		false,
	],
	[
		"wants both as they are",
		{ eventTypes: ["a"], channels: ["x"] },
		{ eventType: "a", channels: ["x"] },
		true,
	],
])("an endpoint that %s", (_name, filter, message, matches) => {
	expect(isMatch({ ...ALL, ...filter }, message)).toBe(matches);
});

const names = fc.option(fc.array(fc.constantFrom("a", "b", "c")));

test("a disabled endpoint gets nothing", () => {
	fc.assert(
		fc.property(names, names, names, (eventTypes, channels, ofMessage) => {
			const filter = { disabled: true, eventTypes, channels };
			expect(isMatch(filter, { eventType: "a", channels: ofMessage })).toBe(false);
		}),
	);
});

test("asking for more never loses a message", () => {
	fc.assert(
		fc.property(names, names, names, (eventTypes, channels, ofMessage) => {
			const message = { eventType: "a", channels: ofMessage };
			fc.pre(isMatch({ disabled: false, eventTypes, channels }, message));
			const types = eventTypes === null ? null : [...eventTypes, "other"];
			expect(isMatch({ disabled: false, eventTypes: types, channels }, message)).toBe(true);
			expect(isMatch({ disabled: false, eventTypes: null, channels }, message)).toBe(true);
			expect(isMatch({ disabled: false, eventTypes, channels: null }, message)).toBe(true);
		}),
	);
});
