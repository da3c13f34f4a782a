// What is measured: each scenario sends messages of one kind and tells how many there were.
import { type Settings, sleep } from "./harness.ts";
import {
	arrived,
	byClient,
	byFetch,
	newApplication,
	pace,
	type Scenario,
	type Sender,
} from "./scenario.ts";
import { bulkScenarios } from "./scenarios-bulk.ts";

const MESSAGES_PER_SECOND = 50;
const WARM_UP = 5;
/** In the tests: enough for what is shared by many messages to stay far below one row per message. */
const QUICK_MESSAGES = 30;
/** Pause between messages to different applications: they do not meet in any object. */
const SPARSE_GAP_MS = 100;

/**
 * The default schedule in short: the first retry is too far for a timer (2 s) and comes before a lost attempt would
 * be given up (the timeout and 10 s), all later ones too far for a timer after that, jitter included. What is
 * counted depends on this order only.
 */
const RETRIES: Settings = {
	RETRY_SCHEDULE_SECONDS: "3,17,17,17,17,17,17",
	DELIVERY_TIMEOUT_MS: "1000",
};

const chosenKey = byFetch((index) => ({ headers: { "idempotency-key": `order-${index}` } }));
const eventId = byFetch((index) => ({ body: { eventId: `evt_${index}` } }));

export const scenarios: Scenario[] = [
	{
		...steady("steady", "one endpoint, official client, 50 messages/s", { messages: 200 }),
		quickMessages: QUICK_MESSAGES,
	},
	{
		...steady("no-key", "one endpoint, no idempotency key", { sender: byFetch() }),
		quickMessages: QUICK_MESSAGES,
	},
	{
		...steady("event-id", "one endpoint, no key, with eventId", { sender: eventId }),
		quickMessages: QUICK_MESSAGES,
	},
	steady("chosen-key", "one endpoint, idempotency key of the sender's choice", {
		sender: chosenKey,
	}),
	steady("five-endpoints", "five endpoints, official client", { endpoints: 5 }),
	sparse("sparse", "one endpoint, one message and nothing else for long", "200"),
	{
		...sparse(
			"sparse-recovers",
			"the endpoint fails three times, then takes it",
			"500,500,500,200",
		),
		server: "sparse-recovers",
		settings: RETRIES,
	},
	{
		...sparse("sparse-dead", "the endpoint fails at all 8 attempts", "500"),
		server: "sparse-dead",
		settings: RETRIES,
	},
	{
		...steady("busy-dead", "it fails at all 8 attempts, 50 messages/s", { status: "500" }),
		server: "busy-dead",
		settings: RETRIES,
	},
	{
		name: "cold",
		title: "the first message after a deploy: nothing is in any memory",
		messages: 1,
		quickMessages: 1,
		server: "cold",
		async prepare(harness) {
			const application = await newApplication(harness, [{ plan: "status=200" }]);
			await byClient(harness)(application.id, -1);
			await arrived(harness, application, 1);
			// Nothing is left over that the restarted store would have to see to.
			await harness.quiet();
			return async () => {
				await harness.restart();
				await byClient(harness)(application.id, 0);
				await arrived(harness, application, 2);
			};
		},
	},
	...bulkScenarios,
];

type Steady = { sender?: Sender; endpoints?: number; messages?: number; status?: string };

/** Many messages to one application, so that alarms and flushes are shared. */
function steady(
	name: string,
	title: string,
	{ sender = byClient, endpoints = 1, messages = 100, status = "200" }: Steady,
): Scenario {
	return {
		name,
		title,
		messages,
		async prepare(harness, count) {
			const send = sender(harness);
			const plan = `status=${[...Array(WARM_UP).fill("200"), status].join(",")}`;
			const { id } = await newApplication(harness, Array(endpoints).fill({ plan }));
			for (let i = 0; i < WARM_UP; i++) await send(id, -1 - i);
			return () => pace(MESSAGES_PER_SECOND, count, (i) => send(id, i));
		},
	};
}

/**
 * Each message to an application of its own: nothing is shared, as when messages are hours apart. One message
 * was there before: the tables of the week exist, and the alarm for what is to be forgotten is set.
 */
function sparse(name: string, title: string, statuses: string): Scenario {
	return {
		name,
		title,
		messages: 4,
		async prepare(harness, count) {
			const send = byClient(harness);
			const ids: string[] = [];
			for (let i = 0; i < count; i++) {
				const { id } = await newApplication(harness, [{ plan: `status=200,${statuses}` }]);
				await send(id, -1);
				ids.push(id);
			}
			return async () => {
				for (const id of ids) {
					await send(id, 0);
					await sleep(SPARSE_GAP_MS);
				}
			};
		},
	};
}
