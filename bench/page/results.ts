// What the benchmarks found, kept in bench/results/ for the page that shows it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Table } from "../support/report.ts";
import { writePage } from "./page.ts";

export type Result = {
	/** Day of the run, and on what. */
	date: string;
	machine: string;
	versions: string;
	commit: string;
	tables: readonly Table[];
	result: Record<string, unknown>;
};

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "bench", "results");
const fileOf = (name: string) => join(folder, `${name}.json`);

/** Keeps a result and writes the page anew. */
export function writeResult(name: string, found: Pick<Result, "tables" | "result">): void {
	const [cpu] = cpus();
	const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	const git = (...args: string[]) =>
		execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
	const result: Result = {
		date: new Date().toISOString().slice(0, 10),
		machine: `${cpus().length} processors (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`,
		versions: `Node ${process.versions.node}, miniflare ${devDependencies.miniflare}`,
		commit: git("rev-parse", "--short", "HEAD"),
		...found,
	};
	mkdirSync(folder, { recursive: true });
	writeFileSync(fileOf(name), `${JSON.stringify(result, null, "\t")}\n`);
	writePage(readResult);
}

/** Null when it was never written. */
export function readResult(name: string): Result | null {
	if (!existsSync(fileOf(name))) return null;
	return JSON.parse(readFileSync(fileOf(name), "utf8")) as Result; // safe because we wrote it
}

if (import.meta.main) writePage(readResult);
