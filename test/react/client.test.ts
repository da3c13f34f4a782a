// The kit's way to the API, against a real HTTP server that is slow, busy or broken.
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createClient } from "../../clients/react/src/client.ts";
import type { EdgehookError } from "../../clients/react/src/errors.ts";

type Answer = { status: number; body?: string; headers?: Record<string, string>; isLost?: boolean };

let server: Server | undefined;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

/** A server that answers so, one after the other, and what it was asked. */
async function serve(answers: (Answer | "never")[]) {
	const asked: IncomingMessage[] = [];
	const own = createServer((req, res) => {
		asked.push(req);
		const answer = answers[asked.length - 1] ?? { status: 500 };
		if (answer === "never") return;
		if (answer.isLost) return void req.socket.destroy();
		res.writeHead(answer.status, answer.headers).end(answer.body);
	});
	server = own;
	await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
	// safe because it listens on a port, not on a file
	const serverUrl = `http://127.0.0.1:${(own.address() as AddressInfo).port}/`;
	return { asked, serverUrl };
}

const refused = (request: Promise<unknown>): Promise<EdgehookError> =>
	request.then(
		() => expect.unreachable("it was not refused"),
		(error) => error,
	);

test("It waits as it is told, and repeats a lost POST under the same key", async () => {
	const { asked, serverUrl } = await serve([
		{ status: 429, headers: { "retry-after": "1" } },
		{ status: 503, body: "<html>" },
		{ status: 200, isLost: true },
		{ status: 201, body: '{"id":"ep_1","createdAt":"2026-01-02T03:04:05Z"}' },
	]);
	const client = createClient("token", { serverUrl });
	const made = await client.request("POST", "/app/a/endpoint/", { body: { url: "x" } });
	expect(made).toEqual({ id: "ep_1", createdAt: new Date("2026-01-02T03:04:05Z") });
	expect(asked.map(({ url }) => url)).toEqual(Array(4).fill("/api/v1/app/a/endpoint/"));
	const keys = asked.map(({ headers }) => headers["idempotency-key"]);
	expect(keys[0]).toMatch(/^auto_\d{10,}$/);
	expect(new Set(keys).size).toBe(1);
	expect(asked[0]?.headers.authorization).toBe("Bearer token");
});

test("What may not be made twice is not repeated, and repeating ends", async () => {
	const { asked, serverUrl } = await serve([]);
	const client = createClient("t", { serverUrl, numRetries: 1 });
	expect(await refused(client.request("PATCH", "/x/"))).toMatchObject({ status: 500 });
	expect(asked).toHaveLength(1);
	expect(await refused(client.request("GET", "/x/"))).toMatchObject({ status: 500 });
	expect(asked).toHaveLength(3);
});

test("Its errors say what the API says, by field where it names one", async () => {
	const issues = [{ loc: ["body", "url"], msg: "must be an address", type: "value" }];
	const { serverUrl } = await serve([
		{ status: 422, body: JSON.stringify({ detail: issues }) },
		{ status: 404, body: '{"code":"not_found","detail":"Entity not found"}' },
		{ status: 403, body: "Forbidden" },
		{ status: 200, body: "<html>" },
	]);
	const client = createClient("t", { serverUrl, numRetries: 0 });
	const ask = () => refused(client.request("GET", "/x/"));
	expect(await ask()).toMatchObject({
		...{ name: "EdgehookError", status: 422, message: "url: must be an address" },
		fields: { url: "must be an address" },
	});
	expect(await ask()).toMatchObject({ code: "not_found", message: "Entity not found" });
	expect(await ask()).toMatchObject({ status: 403, message: "HTTP 403", isFinal: true });
	expect(await ask()).toMatchObject({ status: 0, code: "unreachable", isFinal: false });
});

test("Its signal ends it, also while it waits; and time does", async () => {
	const { asked, serverUrl } = await serve([
		{ status: 429, headers: { "retry-after": "1" } },
		"never",
		"never",
	]);
	const client = createClient("t", { serverUrl, numRetries: 0, requestTimeout: 200 });
	const waiting = new AbortController();
	const first = refused(client.request("GET", "/x/", { signal: waiting.signal }));
	while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
	waiting.abort();
	expect(await first).toMatchObject({ name: "AbortError" });
	expect(asked).toHaveLength(1);
	expect(await refused(client.request("GET", "/x/"))).toMatchObject({ status: 0 });
});

test("Queries are written as the API reads them", async () => {
	const { asked, serverUrl } = await serve([{ status: 200, body: "{}" }, { status: 204 }]);
	const client = createClient("t", { serverUrl });
	const query = { a: ["x", "y"], b: new Date(0), c: undefined, d: null, e: 0, f: false, g: "" };
	await client.request("GET", "/x/", { query });
	expect(asked[0]?.url).toBe("/api/v1/x/?a=x%2Cy&b=1970-01-01T00%3A00%3A00.000Z&e=0&f=false");
	expect(await client.request("DELETE", "/x/")).toBeUndefined();
	expect(asked[1]?.url).toBe("/api/v1/x/");
});
