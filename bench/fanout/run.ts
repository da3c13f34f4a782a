// `npm run bench:fanout`: how long one message takes to reach all of many endpoints, and a changed limit, too.
import { progress } from "../support/progress.ts";
import { format, type Report, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { type FannedOut, fanOut } from "./fan-out.ts";

const SIZES = [1, 25, 1_000, 2_500, 5_000, 10_000];
const SIZES_QUICK = [1, 25, 1_000];
/** A budget: the last delivery of a message to 1,000 endpoints starts this soon after the accept. */
const LAST_MS_MAX = 3_000;
const LAST_FOR = 1_000;

async function measure(scene: Scene, isQuick: boolean): Promise<Report> {
	const sizes = isQuick ? SIZES_QUICK : SIZES;
	const all: FannedOut[] = [];
	for (const size of sizes) {
		progress(`${size} endpoints`);
		all.push(await fanOut(scene, size));
	}
	return {
		title:
			"Fan-out: one message to all endpoints of an application, from the request that posts it",
		head: HEAD,
		rows: all.map(toRow),
		notes: NOTES,
		json: { sizes: all },
		misses: all.flatMap(missesOf),
	};
}

const HEAD = ["endpoints", "accepted", "half", "99 %", "last", "arrived", "twice", "new limit"];

const NOTES = [
	"half, 99 %, last: when so many of the endpoints had got it, from the moment when it was posted.",
	"new limit: from the request that changes the application's limit until all lanes have heard of it.",
];

const seconds = (ms: number | null) => (ms === null ? "-" : `${format(ms / 1000)} s`);

const toRow = (one: FannedOut): string[] => [
	String(one.endpoints),
	seconds(one.acceptedAfterMs),
	seconds(one.halfAfterMs),
	seconds(one.mostAfterMs),
	seconds(one.lastAfterMs),
	String(one.arrived),
	String(one.twice),
	seconds(one.limitChangedAfterMs),
];

function missesOf({ endpoints, arrived, lastAfterMs }: FannedOut): string[] {
	const misses: string[] = [];
	if (arrived < endpoints) misses.push(`${endpoints} endpoints: only ${arrived} got the message`);
	if (endpoints === LAST_FOR && lastAfterMs !== null && lastAfterMs > LAST_MS_MAX) {
		misses.push(`${endpoints} endpoints: the last got it after ${seconds(lastAfterMs)}`);
	}
	return misses;
}

await runBench("fanout", {}, measure);
