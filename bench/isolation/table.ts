// What the isolation benchmark says: how long the victims wait beside a healthy and beside a faulty neighbour.
import { addReconciled, percentile, type Reconciled } from "../support/metrics.ts";
import { format, type Report, round, type Table } from "../support/report.ts";
import { type Compared, compare, judge, type Pair } from "./compare.ts";
import type { Kind, Result, Side } from "./neighbour.ts";
import { type Latencies, VICTIMS } from "./victim.ts";

export type Phase<Seen> = { kind: Kind; pairs: Record<Side, Seen>[]; neighbour: Result };
export type Found = {
	alone: Latencies[];
	phases: Phase<Latencies>[];
	victims: Reconciled;
	refused: number;
};

/** Of the page's chart as well. */
export type Line = { neighbour: Kind; who: Who; p50: Compared; p99: Compared };
type Who = keyof Latencies;

/** Invariant 8, which is of the p99. */
const RATIO_MAX = 1.2;
const WHO: readonly Who[] = [...VICTIMS, "ping"];
const NAMES: Record<Who, string> = { same: "same app", another: "another app", ping: "ping" };

export function toReport(found: Found, isQuick: boolean): Report {
	const alone = aloneOf(found.alone);
	const lines = found.phases.flatMap(({ kind, pairs }) =>
		WHO.map((who) => toLine(kind, who, pairs)),
	);
	const neighbours = found.phases.map(({ neighbour }) => neighbour.reconciled);
	const all = addReconciled([found.victims, ...neighbours]);
	return {
		title: "Isolation: what a neighbour's fault costs a victim, from POST to arrival, milliseconds",
		head: HEAD,
		rows: lines.map((line) => toRow(line, alone, isQuick)),
		notes: [...NOTES, toAccount(all)],
		more: [toNeighbours(found.phases), toAlone(alone)],
		json: {
			lines: lines.map((line) => ({ ...line, p50: rounded(line.p50), p99: rounded(line.p99) })),
			neighbours: found.phases.map(({ kind, neighbour }) => ({ neighbour: kind, ...neighbour })),
			victims: found.victims,
			all,
		},
		misses: [
			...(all.lost + all.duplicates + all.phantoms > 0 ? [toAccount(all)] : []),
			...(found.refused > 0 ? [`${found.refused} messages of the victims were refused`] : []),
			// A hundredth of a few hundred messages is chance.
			...(isQuick ? [] : lines.flatMap(missesOf)),
		],
	};
}

function toLine(neighbour: Kind, who: Who, all: Phase<Latencies>["pairs"]): Line {
	const pairs: Pair[] = all.map(({ healthy, faulty }) => ({
		healthy: healthy[who],
		faulty: faulty[who],
	}));
	return { neighbour, who, p50: compare(pairs, 0.5), p99: compare(pairs, 0.99) };
}

/** Whether no ratio of what is promised can be on both sides of the limit. */
export function isClear(kind: Kind, pairs: Phase<Latencies>["pairs"]): boolean {
	return VICTIMS.map((victim) => toLine(kind, victim, pairs)).every((line) =>
		["yes", "no"].includes(judge(line.p99, RATIO_MAX)),
	);
}

const SHARES = ["p50", "p99"] as const;
const HEAD = [
	"neighbour",
	"victim",
	...SHARES.flatMap((share) => [
		...[share, "beside fault", "ratio", "95 %", "noise", `< ${RATIO_MAX}`, "÷ alone"],
	]),
];
const NOTES = [
	"p50, p99: beside a neighbour whose endpoint takes everything at once. beside fault: with exactly as many posts",
	"to an endpoint with the fault; both take turns, every few seconds. ratio: what the fault costs. 95 %: where the",
	"ratio lies whatever chance did (pairs of turns drawn anew). noise: the ratio of two halves of the healthy turns.",
	"The promise is of the p99: turns go on until its ranges are on one side of the limit, for 6 to 20 pairs.",
	`< ${RATIO_MAX}: yes or no, where the whole range is below or above; else likely or unclear. ping: GET`,
	"/health/ping, which shares only the machine with the neighbour. The local runtime is one thread, and what the",
	"neighbour's retries take of it is in the ratio; on the platform objects do not share one. ÷ alone: beside the",
	"fault ÷ without a neighbour, which is what any load on the one thread does.",
];

/** A quick run has too few turns to judge by. */
function toRow(line: Line, alone: Alone, isQuick: boolean): string[] {
	const cells = SHARES.flatMap((share) => {
		const { healthy, faulty, ratio, from, to, noise } = line[share];
		const verdict = line.who === "ping" || isQuick ? "" : judge(line[share], RATIO_MAX);
		const range = `${format(from)}–${format(to)}`;
		const beside = format(faulty / (alone[line.who][share] ?? Number.NaN));
		const [first, second] = [format(healthy, 1), format(faulty, 1)];
		return [first, second, format(ratio), range, format(noise), verdict, beside];
	});
	return [line.neighbour, NAMES[line.who], ...cells];
}

const toNeighbours = (phases: Found["phases"]): Table => ({
	title: "What the neighbours do meanwhile, per second",
	head: [
		"neighbour",
		"pairs of turns",
		"posts",
		"requests to the healthy one",
		"to the faulty one",
	],
	rows: phases.map(({ kind, pairs, neighbour: { postsPerSecond, requestsPerSecond } }) => [
		kind,
		String(pairs.length),
		String(postsPerSecond),
		format(requestsPerSecond.healthy, 0),
		format(requestsPerSecond.faulty, 0),
	]),
	notes: [
		"The faulty ones: hangs never answers, and holds until its turn ends, fails answers 500 (and gets five retries,",
		"every 5 s), throttled takes five a second and has a queue, flooded takes half to one and a half seconds for each.",
	],
});

type Alone = Record<Who, Record<"p50" | "p99", number | null>>;

function aloneOf(slices: readonly Latencies[]): Alone {
	const of = (who: Who) => {
		const all = slices.flatMap((one) => one[who]);
		return { p50: percentile(all, 0.5), p99: percentile(all, 0.99) };
	};
	return { same: of("same"), another: of("another"), ping: of("ping") };
}

const toAlone = (alone: Alone): Table => ({
	title: "The victims without a neighbour, milliseconds",
	head: ["victim", "p50", "p99"],
	rows: WHO.map((who) => [NAMES[who], format(alone[who].p50, 1), format(alone[who].p99, 1)]),
	notes: [],
});

/** A miss is also what is too much and may be chance: then it is not shown. */
function missesOf(line: Line): string[] {
	if (line.who === "ping") return [];
	const { neighbour, who } = line;
	const verdict = judge(line.p99, RATIO_MAX);
	if (verdict === "yes" || verdict === "likely") return [];
	const ratio = `${format(line.p99.ratio)} times as long`;
	const chance = verdict === "unclear" ? ", or chance does" : "";
	return [`a neighbour (${neighbour}) makes the p99 of ${NAMES[who]} ${ratio}${chance}`];
}

const toAccount = ({ accepted, lost, duplicates, phantoms }: Reconciled) =>
	`In all: ${accepted} accepted, ${lost} lost, ${duplicates} twice, ${phantoms} from nowhere.`;

const rounded = (compared: Compared) =>
	Object.fromEntries(Object.entries(compared).map(([name, value]) => [name, round(value)]));
