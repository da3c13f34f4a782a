import { expect, test } from "vitest";
import {
	CAPABILITIES,
	type Capability,
	mayDo,
	toCapabilities,
	withinPortal,
} from "../../src/core/capabilities.ts";

const ALLOWED: [Capability, Capability[]][] = [
	["ViewBase", ["ViewBase"]],
	["ViewEndpointSecret", ["ViewBase", "ViewEndpointSecret"]],
	["ManageEndpointSecret", ["ViewBase", "ViewEndpointSecret", "ManageEndpointSecret"]],
	["ManageTransformations", ["ViewBase", "ManageTransformations"]],
	["CreateAttempts", ["ViewBase", "CreateAttempts"]],
	["ManageEndpoint", ["ViewBase", "ViewEndpointSecret", "ManageEndpointSecret", "ManageEndpoint"]],
];

test.each(ALLOWED)("%s allows itself and what belongs to it", (granted, allowed) => {
	expect(CAPABILITIES.filter((needed) => mayDo([granted], needed))).toEqual(allowed);
});

test("null allows everything, and nothing granted still lets read", () => {
	expect(CAPABILITIES.every((needed) => mayDo(null, needed))).toBe(true);
	expect(CAPABILITIES.filter((needed) => mayDo([], needed))).toEqual(["ViewBase"]);
});

test("unknown names are ignored, each known one is taken once, and ViewBase is always there", () => {
	expect(toCapabilities([])).toEqual(["ViewBase"]);
	expect(toCapabilities(["x", "CreateAttempts", "CreateAttempts", "__proto__"])).toEqual([
		"ViewBase",
		"CreateAttempts",
	]);
	expect(toCapabilities(CAPABILITIES)).toEqual([...CAPABILITIES]);
});

test("where a portal is read-only a session may only look, whatever it was granted", () => {
	for (const granted of [null, [], ["ManageEndpoint", "CreateAttempts"]] as const) {
		expect(withinPortal(granted, true)).toEqual(["ViewBase"]);
		expect(withinPortal(granted, false)).toEqual(granted);
	}
});
