// `npm run bench:cost`: what a million messages cost, counted. `--only NAME[,NAME]`, `--json`.
import { parseArgs } from "node:util";
import { findExcesses, readBudgets } from "./budgets.ts";
import { Harness } from "./harness.ts";
import { type Measured, measure } from "./measure.ts";
import { PRICES_OF } from "./prices.ts";
import { type Scenario, scenarios } from "./scenarios.ts";
import { toTable } from "./table.ts";

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: { only: { type: "string" }, json: { type: "boolean", default: false } },
	});
	const chosen = choose(values.only);
	const measured = (await Promise.all(toGroups(chosen).map(measureGroup))).flat();
	if (!values.json) {
		console.log(`List prices of ${PRICES_OF}, US dollars, without included quotas.\n`);
		for (const one of measured) console.log(`${toTable(one)}\n`);
	}
	const excesses = findExcesses(measured, readBudgets());
	console.log(JSON.stringify({ bench: "cost", scenarios: measured.map(toLine), excesses }));
	for (const { scenario, term, measured: found, budget } of excesses) {
		console.error(`over budget: ${scenario} ${term} is ${found.toFixed(3)}, at most ${budget}`);
	}
	return excesses.length === 0;
}

/** Scenarios that share a server, and each of the others by itself. */
function toGroups(chosen: readonly Scenario[]): Scenario[][] {
	const together = chosen.filter(({ settings }) => settings === undefined);
	const alone = chosen.filter(({ settings }) => settings !== undefined).map((one) => [one]);
	return together.length > 0 ? [together, ...alone] : alone;
}

async function measureGroup(group: Scenario[]): Promise<Measured[]> {
	const harness = new Harness(group[0]?.settings);
	try {
		await harness.start();
		return await measure(harness, group, { progress });
	} finally {
		await harness.stop();
	}
}

function choose(only: string | undefined): Scenario[] {
	if (only === undefined) return scenarios;
	const names = only.split(",");
	const known = scenarios.map(({ name }) => name);
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		throw new Error(`There is no scenario ${unknown.join(", ")}; there are ${known.join(", ")}.`);
	}
	return scenarios.filter(({ name }) => names.includes(name));
}

const toLine = ({ name, messages, dollarsPerMillion, amounts }: Measured) => ({
	name,
	messages,
	dollarsPerMillion: Number(dollarsPerMillion.toFixed(3)),
	...Object.fromEntries(
		Object.entries(amounts).map(([term, amount]) => [term, Number(amount.toFixed(4))]),
	),
});

const startedAt = Date.now();
const progress = (text: string) =>
	console.error(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);

process.exit((await main()) ? 0 : 1);
