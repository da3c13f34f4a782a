// `npm run bench:cost`: what a million messages cost, counted. `--only NAME[,NAME]`, `--json`, `--write`.
import { parseArgs } from "node:util";
import { writeResult } from "../page/results.ts";
import { findExcesses, readBudgets } from "./budgets.ts";
import { type Measured, measure } from "./measure.ts";
import { PRICES_OF } from "./prices.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";
import { toSummary, toTable } from "./table.ts";

async function main(): Promise<boolean> {
	const { values } = parseArgs({
		options: {
			only: { type: "string" },
			json: { type: "boolean", default: false },
			write: { type: "boolean", default: false },
		},
	});
	const chosen = choose(values.only);
	const measured = await measure(chosen, { progress });
	if (!values.json) {
		console.log(`List prices of ${PRICES_OF}, US dollars, without included quotas.\n`);
		for (const one of measured) console.log(`${toTable(one)}\n`);
	}
	const excesses = findExcesses(measured, readBudgets());
	const line = { bench: "cost", scenarios: measured.map(toLine), excesses };
	console.log(JSON.stringify(line));
	if (values.write) writeResult("cost", { tables: [toSummary(measured)], result: line });
	for (const { scenario, term, measured: found, budget } of excesses) {
		console.error(`over budget: ${scenario} ${term} is ${found.toFixed(3)}, at most ${budget}`);
	}
	return excesses.length === 0;
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

const toLine = ({ name, title, messages, dollarsPerMillion, dollars, amounts }: Measured) => ({
	name,
	messages,
	dollarsPerMillion: Number(dollarsPerMillion.toFixed(3)),
	title,
	dollars,
	...Object.fromEntries(
		Object.entries(amounts).map(([term, amount]) => [term, Number(amount.toFixed(4))]),
	),
});

const startedAt = Date.now();
const progress = (text: string) =>
	console.error(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${text}`);

process.exit((await main()) ? 0 : 1);
