// The neighbour, with its receiver and its load, in a thread of its own: it must not slow the victims' clock.
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { idsOf, offer, type Sent, sleep } from "../support/load.ts";
import { addReconciled, type Reconciled, reconcile } from "../support/metrics.ts";
import { type Behaviour, TAKES_ALL } from "../support/receiver.ts";
import { allArrived, type Lane, Scene } from "../support/scene.ts";

export const KINDS = ["hangs", "fails", "throttled", "flooded"] as const;
export type Kind = (typeof KINDS)[number];
/** With the same posts to an endpoint that takes everything at once, or to the one with the fault. */
export const SIDES = ["healthy", "faulty"] as const;
export type Side = (typeof SIDES)[number];

type Task = { url: string; apiKey: string; applicationId: string; kind: Kind };
type Order = { do: "slice"; side: Side; seconds: number } | { do: "end" };
export type Result = {
	postsPerSecond: number;
	/** Requests that arrived at its receiver, per second of a side's slices. */
	requestsPerSecond: Record<Side, number>;
	refused: number;
	reconciled: Reconciled;
};
export type Neighbour = {
	/** It posts for so long; then its faulty endpoint is paused, and what was under way there ends. */
	slice(side: Side, seconds: number): Promise<void>;
	/** Removes its endpoints and accounts for all it posted. */
	end(): Promise<Result>;
};

type Plan = { behaviour: Behaviour; perSecond: number; throttleRate?: number; backlog?: number };

/** Far longer than all that may be under way to an endpoint at once can make up for; not all end at the same moment. */
const SLOW_MS = { least: 500, most: 1_500 };
const slow: Behaviour = () => ({
	status: 200,
	delayMs: SLOW_MS.least + Math.random() * (SLOW_MS.most - SLOW_MS.least),
});
const PLANS: Record<Kind, Plan> = {
	hangs: { behaviour: () => null, perSecond: 20 },
	fails: { behaviour: () => ({ status: 500 }), perSecond: 20 },
	throttled: { behaviour: TAKES_ALL, perSecond: 20, throttleRate: 5, backlog: 300 },
	flooded: { behaviour: slow, perSecond: 120 },
};
/** What was given away before a cancellation is still sent. */
const UNDER_WAY_MS = SLOW_MS.most + 500;

export async function startNeighbour(task: Task): Promise<Neighbour> {
	const worker = new Worker(import.meta.filename, { workerData: task });
	const failed = once(worker, "error").then(([error]) => Promise.reject(error));
	// Whoever waits for it is told.
	failed.catch(() => {});
	const next = async () => {
		const [said] = await Promise.race([once(worker, "message"), failed]);
		return said as unknown;
	};
	const order = (what: Order) => {
		const done = next();
		worker.postMessage(what);
		return done;
	};
	await next();
	return {
		async slice(side, seconds) {
			await order({ do: "slice", side, seconds });
		},
		// safe because `beNeighbour` ends with it
		end: async () => (await order({ do: "end" })) as Result,
	};
}

type Ends = Record<Side, { lane: Lane; sent: Sent[]; seconds: number }>;

async function beNeighbour(task: Task): Promise<Result> {
	const { behaviour, perSecond, throttleRate = null, backlog = 0 } = PLANS[task.kind];
	const scene = await new Scene(task).start();
	const make = async (takes: Behaviour, fields: { throttleRate?: number | null }) => {
		const lane = await scene.lane(scene.receiver.target(takes), fields, task.applicationId);
		return { lane, sent: [], seconds: 0 };
	};
	const ends: Ends = {
		healthy: await make(TAKES_ALL, {}),
		faulty: await make(behaviour, { throttleRate }),
	};
	const { faulty } = ends;
	await scene.tell(faulty.lane, "pause");
	faulty.sent.push(...(await scene.fill(faulty.lane, backlog)));

	for (let order = await told("ready"); order.do === "slice"; order = await told("done")) {
		const end = ends[order.side];
		const isFaulty = end === faulty;
		if (isFaulty) await scene.tell(end.lane, "resume");
		const posts = Math.round(perSecond * order.seconds);
		end.sent.push(...(await offer(scene.client, end.lane, perSecond, posts)));
		end.seconds += order.seconds;
		if (isFaulty) {
			await scene.tell(end.lane, "pause");
			scene.receiver.cut(end.lane.target);
			await scene.nothingUnderWay(end.lane);
		}
	}
	const requestsPerSecond = { healthy: rateOf(ends.healthy), faulty: rateOf(faulty) };
	const reconciled = await account(scene, ends);
	await scene.stop();
	const sent = [...ends.healthy.sent, ...faulty.sent];
	const refused = sent.length - idsOf(sent).length;
	return { postsPerSecond: perSecond, requestsPerSecond, refused, reconciled };
}

const rateOf = ({ lane, seconds }: Ends[Side]) => lane.target.arrivals.length / seconds;

/** Says how far it is, and waits for what to do next. */
function told(what: "ready" | "done"): Promise<Order> {
	return new Promise((resolve) => {
		parentPort?.once("message", resolve);
		parentPort?.postMessage(what);
	});
}

/** Each message has come at least once, or was cancelled while it waited. */
async function account(scene: Scene, { healthy, faulty }: Ends): Promise<Reconciled> {
	const cancelled = Number((await scene.tell(faulty.lane, "cancel")).cancelled);
	await allArrived(healthy.lane.target, healthy.sent);
	await sleep(UNDER_WAY_MS);
	const idsAt = ({ lane }: Ends[Side]) => lane.target.arrivals.map(({ id }) => id);
	for (const { lane } of [healthy, faulty]) await scene.remove(lane);
	return addReconciled([
		reconcile(idsOf(healthy.sent), idsAt(healthy)),
		// What fails comes again.
		reconcile(idsOf(faulty.sent), new Set(idsAt(faulty)), cancelled),
	]);
}

if (!isMainThread) {
	// safe because only `startNeighbour` starts it
	parentPort?.postMessage(await beNeighbour(workerData as Task));
	process.exit();
}
