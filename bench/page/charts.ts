// The charts of each benchmark, drawn from its result.
import { PRICES } from "../cost/prices.ts";
import type { Line as IsolationLine } from "../isolation/table.ts";
import type { Replayed } from "../replay/replay.ts";
import type { Latency } from "../speed/accept.ts";
import { pairedBars } from "./paired-bars.ts";
import { lineChart, stackedBars } from "./svg.ts";

export type Chart = { file: string; alt: string; svg: string };

export function chartsOf(name: string, result: Record<string, unknown>): Chart[] {
	// safe here and below because each benchmark writes its own part
	if (name === "speed") return [latencyChart(result.latency as Latency[])];
	if (name === "throttle") return throttleCharts(result.series as ThrottleSeries[] | undefined);
	if (name === "cost") return [costChart(result.scenarios as CostLine[])];
	if (name === "isolation") return isolationCharts(result.lines as IsolationLine[] | undefined);
	if (name === "replay") return replayCharts(result.replay as Replayed);
	return [];
}

function latencyChart(all: readonly Latency[]): Chart {
	const fast = all.filter(({ receiverMs }) => receiverMs === 0);
	const alt =
		"From the 202 to the arrival at the receiver: how many milliseconds, for which share of messages";
	const svg = lineChart(
		alt,
		{ title: "share of messages, %", max: 100, ticks: [0, 25, 50, 75, 90, 99] },
		{ title: "milliseconds", max: 100, ticks: [0, 15, 25, 50, 75, 100] },
		fast.map(({ load, arrivals }) => ({
			name: `at ${Math.round(load * 100)} % of the throughput`,
			points: arrivals.map((ms, i) => [
				(i * 100) / Math.max(1, arrivals.length - 1),
				Math.max(0, ms),
			]),
		})),
	);
	return { file: "latency.svg", alt, svg };
}

/** Arrivals in the second that ends at each tenth of a second. */
export type ThrottleSeries = { limit: number; perSecond: readonly number[] };

function throttleCharts(all: readonly ThrottleSeries[] = []): Chart[] {
	return all.map(({ limit, perSecond }) => {
		const alt = `A limit of ${limit} per second, with a queue that is always full: arrivals in the second before`;
		const svg = lineChart(
			alt,
			{ title: "seconds", max: perSecond.length / 10, ticks: [0, 5, 10, 15, 20, 25] },
			{ title: "arrivals", max: limit * 1.25, ticks: [0, limit / 2, limit] },
			[{ name: "arrivals", points: perSecond.map((count, i) => [i / 10, count] as const) }],
			[{ y: 1.05 * limit + 1, name: "never more than this" }],
		);
		return { file: `throttle-${limit}.svg`, alt, svg };
	});
}

function isolationCharts(lines: readonly IsolationLine[] = []): Chart[] {
	const victims = lines.filter(({ who }) => who !== "ping");
	if (victims.length === 0) return [];
	const alt =
		"A victim's wait beside a healthy and beside a faulty neighbour: p50 (full colour) and p99 (faint), ms";
	const svg = pairedBars(
		alt,
		["beside a healthy neighbour", "beside a faulty one with the same posts"],
		victims.map(({ neighbour, who, p50, p99 }) => ({
			name: `${neighbour}, ${who === "same" ? "same application" : "another application"}`,
			bars: [
				{ inner: p50.healthy, outer: p99.healthy },
				{ inner: p50.faulty, outer: p99.faulty },
			],
		})),
	);
	return [{ file: "isolation.svg", alt, svg }];
}

function replayCharts({ limit, perSecond = [], newcomers, allAfterMs }: Replayed): Chart[] {
	const end = Math.max(1, Math.ceil(allAfterMs / 1000));
	const ticks = [0, 20, 40, 60, 80, 100, 120, 140].filter((tick) => tick <= end);
	const x = { title: "seconds since the replay was asked for", max: end, ticks };
	const rate = `A replay of much that is stored, at a limit of ${limit} per second: arrivals in each second`;
	const wait = "New messages to the same endpoint meanwhile: milliseconds from post to arrival";
	return [
		{
			file: "replay.svg",
			alt: rate,
			svg: lineChart(
				rate,
				x,
				{ title: "arrivals", max: limit * 1.25, ticks: [0, limit / 2, limit] },
				[{ name: "arrivals", points: perSecond.map((count, i) => [i + 0.5, count] as const) }],
				[{ y: limit, name: "limit" }],
			),
		},
		{
			file: "replay-new.svg",
			alt: wait,
			svg: lineChart(
				wait,
				x,
				{ title: "milliseconds", max: 2_400, ticks: [0, 500, 1_000, 1_500, 2_000] },
				[{ name: "new messages", points: newcomers.waits ?? [] }],
				[{ y: 2_000, name: "99 of 100 wait less than this" }],
			),
		},
	];
}

type CostLine = { name: string; dollarsPerMillion: number; dollars: Record<string, number> };
/** What costs far more than one message to one endpoint has a table row, but no bar. */
const DOLLARS_MAX = 15;

function costChart(scenarios: readonly CostLine[]): Chart {
	const shown = scenarios.filter(({ dollarsPerMillion }) => dollarsPerMillion <= DOLLARS_MAX);
	const alt = "What a million messages cost, in US dollars, by what is paid for";
	const titles = Object.entries(PRICES).map(([term, { title }]) => [term, title] as const);
	const svg = stackedBars(
		alt,
		"$",
		shown.map(({ name, dollars, dollarsPerMillion }) => {
			const parts = titles.flatMap(([term, title]) =>
				(dollars[term] ?? 0) < 0.05 ? [] : [{ name: title, value: dollars[term] ?? 0 }],
			);
			const rest = dollarsPerMillion - parts.reduce((sum, { value }) => sum + value, 0);
			return { name, parts: [...parts, { name: "other", value: Math.max(0, rest) }] };
		}),
		Math.max(5, ...shown.map(({ dollarsPerMillion }) => dollarsPerMillion)),
	);
	return { file: "cost.svg", alt, svg };
}
