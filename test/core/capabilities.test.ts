import { expect, test } from "vitest";
import {
	CAPABILITIES,
	type Capability,
	mayDo,
	toCapabilities,
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
