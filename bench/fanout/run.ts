// `npm run bench:fanout`: how long one message takes to reach all of many endpoints, and a changed limit, too.
// `--quick`, `--json`, `--write`, `--state disk`.
import { addReconciled, type Reconciled } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { format, type Report, runBench, type Table } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { createAudience } from "./audience.ts";
import { type FannedOut, fanOut } from "./fan-out.ts";
import { changeLimit, type LimitChange } from "./limit-change.ts";

const SIZES = [1, 25, 1_000, 10_000];
const SIZES_QUICK = [1, 25, 250];
const LIMITED = [1, 25, 1_000];
const LIMITED_QUICK = [25];
/** A budget: the last delivery of a message to 1,000 endpoints starts this soon after the accept. */
const LAST_MS_MAX = 3_000;
const LAST_FOR = 1_000;
/** Invariant 7: a changed limit holds within a second. */
const CHANGED_MS_MAX = 1_000;

async function measure(scene: Scene, isQuick: boolean): Promise<Report> {
	const limited: LimitChange[] = [];
	for (const size of isQuick ? LIMITED_QUICK : LIMITED) {
		progress(`${size} endpoints with waiting messages, and a new limit`);
		limited.push(await changeLimit(scene, size));
	}
	const fannedOut: FannedOut[] = [];
	for (const size of isQuick ? SIZES_QUICK : SIZES) {
		progress(`one message to ${size} endpoints`);
		fannedOut.push(await fanOut(scene, await createAudience(scene, size)));
	}
	const all = addReconciled([...limited, ...fannedOut].map(({ reconciled }) => reconciled));
	return {
		title:
			"Fan-out: one message to all endpoints of an application, from the request that posts it",
		head: ["endpoints", "accepted", "half", "99 %", "last", ...ACCOUNT],
		rows: fannedOut.map(toRow),
		notes: [
			"half, 99 %, last: when so many of the endpoints had got it, from the moment when it was posted.",
			"Deliveries are accounted for one by one: each endpoint gets each message once.",
		],
		more: [toLimits(limited)],
		json: { sizes: fannedOut, limits: limited, all },
		misses: [
			...(all.lost + all.duplicates + all.phantoms > 0 ? [toAccount(all)] : []),
			...fannedOut.flatMap(missesOf),
			...limited.flatMap(limitMissesOf),
		],
	};
}

const ACCOUNT = ["deliveries", "lost", "twice", "from nowhere"];
const accountOf = ({ accepted, lost, duplicates, phantoms }: Reconciled) =>
	[accepted, lost, duplicates, phantoms].map(String);
const seconds = (ms: number | null) => (ms === null ? "-" : `${format(ms / 1000)} s`);

const toRow = (one: FannedOut): string[] => [
	String(one.endpoints),
	seconds(one.acceptedAfterMs),
	seconds(one.halfAfterMs),
	seconds(one.mostAfterMs),
	seconds(one.lastAfterMs),
	...accountOf(one.reconciled),
];

const toLimits = (all: readonly LimitChange[]): Table => ({
	title: "A changed limit of an application, while messages wait for each of its endpoints",
	head: ["endpoints", "sending", "answered", "half", "last", ...ACCOUNT],
	rows: all.map((one) => [
		String(one.endpoints),
		String(one.holding),
		seconds(one.answeredAfterMs),
		seconds(one.halfAfterMs),
		seconds(one.lastAfterMs),
		...accountOf(one.reconciled),
	]),
	notes: [
		"Messages wait in all lanes, and some of them, evenly among all, send by the old limit of two a second when it is",
		"changed to 1,000. From this request to its answer, and until half of those that send and the last of them began",
		"an attempt that the old limit did not allow, by the lanes' own times. What waits for all others is then cancelled.",
	],
});

const toAccount = ({ accepted, lost, duplicates, phantoms }: Reconciled) =>
	`${accepted} deliveries: ${lost} lost, ${duplicates} twice, ${phantoms} from nowhere`;

function missesOf({ endpoints, lastAfterMs }: FannedOut): string[] {
	if (endpoints !== LAST_FOR || (lastAfterMs ?? 0) <= LAST_MS_MAX) return [];
	return [`${endpoints} endpoints: the last got it after ${seconds(lastAfterMs)}`];
}

function limitMissesOf({ endpoints, holding, shown, lastAfterMs }: LimitChange): string[] {
	if (shown < holding || holding === 0) {
		return [`${endpoints} endpoints: ${shown} of ${holding} lanes go by the new limit`];
	}
	if ((lastAfterMs ?? 0) <= CHANGED_MS_MAX) return [];
	return [`${endpoints} endpoints: the new limit holds after ${seconds(lastAfterMs)}`];
}

await runBench("fanout", {}, measure, { state: "memory" });
