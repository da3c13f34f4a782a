// `npm run bench:replay`: a bulk replay of much that is stored, beside new messages. `--quick`, `--json`, `--write`.
import { progress } from "../support/progress.ts";
import { format, type Report, round, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { type Replayed, replay } from "./replay.ts";

const MESSAGES = 100_000;
const MESSAGES_QUICK = 5_000;
/** Leaves room beside it for what the machine can do. */
const LIMIT = 1_000;
/** New messages do not wait for a replay. */
const NEW_P99_MS_MAX = 2_000;

async function measure(scene: Scene, isQuick: boolean): Promise<Report> {
	const count = isQuick ? MESSAGES_QUICK : MESSAGES;
	progress(`${count} messages are stored, and sent again at ${LIMIT} per second`);
	const one = await replay(scene, count, LIMIT);
	const { told, reconciled: all } = one;
	const account = `${all.accepted} accepted: ${all.lost} lost, ${all.duplicates} twice, ${all.phantoms} from nowhere.`;
	const tale = `The replay says: ${told.state}, ${told.done} of ${told.total}, ${told.failed} failed.`;
	return {
		title: "Bulk replay: all that is stored, to one endpoint, while new messages come to it",
		head: HEAD,
		rows: [toRow(one)],
		notes: [...NOTES, tale, account],
		json: { replay: toJson(one) },
		misses: missesOf(one, count, { tale, account }),
	};
}

const HEAD = [
	"messages",
	"limit/s",
	"stored/s",
	"counted after",
	"first after",
	"all after",
	"÷ ideal",
	"sent/s",
	"new ones",
	"p50",
	"p99",
	"longest",
];

const NOTES = [
	"counted: how many will be sent is known. ideal: messages ÷ limit; sent/s is the rate from the first to the last.",
	"new ones: posted meanwhile, five a second, to the same endpoint; the time from post to arrival.",
];

const seconds = (ms: number | null) => (ms === null ? "-" : `${format(ms / 1000)} s`);

const toRow = ({ newcomers, ...one }: Replayed): string[] => [
	String(one.messages),
	String(one.limit),
	format(one.storedRate, 0),
	seconds(one.countedAfterMs),
	seconds(one.firstAfterMs),
	seconds(one.allAfterMs),
	format(one.allAfterMs / one.idealMs, 3),
	format(one.deliveredRate, 0),
	String(newcomers.count),
	seconds(newcomers.p50),
	seconds(newcomers.p99),
	seconds(newcomers.max),
];

function missesOf(
	{ told, newcomers, reconciled, messages }: Replayed,
	count: number,
	{ tale, account }: { tale: string; account: string },
): string[] {
	const isTrue =
		told.state === "finished" &&
		told.total === count &&
		told.done === count &&
		told.failed === 0 &&
		messages === count;
	const isComplete = reconciled.lost + reconciled.duplicates + reconciled.phantoms === 0;
	const isQuick = newcomers.p99 !== null && newcomers.p99 < NEW_P99_MS_MAX;
	return [
		...(isTrue ? [] : [`${messages} were stored. ${tale}`]),
		...(isComplete ? [] : [account]),
		...(isQuick ? [] : [`new messages: p99 is ${seconds(newcomers.p99)}`]),
	];
}

const toJson = (one: Replayed) => ({
	...one,
	storedRate: round(one.storedRate, 0),
	countedAfterMs: round(one.countedAfterMs, 0),
	firstAfterMs: round(one.firstAfterMs, 0),
	allAfterMs: round(one.allAfterMs, 0),
	toldAfterMs: round(one.toldAfterMs, 0),
	ratio: round(one.allAfterMs / one.idealMs),
	deliveredRate: round(one.deliveredRate, 0),
	newcomers: {
		count: one.newcomers.count,
		p50: round(one.newcomers.p50, 0),
		p99: round(one.newcomers.p99, 0),
		max: round(one.newcomers.max, 0),
		waits: one.newcomers.waits.map(([at, ms]) => [round(at, 1), round(ms, 0)]),
	},
});

await runBench("replay", {}, measure);
