// `npm run bench:profile`: where the processor's time goes while messages are accepted and delivered.
// `accept` posts to an endpoint that is paused, `deliver` lets what is queued go, `both` is the usual way.
import { flood } from "../support/load.ts";
import { progress } from "../support/progress.ts";
import { type Report, runBench, type Table } from "../support/report.ts";
import { allArrived, type Lane, type Scene } from "../support/scene.ts";
import { type Frame, Profiler } from "./profiler.ts";

const PORT = 9_329;
const SECONDS = 6;
const SECONDS_QUICK = 2;
const CONNECTIONS = 64;
const SHOWN = 25;
const NOT_WORK = new Set(["(idle)", "(program)", "(root)"]);

type Profiled = { what: string; messages: number; frames: Frame[]; totalMs: number };

async function measure(scene: Scene, isQuick: boolean): Promise<Report> {
	const ms = (isQuick ? SECONDS_QUICK : SECONDS) * 1000;
	const lane = await scene.lane(scene.receiver.target());
	await flood(scene.client, lane, CONNECTIONS, (begun) => begun < 1_000);
	const both = await profile("accept and deliver", async () => {
		const count = await post(scene, lane, ms);
		return count;
	});
	const waiting = await scene.lane(scene.receiver.target());
	await scene.tell(waiting, "pause");
	const accept = await profile("accept", () => post(scene, waiting, ms));
	const deliver = await profile("deliver", async () => {
		await scene.tell(waiting, "resume");
		const { arrivals } = waiting.target;
		while (arrivals.length < accept.messages) await new Promise((done) => setTimeout(done, 20));
		return arrivals.length;
	});
	await allArrived(lane.target, []);
	const all = [both, accept, deliver];
	const [first, ...more] = all.map(toTable);
	if (first === undefined) throw new Error("Nothing was profiled.");
	return { ...first, more, json: { profiles: all.map(toJson) }, misses: [] };
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
	return { what, messages, ...(await profiler.stop()) };
}

const workOf = ({ frames }: Profiled) => frames.filter(({ name }) => !NOT_WORK.has(name));
const busyMs = (profiled: Profiled) => workOf(profiled).reduce((sum, one) => sum + one.selfMs, 0);

function toTable(profiled: Profiled): Table {
	const { what, messages, totalMs } = profiled;
	const busy = busyMs(profiled);
	return {
		title: `${what}: ${messages} messages, ${((busy * 1000) / messages).toFixed(0)} µs of JavaScript each`,
		head: ["function", "place", "µs per message", "share"],
		rows: workOf(profiled)
			.slice(0, SHOWN)
			.map(({ name, place, selfMs }) => [
				name,
				place,
				((selfMs * 1000) / messages).toFixed(1),
				`${((selfMs * 100) / busy).toFixed(1)} %`,
			]),
		notes: [
			`The isolate was busy ${((busy * 100) / totalMs).toFixed(0)} % of ${(totalMs / 1000).toFixed(1)} s. Time of a function itself, without what it calls.`,
		],
	};
}

const toJson = (profiled: Profiled) => ({
	what: profiled.what,
	messages: profiled.messages,
	microsecondsPerMessage: Math.round((busyMs(profiled) * 1000) / profiled.messages),
});

await runBench("profile", { INSPECTOR_PORT: String(PORT) }, measure);
