// A message costs no more than its budget: counted on the real Worker and objects, as `npm run bench:cost` does.
import { beforeAll, expect, test } from "vitest";
import { findExcesses, readBudgets } from "../../bench/cost/budgets.ts";
import { type Measured, measure } from "../../bench/cost/measure.ts";
import { scenarios } from "../../bench/cost/scenarios.ts";

/** One message after the other. */
const ONE_BY_ONE = ["steady", "no-key", "event-id"];

const quick = scenarios.filter(({ quickMessages }) => quickMessages !== undefined);
const measured = new Map<string, Measured>();

beforeAll(async () => {
	for (const one of await measure(quick, { isQuick: true })) measured.set(one.name, one);
}, 90_000);

test("every quick scenario has a budget and was measured", () => {
	const names = quick.map(({ name }) => name);
	expect([...measured.keys()].sort()).toEqual([...names].sort());
	expect(Object.keys(readBudgets())).toEqual(expect.arrayContaining(names));
});

test("no message costs more than its budget", () => {
	expect(findExcesses([...measured.values()], readBudgets())).toEqual([]);
});

test("each message is delivered, and counted where it leaves a trace", () => {
	for (const { amounts } of ofMessages()) {
		expect(amounts.workerRequests).toBe(1);
		expect(amounts.objectRowsWritten).toBeGreaterThanOrEqual(2);
		expect(amounts.logCalls).toBe(0);
	}
});

test("with warm caches a message asks D1 nothing", () => {
	// One look-up of the key every two seconds, and one of the routes every thirty: more of them on a slow machine.
	for (const { amounts } of ofMessages()) expect(amounts.databaseQueries).toBeLessThan(0.5);
});

test("the first message after a deploy asks D1 once", () => {
	expect(get("cold").amounts.databaseQueries).toBe(1);
});

test("what is too old is forgotten by two alarms, whatever there is of it", () => {
	const { amounts, messages, parts } = get("forgotten");
	expect(parts["objectRequests | MessageStore alarm"]).toBe(1);
	expect(parts["objectRequests | EndpointLane alarm"]).toBe(1);
	// The hour in which all was sent is written down, and forgotten.
	expect(amounts.objectRowsWritten * messages).toBeLessThanOrEqual(4);
});

test("a row more for each message is over budget", () => {
	const worse = ofMessages().map((one) => {
		const objectRowsWritten = one.amounts.objectRowsWritten + 1;
		return { ...one, amounts: { ...one.amounts, objectRowsWritten } };
	});
	const found = findExcesses(worse, readBudgets()).map(({ scenario, term }) => [scenario, term]);
	expect(found).toEqual(ONE_BY_ONE.map((name) => [name, "objectRowsWritten"]));
});

const ofMessages = () => ONE_BY_ONE.map(get);

function get(name: string): Measured {
	const found = measured.get(name);
	if (found === undefined) throw new Error(`${name} was not measured`);
	return found;
}
