// What is measured: each scenario sends messages of one kind and tells how many there were.
import { Svix } from "svix";
import { type Harness, type Settings, sleep } from "./harness.ts";

export type Scenario = {
	name: string;
	title: string;
	/** Makes applications and endpoints; what it answers sends the messages that are counted. */
	prepare(harness: Harness, messages: number): Promise<() => Promise<void>>;
	messages: number;
	/** Needs a server of its own with these settings: it then runs beside the others. */
	settings?: Settings;
};

type Send = (applicationId: string, index: number) => Promise<unknown>;
type Sender = (harness: Harness) => Send;

const EVENT = {
	eventType: "invoice.paid",
	payload: { id: "inv_1", amount: 1250, currency: "EUR" },
};
const MESSAGES_PER_SECOND = 50;
const WARM_UP = 5;
/** Pause between messages to different applications: they do not meet in any object. */
const SPARSE_GAP_MS = 100;

/**
 * The default schedule in short: the first retry comes before a lost attempt would be given up (the
 * timeout and 10 s), all later ones after that, jitter included. What is counted depends on this order only.
 */
const RETRIES: Settings = {
	RETRY_SCHEDULE_SECONDS: "1,14,14,14,14,14,14",
	DELIVERY_TIMEOUT_MS: "1000",
};

/** What people do: the official client makes up an idempotency key for each message. */
const byClient: Sender = ({ apiKey, url }) => {
	const svix = new Svix(apiKey, { serverUrl: url });
	return (applicationId) => svix.message.create(applicationId, EVENT);
};

const byFetch =
	(fields: (index: number) => { body?: object; headers?: Record<string, string> }): Sender =>
	(harness) =>
	(applicationId, index) => {
		const { body, headers } = fields(index);
		return harness.post(`/app/${applicationId}/msg`, { ...EVENT, ...body }, headers);
	};

export const scenarios: Scenario[] = [
	steady("steady", "one endpoint, official client, 50 messages/s", byClient, 1, 200),
	steady(
		"no-key",
		"one endpoint, no idempotency key",
		byFetch(() => ({})),
		1,
		100,
	),
	steady(
		"event-id",
		"one endpoint, no key, with eventId",
		byFetch((index) => ({ body: { eventId: `evt_${index}` } })),
		1,
		100,
	),
	steady(
		"chosen-key",
		"one endpoint, idempotency key of the sender's choice",
		byFetch((index) => ({ headers: { "idempotency-key": `order-${index}` } })),
		1,
		100,
	),
	steady("five-endpoints", "five endpoints, official client", byClient, 5, 100),
	sparse("sparse", "one endpoint, one message and nothing else for long", "200"),
	{
		...sparse(
			"sparse-recovers",
			"the endpoint fails three times, then takes it",
			"500,500,500,200",
		),
		settings: RETRIES,
	},
	{
		...sparse("sparse-dead", "the endpoint fails at all 8 attempts", "500"),
		settings: RETRIES,
	},
	{
		...steady("busy-dead", "it fails at all 8 attempts, 50 messages/s", byClient, 1, 100, "500"),
		settings: RETRIES,
	},
	{
		name: "thousand-endpoints",
		title: "1,000 endpoints, one message, through the queue",
		messages: 1,
		async prepare(harness) {
			const applicationId = await newApplication(harness, Array(1000).fill("200"));
			const send = byClient(harness);
			return async () => {
				await send(applicationId, 0);
			};
		},
	},
];

/** Many messages to one application, so that alarms and flushes are shared. */
function steady(
	name: string,
	title: string,
	sender: Sender,
	endpoints: number,
	messages: number,
	status = "200",
): Scenario {
	return {
		name,
		title,
		messages,
		async prepare(harness, count) {
			const send = sender(harness);
			const applicationId = await newApplication(harness, Array(endpoints).fill(status));
			// A warm-up to a dead endpoint would go on for the whole schedule.
			const warmUp = status === "200" ? WARM_UP : 0;
			for (let i = 0; i < warmUp; i++) await send(applicationId, -1 - i);
			return async () => {
				const sent: Promise<unknown>[] = [];
				const startedAt = Date.now();
				for (let i = 0; i < count; i++) {
					sent.push(send(applicationId, i));
					await sleep(Math.max(0, startedAt + ((i + 1) * 1000) / MESSAGES_PER_SECOND - Date.now()));
				}
				await Promise.all(sent);
			};
		},
	};
}

/** Each message to an application of its own: nothing is shared, as when messages are hours apart. */
function sparse(name: string, title: string, status: string): Scenario {
	return {
		name,
		title,
		messages: 4,
		async prepare(harness, count) {
			const send = byClient(harness);
			const ids: string[] = [];
			for (let i = 0; i < count; i++) ids.push(await newApplication(harness, [status]));
			return async () => {
				for (const id of ids) {
					await send(id, 0);
					await sleep(SPARSE_GAP_MS);
				}
			};
		},
	};
}

let made = 0;

/** An application with one endpoint for each list of statuses that it answers with in turn. */
async function newApplication(harness: Harness, statuses: string[]): Promise<string> {
	const { id } = await harness.post("/app", { name: "Bench" });
	const todo = [...statuses];
	const work = async () => {
		for (let status = todo.pop(); status !== undefined; status = todo.pop()) {
			const url = `${harness.receiver.url}/to/bench-${made++}?status=${status}`;
			await harness.post(`/app/${id}/endpoint`, { url });
			if (todo.length > 0 && todo.length % 250 === 0) {
				console.error(`  ${todo.length} endpoints to go`);
			}
		}
	};
	await Promise.all(Array.from({ length: 16 }, work));
	return id;
}
