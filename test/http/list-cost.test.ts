// A page of what the database keeps costs the same however much is stored and wherever it is.
import { test } from "vitest";
import { expectBoundedSearch, expectSteadyCosts, IN_OBJECTS } from "../support/list-cost.ts";
import { LISTS } from "../support/lists.ts";
import { manyText } from "../support/many.ts";
import { SPARSE } from "../support/sparse-lists.ts";

test.each(LISTS.filter((id) => !IN_OBJECTS.includes(id)))(
	`%s reads as many rows for a page of 100 items as of more than ${manyText}`,
	expectSteadyCosts,
	120_000,
);

test.each(Object.keys(SPARSE).filter((id) => !IN_OBJECTS.includes(id)))(
	`%s finds one item among ${manyText} that do not fit, in pages that read few rows each`,
	expectBoundedSearch,
	120_000,
);
