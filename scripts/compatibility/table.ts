// The verdicts as the page of the documentation.
import { LEFT_OUT, type State, type Verdict } from "./judge.ts";

export type Column = { title: string; verdicts: readonly Verdict[] };

const NONE = "–";

/** The whole page: a table for each resource, with a column for each library. */
export function renderTable(columns: readonly Column[]): string {
	const methods = unique(columns.flatMap(({ verdicts }) => verdicts.map(({ method }) => method)));
	const resources = unique(methods.map(resourceOf));
	return `# Compatibility with the official clients

Made by \`npm run compatibility -- --write\` from the method lists of the published packages. Each method
runs against a real server: its result must be of the type that the package declares and its effect must be
seen. \`npm test\` fails when a row is untrue.

${columns.map(summary).join("\n")}

«Left out» answers 404 in JSON, on purpose: ${LEFT_OUT.map(([, reason]) => reason).join("; ")}.
${resources
	.map((resource) => {
		const own = methods.filter((method) => resourceOf(method) === resource);
		return `\n## ${resource}\n\n${renderRows(own, columns)}\n`;
	})
	.join("")}`;
}

function summary({ title, verdicts }: Column): string {
	const count = (state: State) => verdicts.filter((verdict) => verdict.state === state).length;
	const total = verdicts.length;
	return `- ${title}: ${total} methods; ${count("works")} work, ${count("not yet")} not yet, ${count("left out")} left out.`;
}

function renderRows(methods: readonly string[], columns: readonly Column[]): string {
	const cells = methods.map((method) => [
		`\`${method}\``,
		...columns.map(({ verdicts }) => {
			const found = verdicts.find((verdict) => verdict.method === method);
			return found === undefined ? NONE : found.state;
		}),
	]);
	const head = ["method", ...columns.map(({ title }) => title)];
	const widths = head.map((title, i) =>
		Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		`| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`;
	const rule = widths.map((width) => "-".repeat(width));
	return [line(head), line(rule), ...cells.map(line)].join("\n");
}

const resourceOf = (method: string) => method.split(".").slice(0, -1).join(".");

const unique = (items: readonly string[]) => [...new Set(items)];
