// What `npm start` promises: a welcome that works when pasted, clear refusals, a clean stop, and state that stays.
import { spawnSync } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { LocalServer, waitFor } from "../support/local-server.ts";

const NPM_START = ["npm", "start"];
const RUN_START = ["node", "scripts/run.mjs", "scripts/start.ts"];
const STOP_MS_MAX = 5_000;

const servers: LocalServer[] = [];

function newServer(...given: ConstructorParameters<typeof LocalServer>): LocalServer {
	const server = new LocalServer(...given);
	servers.push(server);
	return server;
}

afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => server.remove()));
});

test.each([
	["a key of its own", undefined],
	["the given key", "my_own_key"],
])(
	"The first start, with %s, prints commands that deliver a message when pasted",
	async (_, key) => {
		const server = newServer({ API_KEY: key }, NPM_START);
		await server.start();
		expect(server.apiKey).toMatch(key === undefined ? /^ehsk_[0-9a-f]{48}$/ : /^my_own_key$/);
		const commands = server.output.split("\n").filter((line) => line.startsWith("curl "));
		expect(commands).toHaveLength(3);
		for (let round = 1; round <= 2; round++) {
			const { status, stderr } = spawnSync("bash", ["-c", commands.join("\n")], {
				encoding: "utf8",
			});
			expect(`${status} ${stderr}`).toBe("0 ");
			const delivered = /^Delivered: msg_\w+ \{"hello":"world"\} \(signature verified\)$/gm;
			await waitFor(`delivery ${round}`, () => server.output.match(delivered)?.length === round);
		}
	},
);

test.each(["stop", "interrupt"] as const)(
	"%s: all of it is gone in time, and state and key stay",
	async (end) => {
		const server = newServer({ API_KEY: undefined }, NPM_START);
		await server.start();
		expect(server.output).toContain("Send your first message");
		expect(server.processes).toContain("workerd");
		const { apiKey } = server;
		expect((await server.request("POST", "/app", { name: "Kept", uid: "kept" })).status).toBe(201);
		expect(await server[end]()).toBeLessThan(STOP_MS_MAX);
		await server.start();
		expect(server.output).not.toContain("Send your first message");
		expect(server.apiKey).toBe(apiKey);
		expect((await server.request("GET", "/app/kept")).json().name).toBe("Kept");
	},
);

test("A further key can be given at a later start; the first one stays valid", async () => {
	const environment: Record<string, string | undefined> = { API_KEY: undefined };
	const server = newServer(environment, RUN_START);
	await server.start();
	const first = server.apiKey;
	await server.stop();
	environment.API_KEY = "another_key";
	await server.start();
	expect(server.apiKey).toBe("another_key");
	for (const key of [first, "another_key"]) {
		const headers = { authorization: `Bearer ${key}` };
		expect((await server.request("GET", "/app", undefined, headers)).status).toBe(200);
	}
});

test.each([
	["HEADER_PREFIX", "x", 'HEADER_PREFIX must be "webhook", "svix" or "both"'],
	["MASTER_KEY", "short", "MASTER_KEY must be 32 bytes in base64"],
	["PORT", "abc", "PORT is 'abc': write a number from 1 to 65535."],
])(
	"%s=%s stops the start with a sentence that says what to write",
	async (name, value, sentence) => {
		const server = newServer({ [name]: value }, RUN_START);
		const problem = await server.start().then(String, String);
		expect(problem).toContain("the server ended (1)");
		expect(problem).toContain(sentence);
		expect(problem).not.toMatch(/^\s+at /m);
	},
);

test("A taken port stops the start with a sentence; the pages and the contract are served", async () => {
	const server = newServer({}, RUN_START);
	await server.start();
	const { port } = new URL(server.url);
	const second = newServer({ PORT: port }, RUN_START);
	const problem = await second.start().then(String, String);
	expect(problem).toContain("the server ended (1)");
	expect(problem).toContain(`Port ${port} is taken`);
	expect(second.processes).toEqual([]);

	const pages = [
		["/", "text/html; charset=utf-8", "<title>"],
		["/docs", "text/html; charset=utf-8", "API reference"],
		["/api/v1/openapi.json", "application/json", '"openapi"'],
	] as const;
	for (const [path, type, words] of pages) {
		const response = await fetch(`${server.url}${path}`);
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe(type);
		expect(await response.text()).toContain(words);
	}
	expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
});
