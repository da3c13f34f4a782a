// Runs all methods of all published client libraries against a server, and makes the page about them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judge } from "./judge.ts";
import { libraries } from "./methods.ts";
import { newScene } from "./scene.ts";
import { renderTable } from "./table.ts";

export const PAGE = join(import.meta.dirname, "..", "..", "docs", "compatibility.md");

export type Outcome = { page: string; problems: string[] };

/** @param receiverUrl answers every POST with a success */
export async function runCompatibility(
	serverUrl: string,
	apiKey: string,
	receiverUrl: string,
): Promise<Outcome> {
	const scene = await newScene(serverUrl, apiKey, receiverUrl);
	const columns = [];
	for (const library of libraries) {
		columns.push({ title: library.title, verdicts: await judge(library, scene) });
	}
	const problems = columns.flatMap(({ title, verdicts }) =>
		verdicts.flatMap(({ method, problems }) => problems.map((why) => `${title} ${method}: ${why}`)),
	);
	return { page: renderTable(columns), problems };
}

/** Rows of a committed page that are untrue, and rows that it lacks. */
export function untrueLines(page: string, committed = readFileSync(PAGE, "utf8")): string[] {
	if (page === committed) return [];
	const [said, found] = [committed.split("\n"), page.split("\n")];
	const lines = [
		...said.filter((line) => !found.includes(line)).map((line) => `untrue: ${line}`),
		...found.filter((line) => !said.includes(line)).map((line) => `true:   ${line}`),
	];
	return lines.length > 0 ? lines : ["docs/compatibility.md has its rows in another order"];
}
