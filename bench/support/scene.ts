// A running server, a receiver in this thread, and a client between them.
import { threadId } from "node:worker_threads";
import { Client } from "./client.ts";
import { flood, idsOf, type Sent, sleep } from "./load.ts";
import type { Arrival } from "./metrics.ts";
import { progressNow } from "./progress.ts";
import { Receiver, type Target } from "./receiver.ts";

export type Lane = { target: Target; applicationId: string; endpointId: string; channel: string };
type EndpointFields = Record<string, string | number | boolean | string[] | null>;

const FILL_CONNECTIONS = 32;

export class Scene {
	readonly receiver = new Receiver();
	readonly client: Client;
	#made = 0;

	constructor({ url, apiKey }: { url: string; apiKey: string }) {
		this.client = new Client(url, apiKey);
	}

	async start(): Promise<this> {
		await this.receiver.start();
		return this;
	}

	async stop(): Promise<void> {
		this.client.close();
		await this.receiver.down();
	}

	async application(fields: { throttleRate?: number } = {}): Promise<string> {
		return String((await this.client.call("POST", "/app", { name: "Bench", ...fields })).id);
	}

	/** An endpoint that alone gets the messages of its channel. */
	async lane(target: Target, fields: EndpointFields = {}, applicationId?: string): Promise<Lane> {
		const application = applicationId ?? (await this.application());
		const channel = `bench-${threadId}-${this.#made++}`;
		const body = { url: target.url, channels: [channel], ...fields };
		const { id } = await this.client.call("POST", `/app/${application}/endpoint`, body);
		return { target, applicationId: application, endpointId: String(id), channel };
	}

	/** Calls a route of the endpoint, as in `resume`. */
	async tell(lane: Lane, verb: "pause" | "resume" | "cancel") {
		return this.client.call("POST", `${pathOf(lane)}/${verb}`);
	}

	/** Waits for the ends of all attempts that have begun. */
	async nothingUnderWay(lane: Lane): Promise<void> {
		while ((await this.client.call("GET", `${pathOf(lane)}/lane`)).inFlight !== 0) await sleep(50);
	}

	async change(lane: Lane, fields: EndpointFields): Promise<void> {
		await this.client.call("PATCH", pathOf(lane), fields);
	}

	async remove(lane: Lane): Promise<void> {
		await this.client.call("DELETE", pathOf(lane));
	}

	/** When the lane says that its attempts began, epoch milliseconds, ascending. */
	async starts(lane: Pick<Lane, "applicationId" | "endpointId">): Promise<number[]> {
		return (await this.startsById(lane)).map(({ at }) => at);
	}

	/** … and of which messages; those of one millisecond in the order of their ids. */
	async startsById(lane: Pick<Lane, "applicationId" | "endpointId">): Promise<Arrival[]> {
		const starts: Arrival[] = [];
		let iterator = "";
		for (;;) {
			const path = `/app/${lane.applicationId}/attempt/endpoint/${lane.endpointId}`;
			const page = await this.client.call("GET", `${path}?limit=250${iterator}`);
			const data = page.data as { msgId: string; timestamp: string }[]; // safe because a list answers it
			starts.push(
				...data.map(({ msgId, timestamp }) => ({ id: msgId, at: Date.parse(timestamp) })),
			);
			if (page.done === true) {
				return starts.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
			}
			iterator = `&iterator=${page.iterator}`;
		}
	}

	/** Posts so many as fast as possible. */
	async fill(lane: Lane, count: number): Promise<Sent[]> {
		return flood(this.client, lane, FILL_CONNECTIONS, (begun) => {
			progressNow(() => `${begun} of ${count} messages are queued`);
			return begun < count;
		});
	}
}

const pathOf = ({ applicationId, endpointId }: Lane) =>
	`/app/${applicationId}/endpoint/${endpointId}`;

/** How long nothing may arrive before the rest is given up for lost. */
const SILENCE_MS = 10_000;
/** What arrives twice does so soon after. */
const AFTERMATH_MS = 300;

/** Waits until all that was sent has arrived, or nothing has for long. */
export async function allArrived(target: Target, sent: readonly Sent[]): Promise<void> {
	const missing = new Set(idsOf(sent));
	let looked = 0;
	await arrivalsEnd(target, () => {
		for (const { id } of target.arrivals.slice(looked)) missing.delete(id);
		looked = target.arrivals.length;
		return missing.size === 0;
	});
}

/** Waits until the arrivals are complete, or there is none for long. */
export async function arrivalsEnd(target: Target, isComplete: () => boolean): Promise<void> {
	let count = target.arrivals.length;
	let changedAt = performance.now();
	while (!isComplete() && performance.now() - changedAt < SILENCE_MS) {
		if (target.arrivals.length !== count) changedAt = performance.now();
		count = target.arrivals.length;
		progressNow(() => `${count} have arrived`);
		await sleep(25);
	}
	await sleep(AFTERMATH_MS);
}
