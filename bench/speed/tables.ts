// What the speed benchmark found, as tables, as JSON, and against its budgets.
import type { Reconciled } from "../support/metrics.ts";
import { format, round, type Table } from "../support/report.ts";
import type { FromQueue, Latency, Spread, Throughput } from "./accept.ts";
import type { FanOut } from "./fan-out.ts";
import type { Floor, Floors } from "./floors.ts";
import type { Growth } from "./growth.ts";
import type { Punctuality } from "./punctuality.ts";

export type Speed = {
	floors: Floors;
	throughput: Throughput;
	queue: FromQueue;
	latency: Latency[];
	fanOut: FanOut[];
	punctuality: Punctuality;
	growth: Growth[];
	/** Megabytes: before all, the most in the throughput part, and the most until the end of the latency part. */
	program: {
		bundleKib: number;
		startupMs: number;
		idleMb: number;
		loadedMb: number;
		sustainedMb: number;
	};
	reconciled: Reconciled;
};

const ms = (value: number | null) => format(value, 1);
const spread = ({ p50, p95, p99 }: Spread) => [ms(p50), ms(p95), ms(p99)];
const acceptRatio = ({ throughput, floors }: Speed) =>
	throughput.acceptedPerSecond / floors.write.perSecond;

export function toTables(speed: Speed): Table[] {
	return [
		throughputTable(speed),
		latencyTable(speed),
		fanOutTable(speed),
		growthTable(speed),
		programTable(speed),
	];
}

function throughputTable(speed: Speed): Table {
	const { floors, throughput, queue, reconciled } = speed;
	const floor = (name: string, { perSecond, aloneP50Ms, aloneP99Ms }: Floor) => [
		name,
		format(perSecond, 0),
		format(perSecond / floors.write.perSecond),
		ms(aloneP50Ms),
		ms(aloneP99Ms),
	];
	return {
		title: "Throughput, beside what the machine can do without us",
		head: ["what", "per second", "÷ durable write", "p50 ms", "p99 ms"],
		rows: [
			floor("the bare receiver", floors.receiver),
			floor("a bare Worker that answers", floors.answer),
			floor("a bare Worker that writes one durable row", floors.write),
			[
				"messages accepted, delivered meanwhile",
				format(throughput.acceptedPerSecond, 0),
				format(acceptRatio(speed)),
				"",
				ms(throughput.acceptP99Ms),
			],
			[
				"… of which delivered to one endpoint",
				format(throughput.deliveredPerSecond, 0),
				format(throughput.deliveredPerSecond / floors.write.perSecond),
				"",
				"",
			],
			[
				"delivered to one endpoint from its queue",
				format(queue.deliveredPerSecond, 0),
				format(queue.deliveredPerSecond / floors.write.perSecond),
				"",
				"",
			],
		],
		notes: [
			"64 connections; p50 and p99 of a floor are of one request alone. Publisher and receiver share the machine.",
			"From its queue: nothing is accepted meanwhile, which on one machine takes the same thread; the budget is for this.",
			`In all parts: ${reconciled.accepted} accepted, ${reconciled.lost} lost, ${reconciled.duplicates} twice, ${reconciled.phantoms} from nowhere.`,
		],
	};
}

const latencyTable = ({ latency }: Speed): Table => ({
	title: "Latency, messages posted at a constant rate",
	head: ["load", "per second", "receiver", "accept p50", "p95", "p99", "arrival p50", "p95", "p99"],
	rows: latency.map(({ load, perSecond, receiverMs, accept, arrival }) => [
		`${Math.round(load * 100)} %`,
		format(perSecond, 0),
		receiverMs === 0 ? "at once" : `${receiverMs} ms`,
		...spread(accept),
		...spread(arrival),
	]),
	notes: [
		"Milliseconds. Load: of the throughput above. accept: from when a message was due to its 202, so that waiting",
		"for a slow answer counts. arrival: from the 202 to the request at the receiver.",
	],
});

const fanOutTable = ({ fanOut, punctuality }: Speed): Table => ({
	title: "One message to many endpoints",
	head: ["endpoints", "first ms", "last ms", "deliveries per second"],
	rows: fanOut.map(({ endpoints, firstMs, lastMs, deliveredPerSecond }) => [
		String(endpoints),
		ms(firstMs),
		ms(lastMs),
		format(deliveredPerSecond, 0),
	]),
	notes: [
		"After the 202, the median of the rounds; deliveries per second: many such messages.",
		`Retries: ${punctuality.retries} came ${ms(punctuality.late.p50)} ms (p50), ${ms(punctuality.late.p99)} ms (p99) after the announced time.`,
	],
});

const growthTable = ({ growth }: Speed): Table => ({
	title: "Growth: the same with much more stored",
	head: [
		"what",
		"stored",
		"p50 ms",
		"rows read",
		"stored",
		"p50 ms",
		"rows read",
		"time ratio",
		"rows ratio",
	],
	rows: growth.map(({ what, few, many, fewMs, manyMs, fewRows, manyRows }) => [
		what,
		String(few),
		ms(fewMs),
		format(fewRows, 1),
		String(many),
		ms(manyMs),
		format(manyRows, 1),
		format(manyMs / fewMs),
		fewRows === 0 ? "-" : format(manyRows / fewRows),
	]),
	notes: ["With the counters of bench:cost switched on, which take their own time."],
});

const programTable = ({ program, throughput, latency }: Speed): Table => ({
	title: "The program",
	head: ["what", ""],
	rows: [
		["Worker, gzip", `${format(program.bundleKib, 0)} KiB`],
		["start-up of the Worker", `${format(program.startupMs, 0)} ms`],
		["memory of the runtime, idle", `${format(program.idleMb, 0)} MB`],
		["… the most in the throughput part", `${format(program.loadedMb, 0)} MB`],
		[
			`… the most until ${acceptedOf([throughput, ...latency])} messages were accepted`,
			`${format(program.sustainedMb, 0)} MB`,
		],
	],
	notes: [
		"The memory is of the local runtime's process, with the Worker, all objects and the databases in it. Of what it",
		"has when idle, some 60 MB are the program itself, 45 the heaps of twenty isolates, most of them the simulator's.",
	],
});

const acceptedOf = (parts: readonly { reconciled: Reconciled }[]) =>
	parts.reduce((sum, { reconciled }) => sum + reconciled.accepted, 0);

/** Promises that were not kept, by `speed` in bench/budgets.json. */
export function missesOf(speed: Speed, budgets: Record<string, number>): string[] {
	const half = speed.latency.find(({ load, receiverMs }) => load === 0.5 && receiverMs === 0);
	const thousand = speed.fanOut.find(({ endpoints }) => endpoints === 1000);
	const { lost, duplicates, phantoms } = speed.reconciled;
	const found: Record<string, { value: number; isAtLeast?: boolean }> = {
		acceptRatioMin: { value: acceptRatio(speed), isAtLeast: true },
		deliveredPerSecondMin: { value: speed.queue.deliveredPerSecond, isAtLeast: true },
		arrivalP50MsMax: { value: half?.arrival.p50 ?? Infinity },
		arrivalP99MsMax: { value: half?.arrival.p99 ?? Infinity },
		thousandEndpointsLastMsMax: { value: thousand?.lastMs ?? Infinity },
		bundleKibMax: { value: speed.program.bundleKib },
		startupMsMax: { value: speed.program.startupMs },
		runtimeMemoryMbMax: { value: speed.program.sustainedMb },
		unreconciledMax: { value: lost + duplicates + phantoms },
	};
	return Object.entries(budgets).flatMap(([name, budget]) => {
		const one = found[name];
		if (one === undefined) return [`bench/budgets.json has ${name}, which nothing measures`];
		const isKept = one.isAtLeast ? one.value >= budget : one.value <= budget;
		return isKept ? [] : [`${name} ${budget}: found ${format(one.value)}`];
	});
}

export function toJson(speed: Speed): Record<string, unknown> {
	return JSON.parse(
		JSON.stringify({ ...speed, acceptRatio: acceptRatio(speed) }, (_, value) =>
			typeof value === "number" ? round(value) : value,
		),
	);
}
