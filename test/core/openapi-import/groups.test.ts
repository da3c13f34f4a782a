import { expect, test } from "vitest";
import { grouped } from "../../../src/core/openapi-import/groups.ts";

test.each([
	[[], []],
	[[0], [[0]]],
	[[0, 0, 10, 0], [[0, 0, 10, 0]]],
	[
		[4, 6, 1],
		[[4, 6], [1]],
	],
	[
		[11, 1, 12],
		[[11], [1], [12]],
	],
	[
		[5, 5, 5],
		[[5, 5], [5]],
	],
])("%j of at most 10 are %j", (sizes, groups) => {
	expect(grouped(sizes, (size) => size, 10)).toEqual(groups);
});
