// SIGKILL while messages are posted and retries wait: every accepted message arrives after a new start.
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalServer, waitFor } from "../support/local-server.ts";
import { Receiver } from "../support/receiver.ts";

const PAYLOAD = '{"n": 12345678901234567890, "x": 1.0, "b": 1, "a": 2}';

const server = new LocalServer({
	// Short, so that a restarted lane soon knows that an attempt of before is over.
	DELIVERY_TIMEOUT_MS: "1000",
	RETRY_SCHEDULE_SECONDS: "2,1,1,1",
});
const receiver = new Receiver();

beforeAll(async () => {
	await Promise.all([server.start(), receiver.start()]);
	await server.request("POST", "/app", { name: "Crash", uid: "crash" });
	await server.request("POST", "/app/crash/endpoint", { url: `${receiver.url}/to/steady` });
});
afterAll(async () => {
	await Promise.all([server.remove(), receiver.stop()]);
});

test.each([1, 2])("round %i: nothing accepted is lost", { retry: 0 }, async (round) => {
	const retried = `retried-${round}`;
	const endpoint = await server.request("PUT", "/app/crash/endpoint/retried", {
		uid: "retried",
		url: `${receiver.url}/to/${retried}?status=${"500,".repeat(20)}200`,
	});
	expect(endpoint.status).toBeLessThan(300);

	const accepted: string[] = [];
	let isKilled = false;
	const post = async () => {
		while (!isKilled) {
			try {
				const body = `{"eventType":"a.b","payload":${PAYLOAD}}`;
				const reply = await server.request("POST", "/app/crash/msg", body);
				if (reply.status === 202) accepted.push(String(reply.json().id));
			} catch {
				// The connection broke: this one was not accepted.
			}
		}
	};
	const posting = Array.from({ length: 5 }, post);
	await waitFor("enough are accepted", () => accepted.length >= 100 + 37 * round, 20_000);
	await server.kill();
	isKilled = true;
	await Promise.all(posting);

	await server.start();
	const arrived = (name: string) => {
		const ids = new Set(receiver.seen(name).map((seen) => seen.headers["webhook-id"]));
		return accepted.filter((id) => ids.has(id)).length;
	};
	await waitFor(
		"all arrive at the steady one",
		() => arrived("steady") === accepted.length,
		25_000,
	);
	await waitFor(
		"all arrive at the retried one",
		() => arrived(retried) === accepted.length,
		25_000,
	);
	const bodies = new Set(
		[...receiver.seen("steady"), ...receiver.seen(retried)].map((seen) => seen.body),
	);
	expect([...bodies]).toEqual([PAYLOAD]);
});

test("a payload arrives byte for byte at first, on a retry, and after a restart", {
	retry: 0,
}, async () => {
	await server.request("POST", "/app", { name: "Exact", uid: "exact" });
	await server.request("POST", "/app/exact/endpoint", {
		url: `${receiver.url}/to/exact?status=500,500,200`,
	});
	await server.request("POST", "/app/exact/msg", `{"payload":${PAYLOAD},"eventType":"a.b"}`);
	await waitFor("the first attempt", () => receiver.seen("exact").length === 1);
	await server.kill();
	await server.start();
	await waitFor("two more", () => receiver.seen("exact").length === 3, 15_000);
	expect(receiver.seen("exact").map((seen) => seen.body)).toEqual([PAYLOAD, PAYLOAD, PAYLOAD]);
	const list = await server.request("GET", "/app/exact/msg");
	expect(list.text).toContain(`"payload":${PAYLOAD}`);
});
