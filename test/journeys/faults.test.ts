// The built server against receivers that do everything wrong: each attempt is recorded by its name, and none hurts another.
import { afterAll, beforeAll, expect, test } from "vitest";
import { FAULTS, type Fault } from "../support/fault-table.ts";
import { FaultReceivers } from "../support/faults.ts";
import { LocalServer, waitFor } from "../support/local-server.ts";
import { Receiver } from "../support/receiver.ts";

type Attempt = { failure: string | null; failureReason: string | null; responseStatusCode: number };

const server = new LocalServer({ DELIVERY_TIMEOUT_MS: "1500", RETRY_SCHEDULE_SECONDS: "" });
const faults = new FaultReceivers();
const receiver = new Receiver();

beforeAll(async () => {
	await Promise.all([server.start(), faults.start(), receiver.start()]);
	await server.request("POST", "/app", { name: "Faults", uid: "faults" });
	const urls = [...Object.entries(faults.urls), ["sound", `${receiver.url}/to/sound`] as const];
	for (const [name, url] of urls) {
		const reply = await server.request("POST", "/app/faults/endpoint", { uid: name, url });
		expect(reply.status).toBe(201);
	}
	const message = { eventType: "a.b", payload: { n: 1 } };
	expect((await server.request("POST", "/app/faults/msg", message)).status).toBe(202);
});
afterAll(async () => {
	await Promise.all([server.remove(), faults.stop(), receiver.stop()]);
});

async function attemptsOf(endpoint: string): Promise<Attempt[]> {
	return (
		(await server.request("GET", `/app/faults/attempt/endpoint/${endpoint}`)).json().data ?? []
	);
}

test("a sound endpoint beside all of them gets its message", async () => {
	await waitFor("it arrives", () => receiver.seen("sound").length === 1);
});

const table: [string, Fault][] = Object.entries(FAULTS);

test.each(table)("%s: %o", async (name, { failure, status }) => {
	let attempts: Attempt[] = [];
	await waitFor("the attempt is recorded", async () => {
		attempts = await attemptsOf(name);
		return attempts.length > 0;
	});
	expect(attempts).toMatchObject([{ failure, responseStatusCode: status }]);
	expect(attempts[0]?.failureReason === null).toBe(failure === null);
});
