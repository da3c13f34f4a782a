// A message costs no more than its budget: counted on the real Worker and objects, as `npm run bench:cost` does.
import { afterAll, beforeAll, expect, test } from "vitest";
import { findExcesses, readBudgets } from "../../bench/cost/budgets.ts";
import { Harness } from "../../bench/cost/harness.ts";
import { type Measured, measure } from "../../bench/cost/measure.ts";
import { scenarios } from "../../bench/cost/scenarios.ts";

const QUICK = ["steady", "no-key", "event-id"];
/** Enough for what is shared by many messages to stay far below one row per message. */
const MESSAGES = 30;

const harness = new Harness();
let measured: Measured[] = [];

beforeAll(async () => {
	await harness.start();
	const chosen = scenarios.filter(({ name }) => QUICK.includes(name));
	measured = await measure(harness, chosen, { messages: MESSAGES, untilIdle: false });
}, 60_000);
afterAll(() => harness.stop());

test("every quick scenario has a budget and was measured", () => {
	expect(measured.map(({ name }) => name)).toEqual(QUICK);
	expect(Object.keys(readBudgets())).toEqual(expect.arrayContaining(QUICK));
});

test("no message costs more than its budget", () => {
	expect(findExcesses(measured, readBudgets())).toEqual([]);
});

test("each message is delivered, and counted where it leaves a trace", () => {
	for (const { amounts } of measured) {
		expect(amounts.workerRequests).toBe(1);
		expect(amounts.objectRowsWritten).toBeGreaterThanOrEqual(2);
		expect(amounts.logCalls).toBe(0);
	}
});

test("with warm caches a message asks D1 nothing", () => {
	// One look-up of the key, and one of the routes, at most every ten seconds.
	for (const { amounts } of measured) expect(amounts.databaseQueries).toBeLessThan(0.2);
});

test("a row more for each message is over budget", () => {
	const worse = measured.map((one) => {
		const objectRowsWritten = one.amounts.objectRowsWritten + 1;
		return { ...one, amounts: { ...one.amounts, objectRowsWritten } };
	});
	const found = findExcesses(worse, readBudgets()).map(({ scenario, term }) => [scenario, term]);
	expect(found).toEqual(QUICK.map((name) => [name, "objectRowsWritten"]));
});
