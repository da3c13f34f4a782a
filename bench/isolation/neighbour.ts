// The neighbour, with its receiver and its load, in a thread of its own: it must not slow the victim's clock.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { flood, idsOf, offer, type Sent, sleep } from "../support/load.ts";
import { type Reconciled, reconcile } from "../support/metrics.ts";
import { type Behaviour, TAKES_ALL } from "../support/receiver.ts";
import { allArrived, type Lane, Scene } from "../support/scene.ts";

export const KINDS = ["hangs", "fails", "flooded", "throttled"] as const;
export type Kind = (typeof KINDS)[number];
export type Task = { url: string; apiKey: string; applicationId: string; kind: Kind };
export type Result = { postedPerSecond: number; refused: number; reconciled: Reconciled };

type Plan = { behaviour: Behaviour; throttleRate?: number; backlog?: number; isFlood?: boolean };

const PLANS: Record<Kind, Plan> = {
	hangs: { behaviour: () => null },
	fails: { behaviour: () => ({ status: 500 }) },
	flooded: { behaviour: TAKES_ALL, isFlood: true },
	throttled: { behaviour: TAKES_ALL, throttleRate: 10, backlog: 300 },
};
const POSTS_PER_SECOND = 50;
const FLOOD_CONNECTIONS = 20;
/** The neighbour does what it does for so long before the victim is looked at. */
const WARM_UP_MS = 300;
/** What was given away before a cancellation is still sent. */
const UNDER_WAY_MS = 500;

/** Resolves when the neighbour is at it; `stop` ends it, removes its endpoint and accounts for all it posted. */
export async function startNeighbour(task: Task): Promise<{ stop(): Promise<Result> }> {
	const worker = new Worker(import.meta.filename, { workerData: task });
	const next = () =>
		new Promise<unknown>((resolve, reject) => {
			worker.once("message", resolve);
			worker.once("error", reject);
		});
	await next();
	return {
		async stop() {
			const result = next();
			worker.postMessage("stop");
			return (await result) as Result; // safe because `beNeighbour` sends it
		},
	};
}

async function beNeighbour(task: Task): Promise<Result> {
	const { behaviour, throttleRate = null, backlog = 0, isFlood = false } = PLANS[task.kind];
	const scene = await new Scene(task).start();
	const target = scene.receiver.target(behaviour);
	const lane = await scene.lane(target, { throttleRate }, task.applicationId);
	let isStopped = false;
	parentPort?.once("message", () => {
		isStopped = true;
	});
	const queued = await scene.fill(lane, backlog);
	const startedAt = performance.now();
	const posting = isFlood
		? flood(scene.client, lane, FLOOD_CONNECTIONS, () => !isStopped)
		: post(scene, lane, () => isStopped);
	await sleep(WARM_UP_MS);
	parentPort?.postMessage("ready");
	const posted = await posting;
	const postedPerSecond = (posted.length * 1000) / (performance.now() - startedAt);

	const sent = [...queued, ...posted];
	const reconciled = await account(scene, lane, sent, task.kind);
	await scene.remove(lane);
	await scene.stop();
	return { postedPerSecond, refused: sent.length - idsOf(sent).length, reconciled };
}

async function post(scene: Scene, lane: Lane, isOver: () => boolean): Promise<Sent[]> {
	const sent: Sent[] = [];
	// In small parts, so that it ends soon after it is told to.
	while (!isOver()) {
		sent.push(...(await offer(scene.client, lane, POSTS_PER_SECOND, POSTS_PER_SECOND / 5)));
	}
	return sent;
}

/** Each message has come at least once, or was cancelled while it waited. */
async function account(scene: Scene, lane: Lane, sent: Sent[], kind: Kind): Promise<Reconciled> {
	const isSlow = kind === "hangs" || kind === "throttled";
	let cancelled = 0;
	if (isSlow) {
		cancelled = Number((await scene.tell(lane, "cancel")).cancelled);
		await sleep(UNDER_WAY_MS);
	} else await allArrived(lane.target, sent);
	const arrived = lane.target.arrivals.map(({ id }) => id);
	const isRetried = kind === "hangs" || kind === "fails";
	return reconcile(idsOf(sent), isRetried ? new Set(arrived) : arrived, cancelled);
}

if (!isMainThread) {
	// safe because only `startNeighbour` starts it
	parentPort?.postMessage(await beNeighbour(workerData as Task));
	process.exit();
}
