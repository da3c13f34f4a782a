// `npm run bench:profile`: where the processor's time goes while messages are accepted and delivered: at once, and
// from the queue of an endpoint that was paused.
import { flood, sleep } from "../support/load.ts";
import { progress } from "../support/progress.ts";
import { type Report, runBench, type Table } from "../support/report.ts";
import type { Lane, Scene } from "../support/scene.ts";
import { type Folded, type Frame, fold, type Path } from "./frames.ts";
import { Profiler } from "./profiler.ts";
import { readSources } from "./sources.ts";

const PORT = 9_329;
const SECONDS = 10;
const SECONDS_QUICK = 3;
const CONNECTIONS = 16;
const SHOWN = 10;

type Profiled = Folded & { messages: number };

async function measure(scene: Scene, isQuick: boolean): Promise<Report> {
	const ms = (isQuick ? SECONDS_QUICK : SECONDS) * 1000;
	const lane = await scene.lane(scene.receiver.target());
	await flood(scene.client, lane, CONNECTIONS, (begun) => begun < 2_000);
	const usual = await profile("accept and deliver", () => post(scene, lane, ms));
	const paused = await scene.lane(scene.receiver.target());
	await scene.tell(paused, "pause");
	const count = await post(scene, paused, ms);
	const queue = await profile("a queue", async () => {
		await scene.tell(paused, "resume");
		while (paused.target.arrivals.length < count) await sleep(20);
		return count;
	});
	const accept = toTable("Accepting", usual, "accept");
	const deliver = toTable("Delivering at once", usual, "deliver");
	const drain = toTable("Delivering what waited in a queue", queue, "deliver");
	return {
		...accept,
		more: [deliver, drain],
		json: { usual: toJson(usual), queue: toJson(queue) },
		misses: [],
	};
}

async function post(scene: Scene, lane: Lane, ms: number): Promise<number> {
	const endsAt = performance.now() + ms;
	return (await flood(scene.client, lane, CONNECTIONS, () => performance.now() < endsAt)).length;
}

async function profile(what: string, work: () => Promise<number>): Promise<Profiled> {
	progress(what);
	const profiler = await Profiler.connect(PORT, "edgehook");
	await profiler.start();
	const messages = await work();
	return { messages, ...fold(await profiler.stop(), readSources()) };
}

const framesOf = ({ frames }: Folded, path: Path) => frames.filter((frame) => frame.path === path);
const sumOf = (frames: readonly Frame[]) => frames.reduce((sum, { selfMs }) => sum + selfMs, 0);

function toTable(title: string, profiled: Profiled, path: Path): Table {
	const { messages, scriptMs, runtimeMs, collectorMs, idleMs } = profiled;
	const frames = framesOf(profiled, path);
	const sum = sumOf(frames);
	const perMessage = (ms: number) => ((ms * 1000) / messages).toFixed(1);
	const all = scriptMs + runtimeMs + collectorMs + idleMs;
	const percent = (ms: number) => `${((ms * 100) / all).toFixed(0)} %`;
	return {
		title: `${title}: ${perMessage(sum)} µs of JavaScript a message`,
		head: ["function", "where", "in", "itself µs", "share", "with what it calls µs"],
		rows: frames
			.slice(0, SHOWN)
			.map((frame) => [
				frame.name,
				frame.place,
				frame.part,
				perMessage(frame.selfMs),
				`${((frame.selfMs * 100) / sum).toFixed(1)} %`,
				perMessage(frame.totalMs),
			]),
		notes: [
			`${messages} messages. Of all time ${percent(scriptMs)} in functions, ${percent(runtimeMs)} in the runtime between them, ${percent(collectorMs)} collecting garbage, ${percent(idleMs)} idle. With what it calls: until it first waits.`,
		],
	};
}

const toJson = (profiled: Profiled) => {
	const perMessage = (ms: number) => Math.round((ms * 1000) / profiled.messages);
	return {
		messages: profiled.messages,
		acceptUs: perMessage(sumOf(framesOf(profiled, "accept"))),
		deliverUs: perMessage(sumOf(framesOf(profiled, "deliver"))),
		otherUs: perMessage(sumOf(framesOf(profiled, "other"))),
		runtimeUs: perMessage(profiled.runtimeMs),
		collectorUs: perMessage(profiled.collectorMs),
	};
};

await runBench("profile", { INSPECTOR_PORT: String(PORT) }, measure);
