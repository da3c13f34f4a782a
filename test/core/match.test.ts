// Which endpoints get a message: the table of filters against messages.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { EndpointId } from "../../src/core/ids.ts";
import { chooseRoutes, isMatch, whyFiltered } from "../../src/core/match.ts";

const ALL = { eventTypes: null, channels: null };

test.each([
	["wants everything", {}, { eventType: "a", channels: null }, true],
	["wants everything, of a message in channels", {}, { eventType: "a", channels: ["x"] }, true],
	["wants the event type", { eventTypes: ["b", "a"] }, { eventType: "a", channels: null }, true],
	["wants others", { eventTypes: ["b"] }, { eventType: "a", channels: null }, false],
	["wants its parent", { eventTypes: ["a"] }, { eventType: "a.b", channels: null }, false],
	["wants it in other case", { eventTypes: ["A"] }, { eventType: "a", channels: null }, false],
	["wants its group", { eventTypes: ["a.*"] }, { eventType: "a.b", channels: null }, true],
	["wants a group above", { eventTypes: ["a.*"] }, { eventType: "a.b.c", channels: null }, true],
	["wants a group by its name", { eventTypes: ["a.*"] }, { eventType: "a", channels: null }, false],
	["wants a similar group", { eventTypes: ["a.*"] }, { eventType: "ab.c", channels: null }, false],
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

test("asking for more never loses a message", () => {
	fc.assert(
		fc.property(names, names, names, (eventTypes, channels, ofMessage) => {
			const message = { eventType: "a", channels: ofMessage };
			fc.pre(isMatch({ eventTypes, channels }, message));
			const types = eventTypes === null ? null : [...eventTypes, "other"];
			expect(isMatch({ eventTypes: types, channels }, message)).toBe(true);
			expect(isMatch({ eventTypes: null, channels }, message)).toBe(true);
			expect(isMatch({ eventTypes, channels: null }, message)).toBe(true);
		}),
	);
});

test.each([
	["event type", { eventTypes: ["b"], channels: ["x"] }, { eventType: "a", channels: null }],
	["channel", { eventTypes: ["a"], channels: ["x"] }, { eventType: "a", channels: ["y"] }],
	["channel", { eventTypes: null, channels: [] }, { eventType: "a", channels: ["y"] }],
	[null, { eventTypes: ["a"], channels: ["x"] }, { eventType: "a", channels: ["x"] }],
])("what keeps a message from an endpoint is named: %s", (reason, filter, message) => {
	expect(whyFiltered(filter, message)).toBe(reason);
});

const routes = [
	{ endpointId: "ep_a", disabled: false, ...ALL },
	{ endpointId: "ep_b", disabled: true, ...ALL },
	{ endpointId: "ep_c", disabled: false, ...ALL, eventTypes: ["other"] },
	{ endpointId: "ep_d", disabled: true, ...ALL, eventTypes: ["other"] },
] as const;

test.each<[string, EndpointId | null, string[], string[]]>([
	["all that want it", null, ["ep_a"], ["ep_b"]],
	["one that wants it", "ep_a", ["ep_a"], []],
	["one that does not want it", "ep_c", ["ep_c"], []],
	["one that is disabled", "ep_d", [], ["ep_d"]],
	["one that there is not", "ep_x", [], []],
])("a message for %s", (_name, onlyEndpointId, sent, skipped) => {
	const chosen = chooseRoutes(routes, { eventType: "a", channels: null, onlyEndpointId });
	expect(chosen.sent.map(({ endpointId }) => endpointId)).toEqual(sent);
	expect(chosen.skipped.map(({ endpointId }) => endpointId)).toEqual(skipped);
});
