// docs/performance.md: every table and chart of the benchmarks, with what it was measured on.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "../support/report.ts";
import { type Chart, chartsOf } from "./charts.ts";
import type { Result } from "./results.ts";

const docs = join(import.meta.dirname, "..", "..", "docs");

type Section = { name: string; title: string; command: string };
const SECTIONS: Section[] = [
	{ name: "speed", title: "Speed", command: "npm run bench" },
	{ name: "profile", title: "Profile", command: "npm run bench:profile" },
	{ name: "throttle", title: "Throttling", command: "npm run bench:throttle" },
	{ name: "isolation", title: "Isolation", command: "npm run bench:isolation" },
	{ name: "drain", title: "Draining", command: "npm run bench:drain" },
	{ name: "fanout", title: "Fan-out", command: "npm run bench:fanout" },
	{ name: "replay", title: "Bulk replay", command: "npm run bench:replay" },
	{ name: "crash", title: "Crashes", command: "npm run crash" },
	{ name: "cost", title: "Cost", command: "npm run bench:cost" },
	{ name: "import", title: "Imports", command: "npm run bench:import" },
	{ name: "portal", title: "The portal", command: "npm run bench:portal" },
];

const INTRO = `# What was measured

This page is written by the benchmarks themselves: \`-- --write\` after a command below repeats a part on your
machine and writes it anew. Ratios are to a floor measured in the same run, on the same runtime.

What a local runtime says about production, and what it does not: it is the same \`workerd\`, so the order of
events, the counts (requests, rows, alarms) and the ratios to the floor carry over. It runs all objects, Workers
and both ends of the load on one machine, without the network between a Worker and its objects, without the
replication that a durable write waits for, and without hundreds of machines to spread over: so milliseconds and
requests per second do not carry over. Nothing here was measured on Cloudflare's network.
`;

export function writePage(read: (name: string) => Result | null): void {
	const folder = join(docs, "performance");
	mkdirSync(folder, { recursive: true });
	const parts = SECTIONS.map((section) => {
		const found = read(section.name);
		if (found === null) return "";
		const charts = chartsOf(section.name, found.result);
		for (const { file, svg } of charts) writeFileSync(join(folder, file), svg);
		return toSection(section, found, charts);
	});
	const text = [INTRO, ...parts.filter((part) => part !== "")].join("\n");
	writeFileSync(join(docs, "performance.md"), text);
}

function toSection(
	{ title, command }: Section,
	{ date, machine, versions, commit, tables, result }: Result,
	charts: readonly Chart[],
): string {
	const misses = (result.misses ?? result.excesses ?? []) as readonly unknown[]; // safe: lists of both
	const lines = misses.map(
		(miss) => `- Missed: ${typeof miss === "string" ? miss : JSON.stringify(miss)}`,
	);
	return [
		`## ${title}`,
		"",
		`\`${command}\` on ${date}, at ${commit}: ${machine}; ${versions}.`,
		"",
		...charts.map(({ file, alt }) => `![${alt}](performance/${file})\n`),
		...tables.map(toMarkdown),
		...(lines.length > 0 ? [...lines, ""] : []),
	].join("\n");
}

function toMarkdown({ title, head, rows, notes }: Table): string {
	const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;
	const rule = `| --- | ${head
		.slice(1)
		.map(() => "---:")
		.join(" | ")} |`;
	return [`### ${title}`, "", line(head), rule, ...rows.map(line), "", notes.join(" "), ""].join(
		"\n",
	);
}

const escapeCell = (text: string) => text.replaceAll("|", "\\|");
