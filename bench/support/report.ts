// The frame of a benchmark: its options, one table and one line of JSON, and its end.
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { LocalServer } from "../../test/support/local-server.ts";
import { writeResult } from "../page/results.ts";
import { progress } from "./progress.ts";
import { Scene } from "./scene.ts";
import { inPlace, noteOf, placeOf, type StatePlace } from "./state-place.ts";

export type Table = {
	title: string;
	head: readonly string[];
	rows: readonly (readonly string[])[];
	/** What a reader needs to understand the table. */
	notes: readonly string[];
};

export type Report = Table & {
	/** Further tables. */
	more?: readonly Table[];
	json: Record<string, unknown>;
	/** Promises that were not kept. */
	misses: readonly string[];
};

/** Others who use the processors at the same time are measured, too. */
const BUSY_LOAD = 0.5;

type Measure = (scene: Scene, isQuick: boolean, server: LocalServer) => Promise<Report>;

/**
 * Runs a benchmark with a server of its own. `--quick` takes half a minute, `--json` prints no table, `--write`
 * puts the results on the page docs/performance.md, `--state` says where the server keeps its state.
 */
export async function runBench(
	name: string,
	settings: Record<string, string>,
	measure: Measure,
	usual: { state: StatePlace } = { state: "disk" },
): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: "boolean", default: false },
			json: { type: "boolean", default: false },
			write: { type: "boolean", default: false },
			state: { type: "string", default: usual.state },
		},
	});
	if (values.quick && values.write) throw new Error("A quick run is not for the page: take one.");
	const machine = { processors: availableParallelism(), loadBefore: round(loadavg()[0] ?? 0, 1) };
	const server = inPlace(values.state, () => new LocalServer(settings));
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
		process.on(signal, () => server.remove().finally(() => process.exit(130)));
	}
	try {
		progress("starting the server");
		await server.start();
		const scene = await new Scene(server).start();
		const report = await measure(scene, values.quick, server);
		const { json, misses, more = [], ...table } = report;
		const state = placeOf(server.stateDir);
		const first = { ...table, notes: [...table.notes, ...noteOf(state, usual.state)] };
		if (!values.json) for (const table of [first, ...more]) console.log(toText(table));
		const line = { bench: name, quick: values.quick, machine, state, ...json, misses };
		console.log(JSON.stringify(line));
		if (values.write) writeResult(name, { tables: [first, ...more], result: line });
		if ((machine.loadBefore ?? 0) > BUSY_LOAD) {
			console.error(`The machine was busy before (load ${machine.loadBefore}): times say little.`);
		}
		for (const miss of misses) console.error(`missed: ${miss}`);
		if (misses.length > 0) process.exitCode = 1;
		await scene.stop();
	} finally {
		await server.remove();
	}
	// Sockets of what never answered may be left.
	process.exit();
}

/** The first column to the left, all others to the right. */
export function toText({ title, head, rows, notes }: Table): string {
	const widths = head.map((cell, i) =>
		Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		row
			.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
			.join("  ")
			.trimEnd();
	const rule = widths.map((width) => "-".repeat(width)).join("  ");
	return [title, "", line(head), rule, ...rows.map(line), "", ...notes, ""].join("\n");
}

/** For the table: `-` for what could not be told. */
export const format = (value: number | null, digits = 2): string =>
	value === null ? "-" : value.toFixed(digits);

/** For JSON: not more digits than mean something. */
export const round = (value: number | null, digits = 3): number | null =>
	value === null ? null : Number(value.toFixed(digits));
