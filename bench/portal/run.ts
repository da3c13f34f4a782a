// `npm run bench:portal`: how soon a reader on a phone sees the first page. `--quick`, `--json`.
import { launchChromium } from "../../scripts/chromium.ts";
import { percentile } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { type Report, round, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { startCompressingProxy } from "./compressing-proxy.ts";
import { type Conditions, type FirstLoad, measureFirstLoad } from "./first-load.ts";

const TIMES = 9;
const TIMES_QUICK = 3;
const ENDPOINTS = 5;
const LCP_MS_MAX = 1_800;
const LIST_MS_MAX = 2_200;
const REQUESTS_MAX = 5;

const SLOW: Conditions = {
	name: "slow 4G, processor 4 times slower",
	downBitsPerSecond: 1_600_000,
	upBitsPerSecond: 750_000,
	delayMs: 150,
	slowdown: 4,
};
const USUAL: Conditions = {
	name: "9 Mb/s, 60 ms",
	downBitsPerSecond: 9_000_000,
	upBitsPerSecond: 1_500_000,
	delayMs: 60,
	slowdown: 1,
};

type Measured = { conditions: Conditions; loads: FirstLoad[] };

async function measure(scene: Scene, isQuick: boolean, server: { url: string }): Promise<Report> {
	const target = scene.receiver.target();
	const application = await scene.application();
	for (let i = 0; i < ENDPOINTS; i++) await scene.lane(target, {}, application);
	const browser = await launchChromium();
	const proxy = await startCompressingProxy(server.url);
	const link = async () => {
		const path = `/auth/app-portal-access/${application}`;
		const { url } = await scene.client.call("POST", path, {});
		return String(url).replace(new URL(String(url)).origin, proxy.url);
	};
	const measured: Measured[] = [];
	for (const conditions of [SLOW, USUAL]) {
		const loads: FirstLoad[] = [];
		// The first one warms the server up.
		for (let i = 0; i <= (isQuick ? TIMES_QUICK : TIMES); i++) {
			progress(`${conditions.name}: ${i}`);
			const load = await measureFirstLoad(browser, await link(), conditions);
			if (i > 0) loads.push(load);
		}
		measured.push({ conditions, loads });
	}
	proxy.stop();
	await browser.close();
	return toReport(measured);
}

function toReport(measured: readonly Measured[]): Report {
	const rows = measured.map(({ conditions, loads }) => {
		const at = (share: number, name: keyof FirstLoad) =>
			percentile(
				loads.map((load) => load[name]),
				share,
			) ?? 0;
		return {
			name: conditions.name,
			lcpMs: Math.round(at(0.5, "lcpMs")),
			lcpMsWorst: Math.round(at(1, "lcpMs")),
			listMs: Math.round(at(0.5, "listMs")),
			requests: at(1, "requests"),
			kilobytes: round(at(1, "bytes") / 1000, 1) ?? 0,
		};
	});
	return {
		title: "The portal's first page, by a link, on a phone that was never there",
		head: ["connection", "LCP ms", "worst", "list ms", "requests", "kB"],
		rows: rows.map(({ name, ...numbers }) => [name, ...Object.values(numbers).map(String)]),
		notes: [
			"Medians; the list is there when its first row is drawn.",
			"Delays are of each request; bytes as they travel, compressed.",
		],
		json: { loads: rows },
		misses: rows.slice(0, 1).flatMap(missesOf),
	};
}

/** Promises are for the slow connection. */
function missesOf(row: { lcpMs: number; listMs: number; requests: number }): string[] {
	return [
		{ name: "LCP, ms", value: row.lcpMs, max: LCP_MS_MAX },
		{ name: "list, ms", value: row.listMs, max: LIST_MS_MAX },
		{ name: "requests", value: row.requests, max: REQUESTS_MAX },
	]
		.filter(({ value, max }) => value > max)
		.map(({ name, value, max }) => `${name}: ${value} instead of at most ${max}`);
}

await runBench("portal", {}, measure);
