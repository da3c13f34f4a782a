// What the machine can do without us: the bare receiver loop, a bare Worker, and one durable row per request.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { freePort } from "../../test/support/local-server.ts";
import { Client } from "../support/client.ts";
import { percentile } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import type { Receiver } from "../support/receiver.ts";

/** Requests per second, and milliseconds of one when nothing else is under way. */
export type Floor = { perSecond: number; aloneP50Ms: number; aloneP99Ms: number };
export type Floors = { receiver: Floor; answer: Floor; write: Floor };

const CONNECTIONS = 64;
const ALONE = 200;

export async function measureFloors(receiver: Receiver, seconds: number): Promise<Floors> {
	progress("floors: the receiver by itself");
	const own = receiver.target();
	const alone = await measureFloor(new URL(own.url).origin, new URL(own.url).pathname, seconds);
	const server = await startFloorServer();
	try {
		progress("floors: a Worker that only answers");
		const answer = await measureFloor(server.url, "/answer", seconds);
		progress("floors: a Worker that writes one durable row");
		return { receiver: alone, answer, write: await measureFloor(server.url, "/write", seconds) };
	} finally {
		await server.stop();
	}
}

async function measureFloor(origin: string, path: string, seconds: number): Promise<Floor> {
	const client = new Client(origin, "", CONNECTIONS);
	const body = { eventType: "bench.message", channels: ["bench-0-0"], payload: { number: 1 } };
	const post = () => client.send("POST", path, body);
	const times: number[] = [];
	for (let i = 0; i < ALONE; i++) {
		const { sentAt, answeredAt } = await post();
		times.push(answeredAt - sentAt);
	}
	const endsAt = performance.now() + seconds * 1000;
	const beganAt = performance.now();
	let done = 0;
	const work = async () => {
		while (performance.now() < endsAt) {
			const { status } = await post();
			if (status >= 300) throw new Error(`the floor answered ${status}`);
			done++;
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, work));
	const perSecond = (done * 1000) / (performance.now() - beganAt);
	client.close();
	return {
		perSecond,
		aloneP50Ms: percentile(times, 0.5) ?? 0,
		aloneP99Ms: percentile(times, 0.99) ?? 0,
	};
}

async function startFloorServer(): Promise<{ url: string; stop(): Promise<void> }> {
	const script = join(import.meta.dirname, "floor-server.ts");
	const child = spawn(process.execPath, [script, String(await freePort())], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const url = await new Promise<string>((resolve, reject) => {
		let output = "";
		child.stdout.on("data", (chunk: Buffer) => {
			output += chunk.toString();
			const [, ready] = /^READY (\{.*\})$/m.exec(output) ?? [];
			if (ready !== undefined) resolve(JSON.parse(ready).url);
		});
		child.once("close", (code) => reject(new Error(`the floor's server ended (${code})`)));
	});
	return {
		url,
		async stop() {
			const ended = new Promise((resolve) => child.once("close", resolve));
			child.kill("SIGTERM");
			await ended;
		},
	};
}
