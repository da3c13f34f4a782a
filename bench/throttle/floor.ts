// How even arrivals can be on this machine: the same receiver, fed by a plain client in a thread of its own.
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { Client } from "../support/client.ts";
import { evenly } from "../support/load.ts";
import { countInWorstWindow, gapVariation } from "../support/metrics.ts";
import type { Receiver } from "../support/receiver.ts";

export type Floor = { worst: number; variation: number | null };
type Task = { url: string; ratePerSecond: number; count: number };

export async function measureFloor(
	receiver: Receiver,
	ratePerSecond: number,
	seconds: number,
): Promise<Floor> {
	const { url, arrivals } = receiver.target();
	const count = Math.max(4, Math.round(ratePerSecond * seconds));
	const worker = new Worker(import.meta.filename, {
		workerData: { url, ratePerSecond, count } satisfies Task,
	});
	await new Promise<void>((resolve, reject) => {
		worker.once("error", reject);
		worker.once("exit", () => resolve());
	});
	const times = arrivals.map(({ at }) => at);
	return { worst: countInWorstWindow(times), variation: gapVariation(times) };
}

async function feed({ url, ratePerSecond, count }: Task): Promise<void> {
	const client = new Client(url, "");
	const path = new URL(url).pathname;
	await Promise.all(
		await evenly(ratePerSecond, count, () => client.send("POST", path, { number: 1 })),
	);
	client.close();
}

if (!isMainThread) await feed(workerData as Task); // safe because only `measureFloor` starts it
