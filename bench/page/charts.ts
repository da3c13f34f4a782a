// The charts of each benchmark, drawn from its result.
import { PRICES } from "../cost/prices.ts";
import type { Latency } from "../speed/accept.ts";
import { lineChart, stackedBars } from "./svg.ts";

export type Chart = { file: string; alt: string; svg: string };

export function chartsOf(name: string, result: Record<string, unknown>): Chart[] {
	// safe here and below because each benchmark writes its own part
	if (name === "speed") return [latencyChart(result.latency as Latency[])];
	if (name === "throttle") return throttleCharts(result.series as ThrottleSeries[] | undefined);
	if (name === "cost") return [costChart(result.scenarios as CostLine[])];
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
