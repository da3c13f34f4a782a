// Prints a measurement for people: amounts per message, and dollars per million.

import type { Table } from "../support/report.ts";
import type { Measured } from "./measure.ts";
import { BILLED_TERMS, type BilledTerm, PRICES, PRICES_OF } from "./prices.ts";

const NAME_WIDTH = 44;

export function toTable(measured: Measured): string {
	const { name, title, messages, amounts, dollars, dollarsPerMillion } = measured;
	const lines = [
		`${name}: ${title} (${messages} message${messages === 1 ? "" : "s"})`,
		row("", "per message", "$ per million"),
	];
	for (const term of BILLED_TERMS) {
		if (amounts[term] === 0) continue;
		lines.push(row(PRICES[term].title, format(amounts[term]), dollars[term].toFixed(3)));
		lines.push(...partsOf(measured, term));
	}
	lines.push(row("D1 queries (not billed)", format(amounts.databaseQueries), ""));
	lines.push(row("total", "", dollarsPerMillion.toFixed(2)));
	return lines.join("\n");
}

/** One line for each scenario. */
export const toSummary = (all: readonly Measured[]): Table => ({
	title: "Cost: what a million messages cost, counted",
	head: [
		...["scenario", "$ per million", "object rows", "object requests", "D1 rows written"],
		"D1 queries",
	],
	rows: all.map(({ title, dollarsPerMillion, amounts }) => [
		title,
		dollarsPerMillion.toFixed(2),
		format(amounts.objectRowsWritten),
		format(amounts.objectRequests),
		format(amounts.databaseRowsWritten),
		format(amounts.databaseQueries),
	]),
	notes: [
		`Cloudflare's list prices of ${PRICES_OF}, without included quotas; amounts are per message. The base`,
		"price of an account ($5 a month) is not in it. Limits: bench/budgets.json.",
	],
});

/** Where a sum comes from; what is too small to matter is left out. */
function partsOf({ parts, messages, dollars, amounts }: Measured, term: BilledTerm): string[] {
	if (dollars[term] < 0.01) return [];
	return Object.entries(parts)
		.filter(([name]) => name.startsWith(`${term} | `))
		.map(([name, sum]) => ({ part: name.slice(term.length + 3), amount: sum / messages }))
		.filter(({ amount }) => amount >= amounts[term] * 0.002)
		.sort((a, b) => b.amount - a.amount)
		.map(({ part, amount }) => row(`  · ${part}`, format(amount), ""));
}

const row = (name: string, amount: string, dollars: string) =>
	`  ${name.padEnd(NAME_WIDTH)}${amount.padStart(12)}${dollars.padStart(16)}`.trimEnd();

const format = (amount: number) => (amount >= 100 ? amount.toFixed(0) : amount.toFixed(3));
