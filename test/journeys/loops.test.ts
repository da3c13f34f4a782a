// A tenant whose endpoints call the installation itself by a name it does not know makes no message but its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalServer, waitFor } from "../support/local-server.ts";

const server = new LocalServer({ RETRY_SCHEDULE_SECONDS: "" });
beforeAll(async () => {
	await server.start();
});
afterAll(() => server.remove());

test("endpoints at the installation's own API, with its key, are answered 403, and nothing multiplies", async () => {
	await server.request("POST", "/app", { name: "Loop", uid: "loop" });
	// It was asked as 127.0.0.1.
	const url = `${server.url.replace("127.0.0.1", "localhost")}/api/v1/app/loop/msg`;
	const headers = { authorization: `Bearer ${server.apiKey}` };
	for (const uid of ["one", "two"]) {
		const reply = await server.request("POST", "/app/loop/endpoint", { uid, url, headers });
		expect(reply.status).toBe(201);
	}
	const inner = { eventType: "a.b", payload: { n: 2 } };
	const body = { eventType: "a.b", payload: { eventType: "a.b", payload: inner } };
	expect((await server.request("POST", "/app/loop/msg", body)).status).toBe(202);
	const attempts = async (uid: string) => {
		const { text } = await server.request(
			"GET",
			`/app/loop/attempt/endpoint/${uid}?with_content=true`,
		);
		return JSON.parse(text).data as { responseStatusCode: number; response: string }[]; // safe: a list
	};
	for (const uid of ["one", "two"]) {
		await waitFor(`${uid} is attempted`, async () => (await attempts(uid)).length > 0);
		const all = await attempts(uid);
		expect(all).toMatchObject([{ responseStatusCode: 403 }]);
		expect(all[0]?.response).toContain("This is a delivery");
	}
	const { text } = await server.request("GET", "/app/loop/msg");
	expect(JSON.parse(text).data).toHaveLength(1);
});
