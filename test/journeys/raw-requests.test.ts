// Requests that no client library would write, as bytes to the local server: refused, and never its fault.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalServer } from "../support/local-server.ts";

const server = new LocalServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** Status and body of the answer to these bytes. */
async function send(text: string): Promise<{ status: number; body: string }> {
	const { hostname, port } = new URL(server.url);
	const socket = connect(Number(port), hostname);
	socket.end(Buffer.from(text, "latin1"));
	let answer = "";
	for await (const part of socket) answer += String(part);
	const [head = "", body = ""] = answer.split(/\r\n\r\n([\s\S]*)/);
	return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), body };
}

const request = (line: string, headers: readonly string[], body = "") =>
	[
		`${line} HTTP/1.1`,
		...(headers.some((header) => header.startsWith("Host:")) ? headers : ["Host: a", ...headers]),
		`Authorization: Bearer ${server.apiKey}`,
		"Connection: close",
		`Content-Length: ${body.length}`,
		"",
		body,
	].join("\r\n");

const JSON_TYPE = "Content-Type: application/json";
const NAMED = '{"name":"A"}';

test.each([
	["a host that is none", "GET /api/v1/app", ["Host: a b"], "", 422],
	["half an address as host", "POST /api/v1/app", ["Host: [::zz", JSON_TYPE], NAMED, 422],
	["a method that is for proxies", "TRACE /api/v1/app", [], "", 405],
	["two slashes in front", "GET //api/v1/app", [], "", 404],
	["broken percent-encoding", "GET /api/v1/app/%zz%%", [], "", 404],
	["half a surrogate pair, encoded", "GET /api/v1/app/%ed%a0%80", [], "", 404],
	["a path of 60,000 characters", `GET /api/v1/app/${"a".repeat(60_000)}`, [], "", 404],
	["two types of content", "POST /api/v1/app", [JSON_TYPE, "Content-Type: text/a"], NAMED, 415],
	["bytes that are no text as type", "POST /api/v1/app", ["Content-Type: \xe9\xff"], NAMED, 415],
	["bytes that are no text", "POST /api/v1/app", [JSON_TYPE], '{"name":"\xff"}', 422],
	["400,000 brackets", "POST /api/v1/app", [JSON_TYPE], "[".repeat(400_000), 422],
	["50,000 levels", "POST /api/v1/app", [JSON_TYPE], '{"name":'.repeat(50_000), 422],
] as const)("%s", async (_, line, headers, body, status) => {
	const reply = await send(request(line, headers, body));
	expect(reply.status, reply.body).toBe(status);
	expect(JSON.parse(reply.body)).toHaveProperty("detail");
});

test("bytes that are no text in other headers do no harm", async () => {
	const headers = [JSON_TYPE, "Idempotency-Key: \xe9\xff", "X-Other: \xe9"];
	const first = await send(request("POST /api/v1/app", headers, NAMED));
	expect(first.status, first.body).toBe(201);
	expect(await send(request("POST /api/v1/app", headers, NAMED))).toEqual(first);
});
