// What the isolation benchmark says: how long the victims wait beside a healthy and beside a faulty neighbour.
import { addReconciled, percentile, type Reconciled } from "../support/metrics.ts";
import { format, type Report, round, type Table } from "../support/report.ts";
import { type Compared, compare, judge, type Pair } from "./compare.ts";
import type { Kind, Result, Side } from "./neighbour.ts";
import { type Latencies, VICTIMS } from "./victim.ts";

export type Phase<Seen> = { kind: Kind; pairs: Record<Side, Seen>[]; neighbour: Result };
export type Found = { alone: Latencies[]; phases: Phase<Latencies>[]; victims: Reconciled };

/** Of the page's chart as well. */
export type Line = { neighbour: Kind; who: Who; p50: Compared; p99: Compared };
type Who = keyof Latencies;

/** Invariant 8. */
const RATIO_MAX = 1.2;
const WHO: readonly Who[] = [...VICTIMS, "ping"];
const NAMES: Record<Who, string> = { same: "same app", another: "another app", ping: "ping" };

export function toReport(found: Found, isQuick: boolean): Report {
	const lines = found.phases.flatMap(({ kind, pairs }) =>
		WHO.map((who) => toLine(kind, who, pairs)),
	);
	const neighbours = found.phases.map(({ neighbour }) => neighbour.reconciled);
	const all = addReconciled([found.victims, ...neighbours]);
	return {
		title: "Isolation: what a neighbour's fault costs a victim, from POST to arrival, milliseconds",
		head: HEAD,
		rows: lines.map((line) => toRow(line, isQuick)),
		notes: [...NOTES, toAccount(all)],
		more: [toNeighbours(found.phases), toAlone(found.alone)],
		json: {
			lines: lines.map((line) => ({ ...line, p50: rounded(line.p50), p99: rounded(line.p99) })),
			neighbours: found.phases.map(({ kind, neighbour }) => ({ neighbour: kind, ...neighbour })),
			victims: found.victims,
			all,
		},
		misses: [
			...(all.lost + all.duplicates + all.phantoms > 0 ? [toAccount(all)] : []),
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

const SHARES = ["p50", "p99"] as const;
const HEAD = [
	"neighbour",
	"victim",
	...SHARES.flatMap((share) => [share, "beside fault", "ratio", "95 %", "noise", `< ${RATIO_MAX}`]),
];
const NOTES = [
	"p50, p99: beside a neighbour whose endpoint takes everything at once. beside fault: with exactly as many posts",
	"to an endpoint with the fault; both take turns, every few seconds. ratio: what the fault costs. 95 %: where the",
	"ratio lies whatever chance did (pairs of turns drawn anew). noise: the ratio of two halves of the healthy turns.",
	`< ${RATIO_MAX}: yes or no, where the whole range is below or above; else likely or unclear. ping: GET`,
	"/health/ping, which shares only the machine with the neighbour. The local runtime is one thread, and what the",
	"neighbour's retries take of it is in the ratio; on the platform objects do not share one.",
];

/** A quick run has too few turns to judge by. */
function toRow(line: Line, isQuick: boolean): string[] {
	const cells = SHARES.flatMap((share) => {
		const { healthy, faulty, ratio, from, to, noise } = line[share];
		const verdict = line.who === "ping" || isQuick ? "" : judge(line[share], RATIO_MAX);
		const range = `${format(from)}–${format(to)}`;
		return [format(healthy, 1), format(faulty, 1), format(ratio), range, format(noise), verdict];
	});
	return [line.neighbour, NAMES[line.who], ...cells];
}

const toNeighbours = (phases: Found["phases"]): Table => ({
	title: "What the neighbours do meanwhile, per second",
	head: ["neighbour", "posts", "requests to the healthy one", "to the faulty one"],
	rows: phases.map(({ kind, neighbour: { postsPerSecond, requestsPerSecond } }) => [
		kind,
		String(postsPerSecond),
		format(requestsPerSecond.healthy, 0),
		format(requestsPerSecond.faulty, 0),
	]),
	notes: [
		"The faulty ones: hangs never answers, fails answers 500 (and gets five retries, every 5 s), throttled takes ten",
		"a second and has a queue, flooded takes a second for each.",
	],
});

const toAlone = (alone: readonly Latencies[]): Table => ({
	title: "The victims without a neighbour, milliseconds",
	head: ["victim", "p50", "p99"],
	rows: WHO.map((who) => {
		const all = alone.flatMap((one) => one[who]);
		return [NAMES[who], format(percentile(all, 0.5), 1), format(percentile(all, 0.99), 1)];
	}),
	notes: [],
});

/** A miss is what chance does not explain. */
function missesOf(line: Line): string[] {
	if (line.who === "ping") return [];
	const { neighbour, who } = line;
	return SHARES.flatMap((share) => {
		if (judge(line[share], RATIO_MAX) !== "no") return [];
		const ratio = format(line[share].ratio);
		return [
			`a neighbour that is ${neighbour} makes the ${share} of ${NAMES[who]} ${ratio} times as long`,
		];
	});
}

const toAccount = ({ accepted, lost, duplicates, phantoms }: Reconciled) =>
	`In all: ${accepted} accepted, ${lost} lost, ${duplicates} twice, ${phantoms} from nowhere.`;

const rounded = (compared: Compared) =>
	Object.fromEntries(Object.entries(compared).map(([name, value]) => [name, round(value)]));
