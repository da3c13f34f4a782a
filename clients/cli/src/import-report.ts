// What an import did, or would do, as lines for a person.
import type { ImportReport } from "./records.ts";
import { alignColumns } from "./table.ts";
import { printable, type Terminal } from "./terminal.ts";

const VALUE_WIDTH_MAX = 72;
const NOTES_SHOWN = 20;

type FieldChange = ImportReport["updated"][number]["changes"][number];

export const hasChanges = ({ created, updated, archived }: ImportReport): boolean =>
	created.length + updated.length + archived.length > 0;

export function printReport(report: ImportReport, isDryRun: boolean, terminal: Terminal): void {
	const rows = [
		...report.created.map((name) => ({ head: ["+ new", name], lines: [] })),
		...report.updated.map(({ name, changes }) => ({
			head: ["~ changed", name],
			lines: changes.map(toLine),
		})),
		...report.archived.map((name) => ({ head: ["- archived", name], lines: [] })),
		...report.failed.map(({ path, message }) => ({
			head: ["! failed", path],
			lines: [printable(message)],
		})),
	];
	const heads = alignColumns(rows.map(({ head }) => head));
	for (const [index, { head, lines }] of rows.entries()) {
		terminal.print(terminal.style(COLOURS[head[0]?.charAt(0) ?? ""] ?? "dim", heads[index] ?? ""));
		for (const line of lines) terminal.print(terminal.style("dim", `    ${line}`));
	}
	if (rows.length > 0) terminal.print("");
	terminal.print(summaryOf(report, isDryRun));
	for (const { path, message } of report.notes.slice(0, NOTES_SHOWN)) {
		terminal.note(`${path} ${message}`);
	}
	const rest = report.notes.length - NOTES_SHOWN;
	if (rest > 0) terminal.note(`and ${rest} more notes: --json has them`);
	if (report.isShortened) terminal.note("Too much changed to tell all of it.");
}

const COLOURS: Record<string, "green" | "yellow" | "red"> = {
	"+": "green",
	"~": "yellow",
	"-": "red",
	"!": "red",
};

function summaryOf(report: ImportReport, isDryRun: boolean): string {
	const counts = [
		`${report.created.length} new`,
		`${report.updated.length} changed`,
		`${report.archived.length} archived`,
		`${report.unchanged.length} unchanged`,
		...(report.failed.length > 0 ? [`${report.failed.length} failed`] : []),
	].join(", ");
	return isDryRun ? `${counts} (dry run: nothing was changed)` : counts;
}

const toLine = ({ field, path = "", before, after }: FieldChange) =>
	`${printable(field + path)}: ${toShort(before)} → ${toShort(after)}`;

function toShort(value: unknown): string {
	const text = printable(JSON.stringify(value) ?? "none");
	return text.length <= VALUE_WIDTH_MAX ? text : `${text.slice(0, VALUE_WIDTH_MAX - 1)}…`;
}
