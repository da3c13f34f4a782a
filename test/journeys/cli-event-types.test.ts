// The command line and event types: many at once, through interruptions and limits, and from a description.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cli, fresh } from "../support/cli.ts";
import { LocalServer, waitFor } from "../support/local-server.ts";

const server = new LocalServer();
const cli = new Cli();

beforeAll(async () => {
	await server.start();
	cli.env = { EDGEHOOK_SERVER: server.url, EDGEHOOK_API_KEY: server.apiKey };
});
afterAll(async () => {
	await Promise.all([server.remove(), cli.remove()]);
});

type EventType = { name: string; description: string; groupName: string | null; schemas: unknown };
const list = () => cli.json<EventType[]>(["event-type", "list", "--all"]);
const named = async (prefix: string) =>
	(await list()).filter(({ name }) => name.startsWith(prefix));
const bulk = ["event-type", "create-bulk"];

test("lines and JSON are created; what exists is counted, and stays as it is", async () => {
	const lines = fresh("lines");
	const text = `# ours\r\n${lines}.a|First | one\r\n\r\n${lines}.b\r\n`;
	expect(await cli.run([...bulk, "-"], { stdin: text })).toMatchObject({
		code: 0,
		stdout: "2 created, 0 existed\n",
	});
	const entries = [
		{ name: `${lines}.a`, description: "Other" },
		{ name: `${lines}.c`, groupName: "g" },
	];
	const file = cli.write("types.json", JSON.stringify(entries));
	expect(await cli.json([...bulk, file])).toMatchObject({ total: 2, created: 1, existing: 1 });
	const stdin = `{"${lines}.d": "From a map"}`;
	expect((await cli.run([...bulk, "-"], { stdin })).stdout).toBe("1 created, 0 existed\n");
	expect(await named(`${lines}.`)).toMatchObject([
		{ name: `${lines}.a`, description: "First | one" },
		{ name: `${lines}.b`, description: "" },
		{ name: `${lines}.c`, groupName: "g" },
		{ name: `${lines}.d`, description: "From a map" },
	]);
});

test("a file with slips is refused as a whole, each slip with its line", async () => {
	const slip = fresh("slip");
	const file = cli.write("slips.txt", `${slip}.a|ok\nbad name|x\n${slip}.a|again\n|none`);
	const { code, stderr } = await cli.run([...bulk, file]);
	expect(code).toBe(1);
	expect(stderr.split("\n").slice(0, 4)).toEqual([
		"slips.txt is not right; nothing was sent:",
		"  line 2: «bad name» may hold only letters, digits, '-', '_' and '.'",
		`  line 3: ${slip}.a is there already, at line 1`,
		"  line 4: the name is missing",
	]);
	expect(await named(`${slip}.`)).toEqual([]);
	const json = await cli.run([...bulk, "-"], { stdin: '[{"name": "a",]' });
	expect(json).toMatchObject({ code: 1, stderr: expect.stringContaining("stdin is not JSON") });
	const missing = await cli.run([...bulk, "none.txt"]);
	expect(missing.stderr).toContain("Cannot read none.txt: there is no such file.");

	// What only the server can know fails alone.
	const entries = [{ name: `${slip}.b`, schemas: 5 }, { name: `${slip}.c` }];
	const stdin = JSON.stringify(entries);
	const partly = await cli.run([...bulk, "-"], { stdin });
	expect(partly).toMatchObject({ code: 1, stdout: "1 created, 0 existed, 1 failed\n" });
	expect(partly.stderr).toContain(`entry 1, ${slip}.b: schemas must be`);
});

test("an interrupted bulk says how far it came, and goes on where it ended", async () => {
	const many = fresh("many");
	const total = 400;
	const names = Array.from({ length: total }, (_, index) => `${many}.${index}|Number ${index}`);
	const file = cli.write(`${many}.txt`, names.join("\n"));
	const first = cli.start([...bulk, file, "--json", "--parallel", "2"]);
	await waitFor("some are there", async () => {
		const { text } = await server.request("GET", `/event-type/${many}.20`);
		return text.includes("Number 20");
	});
	first.signal("SIGINT");
	const { code, stdout } = await first.ended;
	const before = JSON.parse(stdout);
	expect(code).toBe(130);
	expect(before).toMatchObject({ total, existing: 0, failed: 0 });
	expect(before.created).toBeGreaterThan(15);
	expect(before.left).toBe(total - before.created);
	expect(before.left).toBeGreaterThan(0);
	expect(await named(`${many}.`)).toHaveLength(before.created);

	const again = await cli.json([...bulk, file]);
	expect(again).toMatchObject({ total, created: before.left, existing: before.created, left: 0 });
	expect(await named(`${many}.`)).toHaveLength(total);
});

test("answers of 429 are waited for as long as they say; a lost answer is asked for again", async () => {
	const limit = fresh("limit");
	const seen: { name: string; key: string }[] = [];
	// The way to the real server, with trouble on it.
	const way = await listen(
		createServer(async (request, response) => {
			const body = Buffer.concat(await Readable.from(request).toArray());
			const { name = "" } = body.length > 0 ? JSON.parse(body.toString()) : {};
			seen.push({ name, key: String(request.headers["idempotency-key"]) });
			const turn = seen.filter((other) => other.name === name).length;
			if (name === `${limit}.a` && turn <= 2) {
				response.writeHead(429, { "retry-after": "1" }).end("{}");
				return;
			}
			const { text, status } = await server.request("POST", "/event-type", body.toString(), {
				"idempotency-key": String(request.headers["idempotency-key"]),
			});
			if (name === `${limit}.b` && turn === 1) request.socket.destroy();
			else response.writeHead(status, { "content-type": "application/json" }).end(text);
		}),
	);
	const env = { EDGEHOOK_SERVER: way.url };
	const { code, stdout, stderr } = await cli.run([...bulk, "-"], {
		env,
		stdin: `${limit}.a\n${limit}.b`,
	});
	way.server.close();
	expect({ code, stdout }).toEqual({ code: 0, stdout: "2 created, 0 existed\n" });
	expect(stderr.match(/waiting 1 s/g)).toHaveLength(2);
	const tries = (name: string) => seen.filter((one) => one.name === name).map(({ key }) => key);
	expect(tries(`${limit}.a`)).toHaveLength(3);
	expect(tries(`${limit}.b`)).toHaveLength(2);
	// The same key, so that what took effect is not counted as one that existed.
	expect(new Set(tries(`${limit}.b`)).size).toBe(1);
	expect(await named(`${limit}.`)).toHaveLength(2);
});

test("a server that is gone ends a bulk with what was done", async () => {
	const gone = await listen(createServer());
	await new Promise((resolve) => gone.server.close(resolve));
	const env = { EDGEHOOK_SERVER: gone.url };
	const { code, stdout, stderr } = await cli.run([...bulk, "-"], { env, stdin: "gone.a\ngone.b" });
	expect({ code, stdout }).toEqual({
		code: 1,
		stdout: "0 created, 0 existed, 2 left: run it again to go on\n",
	});
	expect(stderr).toContain(`Cannot reach ${gone.url}: nothing listens there.`);
	const wrongKey = await cli.run([...bulk, "-", "--key", "wrong"], { stdin: "gone.a" });
	expect(wrongKey).toMatchObject({ code: 1, stderr: expect.stringContaining("API key") });
});

async function listen(at: Server): Promise<{ server: Server; url: string }> {
	await new Promise<void>((resolve) => at.listen(0, "127.0.0.1", resolve));
	const { port } = at.address() as AddressInfo; // safe because it listens on a port
	return { server: at, url: `http://127.0.0.1:${port}` };
}
