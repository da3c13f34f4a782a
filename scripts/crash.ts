// `npm run crash`: ten rounds of each kind of crash, side by side, and one line for each kind. Takes about ten
// minutes on a quiet machine.
// `ROUNDS=…` asks for another number, `SEED=…` repeats the moments of a run, `--write` keeps the result.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeResult } from "../bench/page/results.ts";
import { type Table, toText } from "../bench/support/report.ts";
import { type CrashedKind, missesOf, readKinds } from "./crash/kinds.ts";

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const TESTS = ["--project", "journeys", "test/journeys/crash"];
const KINDS = ["fanout", "ordered", "replay", "rotation", "throttled"];

const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const rounds = Number(process.env.ROUNDS ?? 10);
if (!Number.isInteger(rounds) || rounds < 1) {
	console.error("ROUNDS must be a whole number from 1 up.");
	process.exit(1);
}

const { code, output } = await run();
const kinds = readKinds(output).sort((a, b) => (a.kind < b.kind ? -1 : 1));
const untold = KINDS.filter((name) => !kinds.some(({ kind }) => kind === name));
const misses = [
	...kinds.flatMap((kind) => missesOf(kind, rounds)),
	...untold.map((kind) => `${kind}: told nothing`),
];
if (code !== 0 && misses.length === 0) misses.push("a test failed; its words are above");
const table = toTable(kinds);
console.log(toText(table));
if (values.write) {
	writeResult("crash", { tables: [table], result: { bench: "crash", rounds, kinds, misses } });
}
for (const miss of misses) console.error(`missed: ${miss}`);
process.exit(misses.length > 0 ? 1 : 0);

/** The tests, with what they print for whoever waits. */
function run(): Promise<{ code: number | null; output: string }> {
	const child = spawn(process.execPath, [vitest, "run", ...TESTS], {
		cwd: root,
		stdio: ["ignore", "pipe", "inherit"],
		env: { ...process.env, ROUNDS: String(rounds) },
	});
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
		process.on(signal, () => child.kill(signal));
	}
	let output = "";
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		output += text;
		process.stderr.write(text);
	});
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve({ code, output }));
	});
}

function toTable(all: readonly CrashedKind[]): Table {
	return {
		title:
			"Crashes: SIGKILL at a random moment of work, a new start, and an account of each message",
		head: [
			...["kind", "rounds", "kills", "messages", "waiting", "lost", "phantoms", "extra"],
			...["unexplained", "under way", "unrecorded", "lease over", "exhausted"],
		],
		rows: all.map((one) => [
			one.kind,
			...[one.rounds, one.kills, one.stored, one.waiting].map(String),
			...[one.lost, one.phantoms, one.extra, one.unexplained].map(String),
			...[one.underWay, one.unrecorded, one.leaseOver, one.exhausted].map(String),
		]),
		notes: [
			"waiting: deliveries that were accepted and had not arrived when the server was killed first.",
			"lost: accepted and not delivered as it should be, or shown and gone. phantoms: arrived or recorded, and",
			"never accepted. extra: recorded more often than it should be. unexplained: sent twice without a cause.",
			"Sent once more with a cause: under way, not answered when the server was killed; unrecorded, answered and",
			"not yet durable; lease over, nothing known of an attempt until it had to be over. exhausted: never answered",
			"in time by this machine, and recorded so.",
		],
	};
}
