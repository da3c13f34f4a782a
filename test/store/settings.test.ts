// What a change of event types costs the settings: one row, found by its key.
import { expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { markCatalogChanged } from "../../src/store/settings.ts";
import { planOf, queriesOf } from "../support/query-plans.ts";

test("the row whose catalog changes is found by its organisation", async () => {
	const organisationId = newId("org", Date.now(), randomBytes(16));
	const [query] = await queriesOf((db) => markCatalogChanged(db, organisationId, 1).run());
	expect(query).toBeDefined();
	const plan = query === undefined ? [] : await planOf(query);
	expect(plan).toEqual([
		expect.stringMatching(/^SEARCH settings USING INDEX .*organisation_id=\?/),
	]);
});
