// `npm run bench:drain`: how a queue empties when the endpoint comes back. `--quick`, `--json`.
import { addReconciled } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { format, type Report, round, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { type Case, type Drained, drain } from "./cases.ts";

const MESSAGES = 10_000;
const MESSAGES_QUICK = 1_000;
const LIMIT = 500;
const CASES: Case[] = [
	{ cause: "paused", limit: LIMIT },
	{ cause: "paused", limit: null },
	{ cause: "down", limit: LIMIT },
	{ cause: "down", limit: null },
];
/** Retries of a receiver that is down: far more than it takes to fill the queue. */
const RETRY_SECONDS = 3;
const RETRIES = 40;
/** Retries are up to a fifth later than scheduled. */
const RETRY_MS_MAX = RETRY_SECONDS * 1200;

/** At no less than 0.97 of the limit, by invariant 7. */
const RATIO_MAX = 1 / 0.97;
/** Until the first arrives, and what two connections of a busy machine may differ by. */
const SLACK_MS = 250;
const OVERTAKEN_MS_MAX = 50;

async function measure(scene: Scene, isQuick: boolean): Promise<Report> {
	const count = isQuick ? MESSAGES_QUICK : MESSAGES;
	const drained: Drained[] = [];
	for (const one of CASES) {
		progress(`${count} messages, ${one.cause}, ${one.limit ?? "no"} limit`);
		drained.push(await drain(scene, one, count));
	}
	const all = addReconciled(drained.map(({ reconciled }) => reconciled));
	const account = `${all.accepted} accepted: ${all.lost} lost, ${all.duplicates} twice, ${all.phantoms} from nowhere.`;
	const isComplete = all.lost + all.duplicates + all.phantoms === 0;
	return {
		title: "Draining: a queue that built up, from the moment when the endpoint is back",
		head: HEAD,
		rows: drained.map(toRow),
		notes: [...NOTES, account],
		json: { cases: drained.map(toJson), reconciled: all },
		misses: [...drained.flatMap(missesOf), ...(isComplete ? [] : [account])],
	};
}

const HEAD = [
	"endpoint",
	"limit/s",
	"messages",
	"filled/s",
	"first after",
	"empty after",
	"÷ ideal",
	"delivered/s",
	"order",
	"of starts",
	"new ones",
	"p50",
	"p99",
];

const NOTES = [
	"ideal: messages ÷ limit. order: yes, or by how long a message was overtaken; retries have their own.",
	"of starts: where they left, before the network.",
	"new ones: posted meanwhile to the same endpoint; in order they come after what was there before.",
	`down: what was refused is due again ${RETRY_SECONDS} s later ± 20 %, so the queue comes back bit by bit.`,
];

const seconds = (ms: number | null) => (ms === null ? "-" : `${format(ms / 1000)} s`);

const ratioOf = ({ emptyAfterMs, idealMs }: Drained) =>
	idealMs === null ? null : emptyAfterMs / idealMs;

const toRow = (one: Drained): string[] => [
	one.cause,
	one.limit === null ? "none" : String(one.limit),
	String(one.messages),
	format(one.filledRate, 0),
	seconds(one.firstAfterMs),
	seconds(one.emptyAfterMs),
	format(ratioOf(one), 3),
	format(one.deliveredRate, 0),
	orderOf(one.overtakenMs),
	orderOf(one.overtakenStartMs),
	String(one.newcomers.count),
	seconds(one.newcomers.p50),
	seconds(one.newcomers.p99),
];

function orderOf(overtakenMs: number | null): string {
	if (overtakenMs === null) return "-";
	return overtakenMs === 0 ? "yes" : `${format(overtakenMs, 1)} ms`;
}

function missesOf(one: Drained): string[] {
	const { cause, limit, emptyAfterMs, idealMs, overtakenMs } = one;
	const name = `${cause}, ${limit ?? "no"} limit`;
	const retryMs = cause === "down" ? RETRY_MS_MAX : 0;
	const latestMs = (idealMs ?? Infinity) * RATIO_MAX + retryMs + SLACK_MS;
	return [
		...(emptyAfterMs > latestMs ? [`${name}: empty only after ${seconds(emptyAfterMs)}`] : []),
		...((overtakenMs ?? 0) > OVERTAKEN_MS_MAX
			? [`${name}: order is off by ${format(overtakenMs, 0)} ms`]
			: []),
	];
}

const toJson = (one: Drained) => ({
	...one,
	filledRate: round(one.filledRate, 0),
	emptyAfterMs: round(one.emptyAfterMs, 0),
	ratio: round(ratioOf(one)),
	deliveredRate: round(one.deliveredRate, 0),
	firstAfterMs: round(one.firstAfterMs, 0),
	overtakenMs: round(one.overtakenMs, 1),
	overtakenStartMs: round(one.overtakenStartMs, 1),
	newcomers: {
		count: one.newcomers.count,
		p50: round(one.newcomers.p50, 0),
		p99: round(one.newcomers.p99, 0),
	},
});

const schedule = Array(RETRIES).fill(RETRY_SECONDS).join(",");
await runBench("drain", { RETRY_SCHEDULE_SECONDS: schedule }, measure);
