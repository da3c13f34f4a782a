// Whether a change makes messages cheaper: two work trees side by side take turns, and the processor time of their
// runtimes is compared, which says more on a busy machine than the time that passes.
// `node bench/profile/compare.ts <folder before> [<folder after>]`, each with its own node_modules and build.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { LocalServer } from "../../test/support/local-server.ts";
import { flood } from "../support/load.ts";
import { percentile } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { toText } from "../support/report.ts";
import { allArrived, type Lane, Scene } from "../support/scene.ts";
import { processorMs, runtimePids } from "./processor-time.ts";

const CONNECTIONS = 16;

type Side = { server: LocalServer; pids: number[]; scene: Scene; lane: Lane; usages: number[] };

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			rounds: { type: "string", default: "40" },
			messages: { type: "string", default: "400" },
		},
	});
	const [before, after = join(import.meta.dirname, "..", "..")] = positionals;
	if (before === undefined) throw new Error("Name the folder of the build before.");
	const rounds = Number(values.rounds);
	const messages = Number(values.messages);
	const sides: Side[] = [];
	try {
		for (const folder of [before, after]) sides.push(await open(folder));
		// The first rounds compile functions.
		for (let round = -2; round < rounds; round++) {
			progress(round < 0 ? "warming up" : `round ${round + 1} of ${rounds}`);
			// Whoever comes second in a pair may find another machine: they take turns at that, too.
			for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
				const usage = await take(side, messages);
				if (round >= 0) side.usages.push(usage);
			}
		}
		console.log(toText(toTable(sides, messages)));
	} finally {
		for (const { scene, server } of sides) {
			await scene.stop();
			await server.remove();
		}
	}
	process.exit();
}

/** Starts the server of a work tree, and sends what is needed to fill its caches. */
async function open(folder: string): Promise<Side> {
	progress(`starting ${folder}`);
	const file = pathToFileURL(join(folder, "test", "support", "local-server.ts")).href;
	const { LocalServer: Server }: typeof import("../../test/support/local-server.ts") = await import(
		file
	);
	const others = new Set(runtimePids());
	const server = await new Server().start();
	const pids = runtimePids().filter((pid) => !others.has(pid));
	const scene = await new Scene(server).start();
	return { server, pids, scene, lane: await scene.lane(scene.receiver.target()), usages: [] };
}

/** Processor time of the runtime for each message, microseconds. */
async function take({ pids, scene, lane }: Side, messages: number): Promise<number> {
	const usedBefore = processorMs(pids);
	const sent = await flood(scene.client, lane, CONNECTIONS, (begun) => begun < messages);
	await allArrived(lane.target, sent);
	return ((processorMs(pids) - usedBefore) * 1000) / messages;
}

function toTable([before, after]: Side[], messages: number) {
	const one = before?.usages ?? [];
	const other = after?.usages ?? [];
	const ratios = one.map((usage, i) => (other[i] ?? 0) / usage);
	const row = (what: string, values: readonly number[], digits: number) => [
		what,
		...[0.25, 0.5, 0.75].map((share) => (percentile(values, share) ?? 0).toFixed(digits)),
	];
	return {
		title: `Processor time of the runtime for each message, ${one.length} rounds of ${messages} messages`,
		head: ["what", "p25", "p50", "p75"],
		rows: [row("before, µs", one, 0), row("after, µs", other, 0), row("after ÷ before", ratios, 3)],
		notes: ["A message is accepted, delivered to one endpoint, and its attempt stored."],
	};
}

await main();
