// The command line against the local server: access, lists, messages and links.
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cli, fresh } from "../support/cli.ts";
import { LocalServer } from "../support/local-server.ts";
import { Receiver } from "../support/receiver.ts";

const server = new LocalServer();
const receiver = new Receiver();
const cli = new Cli();

beforeAll(async () => {
	await Promise.all([server.start(), receiver.start()]);
	cli.env = { EDGEHOOK_SERVER: server.url, EDGEHOOK_API_KEY: server.apiKey };
});
afterAll(async () => {
	await Promise.all([server.remove(), receiver.stop(), cli.remove()]);
});

const LOGGED_OUT = { EDGEHOOK_SERVER: undefined, EDGEHOOK_API_KEY: undefined };

test("login keeps server and key where only the user can read, after the server agreed", async () => {
	const env = { ...LOGGED_OUT, XDG_CONFIG_HOME: join(cli.folder, "private") };
	const file = join(cli.folder, "private", "edgehook", "config.json");
	const login = (key: string) =>
		cli.run(["login", "--server", `${server.url}/api/v1/`, "--key", "-"], { env, stdin: key });

	const before = await cli.run(["application", "list"], { env });
	expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining("edgehook login") });
	const refused = await login("wrong");
	expect(refused.stderr).toContain("does not accept this API key. Nothing was kept.");
	expect(refused.code).toBe(1);
	expect(() => statSync(file)).toThrow("ENOENT");

	const accepted = await login(`${server.apiKey}\n`);
	expect(accepted).toMatchObject({ code: 0, stderr: "" });
	expect(accepted.stdout).toContain(`Logged in to ${server.url}.`);
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect((await cli.run(["application", "list"], { env })).code).toBe(0);

	// The kept key is for the kept server alone.
	const other = await cli.run(["application", "list", "--server", receiver.url], { env });
	expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("No key for") });
	expect((await cli.run(["logout"], { env })).code).toBe(0);
	expect(() => statSync(file)).toThrow("ENOENT");
});

test("applications, endpoints and keys are listed for people and for programs", async () => {
	const uid = fresh("lists");
	const create = ["application", "create", "Lists \u001b[31m", "--uid", uid];
	const application = await cli.json<{ id: string }>(create);
	const again = await cli.run(create);
	expect(again).toMatchObject({ code: 1, stdout: "" });
	expect(again.stderr).toContain("already exists");
	const taken = await cli.json<{ id: string }>([...create, "--get-if-exists"]);
	expect(taken.id).toBe(application.id);

	// What commands a terminal is not printed.
	const list = await cli.run(["application", "list", "--all"]);
	expect(list.stdout).toMatch(/^ID +UID +RATE +NAME\n/);
	expect(list.stdout).toContain("Lists \ufffd[31m");
	const url = `${receiver.url}/to/${uid}`;
	await server.request("POST", `/app/${uid}/endpoint`, { uid: "one", url, throttleRate: 7 });
	await server.request("POST", "/event-type", { name: "a.b" });
	await server.request("POST", `/app/${uid}/endpoint`, { uid: "two", url, eventTypes: ["a.b"] });
	await server.request("POST", `/app/${uid}/endpoint/two/pause`);
	const endpoints = (await cli.run(["endpoint", "list", uid])).stdout;
	expect(endpoints).toMatch(/one +enabled +7\/s +all +http/);
	expect(endpoints).toMatch(/two +paused +a\.b +http/);
	const first = await cli.run(["endpoint", "list", uid, "--limit", "1", "--json"]);
	expect(JSON.parse(first.stdout)).toHaveLength(1);
	expect(first.stderr).toContain("--all shows all");
});

test("a created key works until it is revoked", async () => {
	const made = await cli.run(["keys", "create", "From the test", "--expires", "1d"]);
	const key = made.stdout.trim();
	expect(key).toMatch(/^ehsk_\w+$/);
	const list = ["application", "list", "--key", key];
	expect((await cli.run(list)).code).toBe(0);
	const keys = await cli.json<{ id: string; name: string }[]>(["keys", "list", "--all"]);
	const id = keys.find(({ name }) => name === "From the test")?.id ?? "";
	expect((await cli.run(["keys", "revoke", id])).code).toBe(0);
	expect((await cli.run(["keys", "list", "--all"])).stdout).toMatch(
		new RegExp(`${id} .*revoked \\d{4}.*From the test`),
	);
});

test("a message arrives exactly as it was written, once per key", async () => {
	const uid = fresh("send");
	await cli.json(["application", "create", "Send", "--uid", uid]);
	await server.request("POST", `/app/${uid}/endpoint`, { url: `${receiver.url}/to/${uid}` });
	const payload = '{"n": 12345678901234567890, "f": 1.0}';
	const send = ["message", "send", uid, "--type", "a.b", "--idempotency-key", "once"];
	const first = await cli.run([...send, "--data", payload]);
	expect(first.stdout).toMatch(/^msg_\w{27}\n$/);
	const fromFile = await cli.run([...send, "--data", `@${cli.write("payload.json", payload)}`]);
	const fromStdin = await cli.run([...send, "--data", "-"], { stdin: payload });
	expect([fromFile.stdout, fromStdin.stdout]).toEqual([first.stdout, first.stdout]);
	await expect.poll(() => receiver.seen(uid).map(({ body }) => body)).toEqual([payload]);

	const broken = await cli.run([...send, "--data", '{"a": }']);
	expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("is not JSON") });
	const list = await cli.run([...send, "--data", "[1]"]);
	expect(list).toMatchObject({ code: 1, stderr: expect.stringContaining("must be a JSON object") });
});

test("a portal link opens the portal once", async () => {
	const uid = fresh("portal");
	await cli.json(["application", "create", "Portal", "--uid", uid]);
	const link = ["portal", "link", uid, "--capabilities", "ViewBase", "--expiry", "1h"];
	const { stdout } = await cli.run([...link, "--next", "/endpoints"]);
	const url = new URL(stdout.trim());
	expect(url.searchParams.get("next")).toBe("/endpoints");
	const key = JSON.parse(Buffer.from(url.hash.slice("#key=".length), "base64url").toString());
	const exchange = () =>
		server.request("POST", "/auth/one-time-token", { oneTimeToken: key.oneTimeToken });
	expect((await exchange()).status).toBe(200);
	expect((await exchange()).status).toBe(401);
	const unknown = await cli.run([...link, "--capabilities", "Everything"]);
	expect(unknown).toMatchObject({ code: 64, stderr: expect.stringContaining("CreateAttempts") });
});

test("errors say what is wrong, and end with their code", async () => {
	const stopped = await new Receiver().start();
	await stopped.stop();
	const cases: [string[], number, RegExp][] = [
		[["endpoint", "list", "nobody"], 1, /knows no \/app\/nobody\/endpoint/],
		[["application", "list", "--key", "wrong"], 1, /does not accept this API key/],
		[["application", "list", "--server", stopped.url], 1, /Cannot reach .*: nothing listens there/],
		[["application", "list", "--server", "nowhere"], 64, /must be an address like https/],
		[["application", "list", "--server", receiver.url], 1, /Edgehook server\?/],
		[["application", "list", "--limit", "0"], 64, /whole number/],
		[["event-type", "impotr", "x"], 64, /Did you mean `edgehook event-type import`\?/],
		[["keys"], 64, /list, create, revoke/],
		[["message", "send", "acme"], 64, /--type is missing/],
		[["message", "tail"], 64, /APP is missing/],
		[["keys", "list", "--jsn"], 64, /Did you mean --json\?/],
	];
	const ended = await Promise.all(cases.map(([args]) => cli.run(args)));
	for (const [index, [args, code, message]] of cases.entries()) {
		const name = args.join(" ");
		expect({ name, ...ended[index] }).toMatchObject({ name, code, stdout: "" });
		expect(ended[index]?.stderr).toMatch(message);
	}
	const send = ["message", "send", "acme", "--type", "a b", "--json"];
	const refused = await cli.run(send);
	expect(JSON.parse(refused.stderr).error).toMatchObject({
		status: 422,
		fields: [{ field: "eventType", message: expect.stringContaining("letters") }],
	});
});
