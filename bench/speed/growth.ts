// Whether anything becomes slower, or reads more rows, when much is stored.
import { Harness } from "../cost/harness.ts";
import { percentile } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { copyApplications, copyMessages } from "./stored.ts";

export type Growth = {
	what: string;
	/** What was stored. */
	few: number;
	many: number;
	/** Medians, milliseconds. */
	fewMs: number;
	manyMs: number;
	/** Rows read by one. */
	fewRows: number;
	manyRows: number;
};

type Measure = { ms: number; rows: number };
type Action = { what: string; run(iterator: string): Promise<unknown> };

const FEW_MESSAGES = 1_000;
const FEW_APPLICATIONS = 10;
const PAGE = 50;
const TIMES = 60;

export async function measureGrowth(messages: number, applications: number): Promise<Growth[]> {
	const harness = await new Harness().start();
	try {
		progress(`growth: ${FEW_MESSAGES} and ${messages} messages`);
		const ofMessages = await compareMessages(harness, messages);
		progress(`growth: ${FEW_APPLICATIONS} and ${applications} applications`);
		return [...ofMessages, ...(await compareApplications(harness, applications))];
	} finally {
		await harness.stop();
	}
}

async function compareMessages(harness: Harness, many: number): Promise<Growth[]> {
	const { id } = await harness.post("/app", { name: "Growth" });
	const path = `/app/${id}/msg`;
	await harness.post(path, MESSAGE);
	await harness.offline((directory) => copyMessages(directory, FEW_MESSAGES));
	const actions: Action[] = [
		{ what: "accept", run: () => harness.post(path, MESSAGE) },
		{ what: "messages, first page", run: () => read(harness, `${path}?limit=${PAGE}`) },
		{
			what: "messages, deep page",
			run: (iterator) => read(harness, `${path}?limit=${PAGE}&iterator=${iterator}`),
		},
	];
	const deep = () => iteratorAt(harness, path);
	return compare(harness, actions, deep, { few: FEW_MESSAGES, many }, () =>
		harness.offline((directory) => copyMessages(directory, many - FEW_MESSAGES)),
	);
}

async function compareApplications(harness: Harness, many: number): Promise<Growth[]> {
	const { id } = await harness.post("/app", { name: "Growth" });
	await harness.offline((directory) => copyApplications(directory, FEW_APPLICATIONS));
	const actions: Action[] = [
		{ what: "accept, one of many", run: () => harness.post(`/app/${id}/msg`, MESSAGE) },
		{ what: "applications, first page", run: () => read(harness, "/app?limit=10") },
	];
	const deep = () => Promise.resolve("");
	return compare(harness, actions, deep, { few: FEW_APPLICATIONS, many }, () =>
		harness.offline((directory) => copyApplications(directory, many - FEW_APPLICATIONS)),
	);
}

async function compare(
	harness: Harness,
	actions: readonly Action[],
	deep: () => Promise<string>,
	counts: { few: number; many: number },
	grow: () => Promise<void>,
): Promise<Growth[]> {
	const measureAll = async () => {
		const iterator = await deep();
		const all: Measure[] = [];
		for (const { run } of actions) all.push(await measure(harness, () => run(iterator)));
		return all;
	};
	const before = await measureAll();
	await grow();
	const after = await measureAll();
	return actions.map(({ what }, i) => ({
		what,
		...counts,
		fewMs: before[i]?.ms ?? 0,
		manyMs: after[i]?.ms ?? 0,
		fewRows: before[i]?.rows ?? 0,
		manyRows: after[i]?.rows ?? 0,
	}));
}

const MESSAGE = { eventType: "bench.message", payload: { number: 1 } };

async function measure(harness: Harness, run: () => Promise<unknown>): Promise<Measure> {
	for (let i = 0; i < 20; i++) await run();
	await harness.quiet(false);
	await harness.reset();
	const times: number[] = [];
	for (let i = 0; i < TIMES; i++) {
		const at = performance.now();
		await run();
		times.push(performance.now() - at);
	}
	const { sums } = await harness.quiet(false);
	const rows = (sums.objectRowsRead + sums.databaseRowsRead) / TIMES;
	return { ms: percentile(times, 0.5) ?? 0, rows };
}

type Page = { iterator: string | null; done: boolean };

async function read(harness: Harness, path: string): Promise<Page> {
	const response = await fetch(`${harness.url}/api/v1${path}`, {
		headers: { authorization: `Bearer ${harness.apiKey}` },
	});
	if (!response.ok) throw new Error(`${path}: ${response.status}`);
	return (await response.json()) as Page; // safe because lists answer it
}

/** Some pages into a list. */
async function iteratorAt(harness: Harness, path: string): Promise<string> {
	let iterator = "";
	for (let page = 0; page < 3; page++) {
		const from = iterator === "" ? "" : `&iterator=${iterator}`;
		iterator = (await read(harness, `${path}?limit=250${from}`)).iterator ?? iterator;
	}
	return iterator;
}
