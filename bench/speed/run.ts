// `npm run bench`: how fast messages are accepted and delivered, beside what the machine can do without us.
// `--quick` (under a minute), `--json`, `--write`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalServer } from "../../test/support/local-server.ts";
import { addReconciled } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { type Report, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { type Latency, measureLatency, measureQueue, measureThroughput } from "./accept.ts";
import { type FanOut, measureFanOut } from "./fan-out.ts";
import { measureFloors } from "./floors.ts";
import { measureGrowth } from "./growth.ts";
import { MemoryWatch } from "./memory.ts";
import { bundleKib, startupMs } from "./process.ts";
import { measurePunctuality } from "./punctuality.ts";
import { missesOf, type Speed, toJson, toTables } from "./tables.ts";

const FULL = {
	floorSeconds: 5,
	seconds: 10,
	queued: 5_000,
	loads: [0.1, 0.5, 0.8],
	endpoints: [1, 10, 100, 1000],
	deliveries: 10_000,
	rounds: 5,
	retries: 200,
	messages: 1_000_000,
	applications: 10_000,
};
const QUICK: typeof FULL = {
	floorSeconds: 1.5,
	seconds: 2,
	queued: 500,
	loads: [0.5],
	endpoints: [1, 100],
	deliveries: 1_000,
	rounds: 2,
	retries: 40,
	messages: 20_000,
	applications: 1_000,
};
const RECEIVERS_MS = [0, 200];

async function measure(scene: Scene, isQuick: boolean, server: LocalServer): Promise<Report> {
	const plan = isQuick ? QUICK : FULL;
	const idleMb = server.runtimeMb;
	const floors = await measureFloors(scene.receiver, plan.floorSeconds);
	const memory = new MemoryWatch(server);
	const throughput = await measureThroughput(scene, plan.seconds);
	const loadedMb = memory.mostMb;
	const latency: Latency[] = [];
	for (const receiverMs of RECEIVERS_MS) {
		for (const load of plan.loads) {
			const perSecond = load * throughput.acceptedPerSecond;
			const terms = { load, perSecond, receiverMs, seconds: plan.seconds };
			latency.push(await measureLatency(scene, terms));
		}
	}
	// Most of all messages by now: what is kept of each would have added up.
	const sustainedMb = memory.mostMb;
	memory.stop();
	const queue = await measureQueue(scene, plan.queued);
	const fanOut: FanOut[] = [];
	for (const endpoints of plan.endpoints) fanOut.push(await measureFanOut(scene, endpoints, plan));
	const punctuality = await measurePunctuality(scene, plan.retries);
	const growth = await measureGrowth(plan.messages, plan.applications);
	const program = {
		...{ bundleKib: bundleKib(), startupMs: startupMs(), idleMb, loadedMb, sustainedMb },
	};
	const reconciled = addReconciled(
		[throughput, queue, ...latency, ...fanOut].map((one) => one.reconciled),
	);
	const speed: Speed = {
		...{ floors, throughput, queue, latency, fanOut, punctuality, growth, program, reconciled },
	};
	const [first, ...more] = toTables(speed);
	if (first === undefined) throw new Error("There is no table.");
	progress("done");
	return { ...first, more, json: toJson(speed), misses: isQuick ? [] : missesOf(speed, budgets()) };
}

function budgets() {
	const file = join(import.meta.dirname, "..", "budgets.json");
	return JSON.parse(readFileSync(file, "utf8")).speed as Record<string, number>; // safe: committed
}

await runBench("speed", { RETRY_SCHEDULE_SECONDS: "4,4,4" }, measure);
