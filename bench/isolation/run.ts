// `npm run bench:isolation`: what a broken or busy neighbour does to a victim's latency. `--quick`, `--json`.
import type { LocalServer } from "../../test/support/local-server.ts";
import { sleep } from "../support/load.ts";
import { addReconciled, type Reconciled } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { format, type Report, round, runBench } from "../support/report.ts";
import type { Lane, Scene } from "../support/scene.ts";
import { KINDS, type Kind, type Result, startNeighbour } from "./neighbour.ts";
import { type Observed, observe, type Summary, summarize } from "./victim.ts";

type Phase = {
	kind: Kind;
	isSameApplication: boolean;
	summary: Summary;
	/** Latency beside the neighbour ÷ latency alone. */
	ratio: { p50: number; p99: number };
	pingRatio: { p50: number; p99: number };
	neighbour: Result;
	reconciled: Reconciled;
};

const SECONDS = 30;
const SECONDS_QUICK = 1;
const SETTLE_MS = 200;
/** Invariant 8, of what the bare route does not suffer as well. */
const RATIO_MAX = 1.2;

async function measure(scene: Scene, isQuick: boolean, server: LocalServer): Promise<Report> {
	const seconds = isQuick ? SECONDS_QUICK : SECONDS;
	const lane = await scene.lane(scene.receiver.target());
	progress("the victim alone");
	await observe(scene, lane, 1);
	const before = await observe(scene, lane, seconds);
	const beside: [Kind, boolean, Observed, Result][] = [];
	for (const isSame of [true, false]) {
		for (const kind of KINDS) {
			progress(`beside one that is of ${isSame ? "the same" : "another"} application: ${kind}`);
			const applicationId = isSame ? lane.applicationId : await scene.application();
			const task = { url: server.url, apiKey: server.apiKey, applicationId, kind };
			beside.push([kind, isSame, ...(await besideNeighbour(scene, lane, seconds, task))]);
		}
	}
	progress("the victim alone again");
	const after = await observe(scene, lane, seconds);
	return toReport(before, after, beside, isQuick);
}

async function besideNeighbour(
	scene: Scene,
	lane: Lane,
	seconds: number,
	task: Parameters<typeof startNeighbour>[0],
): Promise<[Observed, Result]> {
	const neighbour = await startNeighbour(task);
	const observed = await observe(scene, lane, seconds);
	const result = await neighbour.stop();
	await sleep(SETTLE_MS);
	return [observed, result];
}

function toReport(
	before: Observed,
	after: Observed,
	beside: [Kind, boolean, Observed, Result][],
	isQuick: boolean,
): Report {
	const alone = summarize({
		arrival: [...before.arrival, ...after.arrival],
		afterAccept: [...before.afterAccept, ...after.afterAccept],
		ping: [...before.ping, ...after.ping],
	});
	const phases = beside.map(([kind, isSameApplication, observed, neighbour]): Phase => {
		const summary = summarize(observed);
		const ratio = divide(summary.arrival, alone.arrival);
		const pingRatio = divide(summary.ping, alone.ping);
		const { reconciled } = observed;
		return { kind, isSameApplication, summary, ratio, pingRatio, neighbour, reconciled };
	});
	const victims = [before, after, ...phases].map(({ reconciled }) => reconciled);
	const neighbours = phases.map(({ neighbour }) => neighbour.reconciled);
	const victim = addReconciled(victims);
	const all = addReconciled([victim, ...neighbours]);
	return {
		title: "Isolation: a victim's latency beside a neighbour, from POST to arrival, milliseconds",
		head: HEAD,
		rows: [rowOf("alone", "", alone), ...phases.map(toRow)],
		notes: [...NOTES, `victim: ${toAccount(victim)}`, `with neighbours: ${toAccount(all)}`],
		json: { alone: rounded(alone), phases: phases.map(toJson), victim, all },
		misses: missesOf(phases, all, isQuick),
	};
}

const HEAD = [
	"neighbour",
	"application",
	"its posts/s",
	"p50",
	"p99",
	"after 202 p50",
	"p99",
	"ping p50",
	"p99",
	"ratio p50",
	"p99",
	"ping ratio p50",
	"p99",
	"left p99",
];

const NOTES = [
	"ratio: beside the neighbour ÷ alone. ping: GET /health/ping of the same Worker at the same time, which",
	"shares only the machine with the neighbour. left: the victim's ratio ÷ ping's, where ping's is above 1.",
];

const rowOf = (name: string, application: string, { arrival, afterAccept, ping }: Summary) => [
	name,
	application,
	"",
	...[arrival, afterAccept, ping].flatMap(({ p50, p99 }) => [format(p50, 1), format(p99, 1)]),
];

const toRow = (phase: Phase): string[] => {
	const { kind, isSameApplication, summary, ratio, pingRatio, neighbour } = phase;
	const row = rowOf(kind, isSameApplication ? "same" : "another", summary);
	return [
		...row.with(2, format(neighbour.postedPerSecond, 0)),
		...[ratio, pingRatio].flatMap(({ p50, p99 }) => [format(p50), format(p99)]),
		format(leftOf(phase)),
	];
};

/** What of the ratio is not the machine's. */
const leftOf = ({ ratio, pingRatio }: Phase) => ratio.p99 / Math.max(1, pingRatio.p99);

function missesOf(phases: Phase[], all: Reconciled, isQuick: boolean): string[] {
	const misses = all.lost + all.duplicates + all.phantoms > 0 ? [toAccount(all)] : [];
	// A hundredth of a few dozen messages is chance.
	if (isQuick) return misses;
	const slow = phases.filter((phase) => leftOf(phase) > RATIO_MAX);
	return [
		...misses,
		...slow.map((phase) => {
			const where = phase.isSameApplication ? "the same application" : "another application";
			const ratio = format(phase.ratio.p99);
			return `a neighbour of ${where} (${phase.kind}) makes the victim's p99 ${ratio} times as long`;
		}),
	];
}

const toAccount = ({ accepted, lost, duplicates, phantoms }: Reconciled) =>
	`${accepted} accepted, ${lost} lost, ${duplicates} twice, ${phantoms} from nowhere.`;

const divide = (a: { p50: number; p99: number }, b: { p50: number; p99: number }) => ({
	p50: a.p50 / b.p50,
	p99: a.p99 / b.p99,
});

const rounded = (summary: Summary) =>
	Object.fromEntries(
		Object.entries(summary).map(([name, { p50, p99 }]) => [name, [round(p50, 2), round(p99, 2)]]),
	);

const toJson = (phase: Phase) => ({
	neighbour: phase.kind,
	application: phase.isSameApplication ? "same" : "another",
	postedPerSecond: round(phase.neighbour.postedPerSecond, 0),
	refused: phase.neighbour.refused,
	...rounded(phase.summary),
	ratio: [round(phase.ratio.p50), round(phase.ratio.p99)],
	pingRatio: [round(phase.pingRatio.p50), round(phase.pingRatio.p99)],
	left: round(leftOf(phase)),
});

// A neighbour that fails goes on failing, instead of being left alone for minutes.
await runBench("isolation", { RETRY_SCHEDULE_SECONDS: "5,5,5,5,5" }, measure);
