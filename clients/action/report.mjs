// What an import did, or would do, as Markdown. What stands in the file cannot write Markdown of its own.

/** A comment may have 65,536 characters. */
const TABLE_LENGTH_MAX = 55_000;
const VALUE_WIDTH_MAX = 80;
const NOTES_SHOWN = 10;
const CHANGES_SHOWN = 20;

export function renderReport(report, file, isCheck) {
	const { created, updated, unchanged, archived, failed, notes, dryRun } = report;
	const rows = [
		...failed.map(({ path, message }) => ["⚠️ failed", path, code(message)]),
		...created.map((name) => ["🟢 new", name, ""]),
		...updated.map(({ name, changes }) => ["🟡 changed", name, toCell(changes)]),
		...archived.map((name) => ["🔴 archived", name, ""]),
	];
	const table = rows.map(([state, name, what]) => `| ${state} | ${code(name)} | ${what} |`);
	const shown = fitting(table);
	const rest = table.length - shown.length;
	return [
		"### Event types",
		"",
		[
			`**${created.length}** new`,
			`**${updated.length}** changed`,
			`**${archived.length}** archived`,
			`${unchanged.length} unchanged`,
			...(failed.length > 0 ? [`**${failed.length}** failed`] : []),
		].join(" · "),
		...(rows.length > 0 ? ["", "| | Event type | What |", "| --- | --- | --- |", ...shown] : []),
		...(rest > 0 ? ["", `… and ${rest} more.`] : []),
		...(notes.length > 0 ? ["", ...notes.slice(0, NOTES_SHOWN).map(toNote)] : []),
		...(notes.length > NOTES_SHOWN ? [`- … and ${notes.length - NOTES_SHOWN} more notes.`] : []),
		"",
		`From ${code(file)}. ${endOf(dryRun, isCheck, rows.length > 0)}`,
	].join("\n");
}

/** The first lines, as many as a comment holds. */
function fitting(lines) {
	let length = 0;
	const end = lines.findIndex((line) => {
		length += line.length + 1;
		return length > TABLE_LENGTH_MAX;
	});
	return end === -1 ? lines : lines.slice(0, end);
}

function endOf(dryRun, isCheck, hasRows) {
	if (!hasRows) return "Nothing to change.";
	if (isCheck) return "This is a check: nothing was changed.";
	return dryRun ? "This is a dry run: nothing was changed." : "Imported.";
}

const toNote = ({ path, message }) => `- ${code(path)} ${code(message)}`;

function toCell(changes) {
	const rest = changes.length - CHANGES_SHOWN;
	const more = rest > 0 ? [`and ${rest} more`] : [];
	return [...changes.slice(0, CHANGES_SHOWN).map(toText), ...more].join("<br>");
}

const toText = ({ field, path = "", before, after }) =>
	`${code(field + path)}: ${value(before)} → ${value(after)}`;

function value(what) {
	const text = JSON.stringify(what) ?? "none";
	return code(text.length <= VALUE_WIDTH_MAX ? text : `${text.slice(0, VALUE_WIDTH_MAX - 1)}…`);
}

/** As code; without what would end the code, the cell or the line. */
function code(text) {
	const safe = text.replaceAll("`", "ˋ").replaceAll("|", "¦").replaceAll(/\s+/g, " ").trim();
	return safe === "" ? "–" : `\`${safe}\``;
}
