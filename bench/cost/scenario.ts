// What scenarios are made of: ways to send, applications with endpoints, and waiting until all has arrived.
import { Svix } from "svix";
import { type Harness, type Settings, sleep } from "./harness.ts";

export type Scenario = {
	name: string;
	title: string;
	/** Makes applications and endpoints; what it answers sends the messages that are counted. */
	prepare(harness: Harness, messages: number): Promise<() => Promise<void>>;
	messages: number;
	/** How many `npm test` sends; without it, the scenario is not in the tests. */
	quickMessages?: number;
	/** Scenarios with the same name here share a server, one after the other; servers run side by side. */
	server?: string;
	/** Of its server, which is then its own. */
	settings?: Settings;
};

export type Send = (applicationId: string, index: number) => Promise<{ id: string }>;
export type Sender = (harness: Harness) => Send;
export type Application = { id: string; endpoints: { id: string; name: string }[] };

const EVENT = {
	eventType: "invoice.paid",
	payload: { id: "inv_1", amount: 1250, currency: "EUR" },
};
const AT_ONCE = 16;
const ARRIVED_MS_MAX = 90_000;

/** What people do: the official client makes up an idempotency key for each message. */
export const byClient: Sender = ({ apiKey, url }) => {
	const svix = new Svix(apiKey, { serverUrl: url });
	return (applicationId) => svix.message.create(applicationId, EVENT);
};

export const byFetch =
	(
		fields: (index: number) => { body?: object; headers?: Record<string, string> } = () => ({}),
	): Sender =>
	(harness) =>
	(applicationId, index) => {
		const { body, headers } = fields(index);
		return harness.post(`/app/${applicationId}/msg`, { ...EVENT, ...body }, headers);
	};

let made = 0;

/** An application with one endpoint for each of these: what the receiver is to answer, and settings. */
export async function newApplication(
	harness: Harness,
	endpoints: readonly { plan: string; settings?: object }[],
): Promise<Application> {
	const { id } = await harness.post("/app", { name: "Bench" });
	const application: Application = { id, endpoints: [] };
	await pool(endpoints.length, (i) => addEndpoint(harness, application, endpoints[i]));
	return application;
}

export async function addEndpoint(
	harness: Harness,
	application: Application,
	{ plan, settings = {} }: { plan: string; settings?: object } = { plan: "status=200" },
): Promise<string> {
	const name = `bench-${made++}`;
	const body = { url: `${harness.receiver.url}/to/${name}?${plan}`, ...settings };
	const { id } = await harness.post(`/app/${application.id}/endpoint`, body);
	application.endpoints.push({ id, name });
	return id;
}

/** Sends as fast as the server takes it; answers the ids in order. */
export async function sendAll(send: Send, applicationId: string, count: number): Promise<string[]> {
	const ids: string[] = [];
	await pool(count, async (i) => {
		ids[i] = (await send(applicationId, i)).id;
	});
	return ids;
}

/** Begins one thing after the other, this many in a second. */
export async function pace(
	perSecond: number,
	count: number,
	run: (index: number) => Promise<unknown>,
): Promise<void> {
	const begun: Promise<unknown>[] = [];
	const startedAt = Date.now();
	for (let i = 0; i < count; i++) {
		begun.push(run(i));
		await sleep(Math.max(0, startedAt + ((i + 1) * 1000) / perSecond - Date.now()));
	}
	await Promise.all(begun);
}

/** Waits until so many requests came to the endpoints of an application, together. */
export async function arrived(
	{ receiver }: Harness,
	{ endpoints }: Application,
	count: number,
): Promise<void> {
	const end = Date.now() + ARRIVED_MS_MAX;
	const seen = () => endpoints.reduce((sum, { name }) => sum + receiver.seen(name).length, 0);
	while (seen() < count) {
		if (Date.now() > end) throw new Error(`${seen()} of ${count} arrived`);
		await sleep(50);
	}
}

async function pool(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
	let next = 0;
	const work = async () => {
		while (next < count) await run(next++);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}
