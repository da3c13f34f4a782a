// Scenarios of many deliveries at once: fan-out, a backlog, repetitions, and forgetting.
import { type Harness, sleep } from "./harness.ts";
import {
	addEndpoint,
	arrived,
	byClient,
	byFetch,
	newApplication,
	pace,
	type Scenario,
	sendAll,
} from "./scenario.ts";

const RESENDS_PER_SECOND = 50;
const THROTTLE_RATE = 50;
const PORTAL_ENDPOINTS = 10;
/** More than the default retention and the week that its tables hold. */
const FORGOTTEN_AFTER_DAYS = 100;

export const bulkScenarios: Scenario[] = [
	fanOut("fan-out", 200, true),
	fanOut("thousand-endpoints", 1000, false),
	{
		name: "throttled",
		title: `a backlog at ${THROTTLE_RATE} messages/s, sent as fast as the server takes them`,
		messages: 1000,
		quickMessages: 60,
		server: "bulk",
		async prepare(harness, count) {
			const send = byClient(harness);
			const plan = { plan: "status=200", settings: { throttleRate: THROTTLE_RATE } };
			const application = await newApplication(harness, [plan]);
			await send(application.id, -1);
			return async () => {
				await sendAll(send, application.id, count);
				await arrived(harness, application, 1 + count);
			};
		},
	},
	{
		name: "replay",
		title: "all messages of an application again, to an endpoint that is new, by one task",
		messages: 1000,
		quickMessages: 100,
		server: "bulk",
		async prepare(harness, count) {
			const since = new Date().toISOString();
			const application = await newApplication(harness, []);
			await sendAll(byFetch()(harness), application.id, count);
			const endpointId = await addEndpoint(harness, application);
			const path = `/app/${application.id}/endpoint/${endpointId}/replay-missing`;
			return async () => {
				await harness.post(path, { since });
				await arrived(harness, application, count);
			};
		},
	},
	{
		name: "resend",
		title: `one message after the other again, by one request each, ${RESENDS_PER_SECOND}/s`,
		messages: 200,
		quickMessages: 60,
		server: "bulk",
		async prepare(harness, count) {
			const application = await newApplication(harness, [{ plan: "status=200" }]);
			const ids = await sendAll(byFetch()(harness), application.id, count);
			const [endpoint] = application.endpoints;
			const resend = (id: string | undefined) =>
				harness.post(`/app/${application.id}/msg/${id}/endpoint/${endpoint?.id}/resend`, {});
			return async () => {
				await pace(RESENDS_PER_SECOND, count, (i) => resend(ids[i]));
				await arrived(harness, application, 2 * count);
			};
		},
	},
	{
		name: "portal-page",
		title: `the portal's first page: a link, its exchange and ${PORTAL_ENDPOINTS} endpoints with their day`,
		messages: 50,
		quickMessages: 10,
		// Where no alarm of others comes between.
		server: "portal",
		async prepare(harness, count) {
			const plans = Array(PORTAL_ENDPOINTS).fill({ plan: "status=200" });
			const application = await newApplication(harness, plans);
			await sendAll(byFetch()(harness), application.id, 5);
			await arrived(harness, application, 5 * PORTAL_ENDPOINTS);
			await harness.quiet();
			return async () => {
				await sendAll(() => openPortal(harness, application.id), application.id, count);
			};
		},
	},
	{
		name: "forgotten",
		title: `nothing but the forgetting of messages and attempts, ${FORGOTTEN_AFTER_DAYS} days later`,
		messages: 10_000,
		quickMessages: 100,
		// Its clock is moved, which nobody else would understand.
		server: "forgotten",
		async prepare(harness, count) {
			const application = await newApplication(harness, [{ plan: "status=200" }]);
			await sendAll(byFetch()(harness), application.id, count);
			await arrived(harness, application, count);
			return () => harness.advance(FORGOTTEN_AFTER_DAYS);
		},
	},
];

/** As a sender's backend and its customer's browser do. */
async function openPortal(harness: Harness, applicationId: string): Promise<{ id: string }> {
	const { url } = await harness.post<{ url: string }>(
		`/auth/app-portal-access/${applicationId}/`,
		{},
	);
	const key = new URL(url).hash.slice("#key=".length);
	const { oneTimeToken } = JSON.parse(Buffer.from(key, "base64url").toString("utf8"));
	await harness.post("/auth/one-time-token/", { oneTimeToken });
	return { id: applicationId };
}

/** One message; beyond 25 endpoints the queue hands it over. */
function fanOut(name: string, endpoints: number, isQuick: boolean): Scenario {
	return {
		name,
		title: `${endpoints} endpoints, one message, through the queue`,
		messages: 1,
		server: "fan-out",
		...(isQuick ? { quickMessages: 1 } : {}),
		async prepare(harness, count) {
			const plans = Array(endpoints).fill({ plan: "status=200" });
			const application = await newApplication(harness, plans);
			const send = byClient(harness);
			// The tables of the week exist then, and each lane's alarm for what is to be forgotten is set.
			await send(application.id, -1);
			await arrived(harness, application, endpoints);
			return async () => {
				await sendAll(send, application.id, count);
				await arrived(harness, application, endpoints * (1 + count));
				// What is still on its way to the lanes.
				await sleep(100);
			};
		},
	};
}
