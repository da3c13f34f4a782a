// Keys as a table holds them, and as property tests make them up.
import fc from "fast-check";
import type { Order, PageRead } from "../../src/core/page.ts";

/** Rows as a table gives them to a plan. */
export function readRows(keys: readonly string[], { key, direction, take }: PageRead): string[] {
	const isDown = direction === "descending";
	const sorted = [...keys].sort();
	if (isDown) sorted.reverse();
	return sorted.filter((k) => key === null || (isDown ? k < key : k > key)).slice(0, take);
}

export function inOrder(keys: readonly string[], order: Order): string[] {
	const sorted = [...keys].sort();
	return order === "ascending" ? sorted : sorted.reverse();
}

export const key = fc.string({ unit: fc.constantFrom("0", "5", "A", "Z", "a", "z"), minLength: 3 });
export const keySet = fc.uniqueArray(key, { maxLength: 40 });
export const limit = fc.integer({ min: 1, max: 12 });
export const order = fc.constantFrom<Order>("ascending", "descending");
