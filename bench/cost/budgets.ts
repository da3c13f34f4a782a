// Holds measurements against bench/budgets.json: amounts per message, and dollars per million messages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Term } from "./counts.ts";
import type { Measured } from "./measure.ts";
import type { BilledTerm } from "./prices.ts";

export type Budget = Partial<Record<BilledTerm | Term | "dollarsPerMillion", number>>;
export type Excess = { scenario: string; term: string; measured: number; budget: number };

export function readBudgets(): Record<string, Budget> {
	const text = readFileSync(join(import.meta.dirname, "..", "budgets.json"), "utf8");
	return (JSON.parse(text) as { cost: Record<string, Budget> }).cost; // safe because it is our own file
}

export function findExcesses(
	measured: readonly Measured[],
	budgets: Record<string, Budget>,
): Excess[] {
	return measured.flatMap(({ name, amounts, dollarsPerMillion }) => {
		const found: Record<string, number> = { ...amounts, dollarsPerMillion };
		return Object.entries(budgets[name] ?? {})
			.map(([term, budget]) => ({
				scenario: name,
				term,
				// A budget of a term that does not exist is exceeded: it would check nothing.
				measured: found[term] ?? Number.POSITIVE_INFINITY,
				budget,
			}))
			.filter(({ measured, budget }) => measured > budget);
	});
}
