// SIGKILL while messages go to more endpoints than are handed over directly: the queue's memory is lost, they are not.
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalServer, waitFor } from "../support/local-server.ts";
import { Receiver } from "../support/receiver.ts";

const ENDPOINTS = 30;

const server = new LocalServer({
	DELIVERY_TIMEOUT_MS: "1000",
	RETRY_SCHEDULE_SECONDS: "1,1,1,1",
});
const receiver = new Receiver();
const names = Array.from({ length: ENDPOINTS }, (_, at) => `wide-${at}`);

beforeAll(async () => {
	await Promise.all([server.start(), receiver.start()]);
	await server.request("POST", "/app", { name: "Wide", uid: "wide" });
	for (const uid of names) {
		const url = `${receiver.url}/to/${uid}`;
		const reply = await server.request("POST", "/app/wide/endpoint", { uid, url });
		expect(reply.status).toBe(201);
	}
});
afterAll(async () => {
	await Promise.all([server.remove(), receiver.stop()]);
});

test("Every accepted message arrives at all 30 endpoints after a new start", async () => {
	const accepted: string[] = [];
	let isKilled = false;
	const post = async () => {
		while (!isKilled) {
			try {
				const message = { eventType: "a.b", payload: { n: accepted.length } };
				const reply = await server.request("POST", "/app/wide/msg", message);
				if (reply.status === 202) accepted.push(String(reply.json().id));
			} catch {
				// The connection broke: this one was not accepted.
			}
		}
	};
	const missing = () =>
		names.flatMap((name) => {
			const ids = new Set(receiver.seen(name).map((seen) => seen.headers["webhook-id"]));
			return accepted.filter((id) => !ids.has(id));
		}).length;

	const posting = Array.from({ length: 3 }, post);
	await waitFor("enough are accepted", () => accepted.length >= 40, 20_000);
	await server.kill();
	isKilled = true;
	await Promise.all(posting);
	expect(missing()).toBeGreaterThan(0);
	await server.start();
	await waitFor("all arrive everywhere", () => missing() === 0, 40_000);
});
