// `npm run bench:import`: how long a description with thousands of event types takes to import. `--quick`, `--json`.
import { stringify } from "yaml";
import { Client } from "../support/client.ts";
import { percentile } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { format, type Report, round, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { makeDescription } from "./description.ts";

const EVENT_TYPES = 2_000;
const TIMES = 5;
const TIMES_QUICK = 1;
const MS_MAX = 5_000;
const STEPS = ["preview", "import", "import again"] as const;

type Step = (typeof STEPS)[number];
type Timed = { step: Step; ms: number; problem: string | null };
type Form = { name: string; text: string };
type Measured = { form: Form; timed: Timed[] };
/** What is looked at of an import's answer. */
type Answer = { data: Record<"created" | "unchanged" | "failed", unknown[]> };

async function measure(scene: Scene, isQuick: boolean, server: { url: string }): Promise<Report> {
	const description = makeDescription(EVENT_TYPES);
	const forms: Form[] = [
		{ name: "JSON", text: JSON.stringify(description, null, 2) },
		// No schema is written as an alias of another: people's files have none.
		{ name: "YAML", text: stringify(description, { aliasDuplicateObjects: false }) },
	];
	const measured: Measured[] = [];
	for (const form of forms) {
		const timed: Timed[] = [];
		for (let i = 0; i < (isQuick ? TIMES_QUICK : TIMES); i++) {
			progress(`${form.name}: ${i + 1}`);
			timed.push(...(await importOnce(scene, server.url, form)));
		}
		measured.push({ form, timed });
	}
	return toReport(measured);
}

/** In an organisation of its own, which has no event type yet. */
async function importOnce(scene: Scene, url: string, { text }: Form): Promise<Timed[]> {
	const made = await scene.client.call("POST", "/operator/organisation", { name: "Bench" });
	const { key } = made.apiKey as { key: string }; // safe because the route answers it
	const client = new Client(url, key);
	const timed: Timed[] = [];
	for (const step of STEPS) {
		const body = { specRaw: text, dryRun: step === "preview" };
		const path = "/api/v1/event-type/import/openapi";
		const { status, text: answer, sentAt, answeredAt } = await client.send("POST", path, body);
		const problem = status === 200 ? problemOf(step, JSON.parse(answer)) : `${status} ${answer}`;
		timed.push({ step, ms: answeredAt - sentAt, problem });
	}
	client.close();
	return timed;
}

function problemOf(step: Step, { data: { created, unchanged, failed } }: Answer): string | null {
	const done = step === "import again" ? unchanged.length : created.length;
	if (done === EVENT_TYPES && failed.length === 0) return null;
	return `${done} of ${EVENT_TYPES} as they should be, ${failed.length} failed`;
}

function toReport(measured: readonly Measured[]): Report {
	const rows = measured.flatMap(({ form, timed }) =>
		STEPS.map((step) => {
			const own = timed.filter((one) => one.step === step);
			const at = (share: number) =>
				percentile(
					own.map(({ ms }) => ms),
					share,
				) ?? 0;
			const problem = own.find((one) => one.problem !== null)?.problem ?? null;
			const megabytes = round(Buffer.byteLength(form.text) / 1e6, 2) ?? 0;
			const times = { medianMs: Math.round(at(0.5)), worstMs: Math.round(at(1)) };
			return { form: form.name, megabytes, step, ...times, problem };
		}),
	);
	return {
		title: `Import: ${EVENT_TYPES} event types of one OpenAPI description, with nested schemas and examples`,
		head: ["form", "MB", "step", "median ms", "worst ms"],
		rows: rows.map(({ form, megabytes, step, medianMs, worstMs }) => [
			...[form, format(megabytes), step],
			...[String(medianMs), String(worstMs)],
		]),
		notes: [
			"From the request to its answer, reading, checking and storing included.",
			"A preview changes nothing; «again» finds that nothing changed.",
		],
		json: { eventTypes: EVENT_TYPES, rows },
		misses: rows.flatMap(({ form, step, worstMs, problem }) => [
			...(problem === null ? [] : [`${form}, ${step}: ${problem}`]),
			...(worstMs > MS_MAX ? [`${form}, ${step}: ${worstMs} ms instead of at most ${MS_MAX}`] : []),
		]),
	};
}

await runBench("import", {}, measure);
