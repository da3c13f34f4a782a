// Rows as aligned columns.
import { printable, type Terminal } from "./terminal.ts";

const GAP = "   ";
const CELL_WIDTH_MAX = 60;

/** Prints rows below their headings; nothing but a note when there are none. */
export function printTable(
	terminal: Terminal,
	headings: readonly string[],
	rows: readonly (readonly string[])[],
	whenEmpty: string,
): void {
	if (rows.length === 0) {
		terminal.note(whenEmpty);
		return;
	}
	for (const [index, line] of alignColumns([headings, ...rows]).entries()) {
		terminal.print(index === 0 ? terminal.style("dim", line) : line);
	}
}

/** Lines whose columns begin at the same place; the last cell may be as long as it is. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
	const cells = rows.map((row) =>
		row.map((cell, column) => toCell(cell, column === row.length - 1)),
	);
	const widths: number[] = [];
	for (const row of cells) {
		for (const [column, cell] of row.entries()) {
			widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
		}
	}
	return cells.map((row) =>
		row
			.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - widthOf(cell)))
			.join(GAP)
			.trimEnd(),
	);
}

function toCell(text: string, isLast: boolean): string {
	const line = printable(text.replaceAll(/\s+/g, " ").trim());
	if (isLast || widthOf(line) <= CELL_WIDTH_MAX) return line;
	return `${[...line].slice(0, CELL_WIDTH_MAX - 1).join("")}…`;
}

const widthOf = (text: string) => [...text].length;
