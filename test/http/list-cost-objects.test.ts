// A page of what objects keep costs the same however much is stored and wherever it is.
import { test } from "vitest";
import { expectBoundedSearch, expectSteadyCosts, IN_OBJECTS } from "../support/list-cost.ts";
import { manyText } from "../support/many.ts";

test.each(IN_OBJECTS)(
	`%s reads as many rows for a page of 100 items as of more than ${manyText}`,
	expectSteadyCosts,
	120_000,
);

test.each(IN_OBJECTS)(
	`%s finds one item among ${manyText} that do not fit, in pages that read few rows each`,
	expectBoundedSearch,
	120_000,
);
