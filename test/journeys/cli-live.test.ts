// The command line while things happen: messages as they come, and deliveries received on this machine.
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cli, fresh, type Running } from "../support/cli.ts";
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

const ofMessage = (uid: string) => ["message", "send", uid, "--type", "a.b"];

/** Starts `listen` on a free port; how it is reached. */
async function listen(...args: string[]): Promise<{ running: Running; url: string }> {
	const running = cli.start(["listen", "--port", "0", "--json", ...args]);
	await running.says(/Listening at/);
	const [, url = ""] = /Listening at (\S+)/.exec(running.stderr) ?? [];
	return { running, url };
}

/** An application with one endpoint; its secret. */
async function withEndpoint(uid: string, url: string, fields: object = {}): Promise<string> {
	await server.request("POST", "/app", { name: uid, uid });
	await server.request("POST", `/app/${uid}/endpoint`, { uid: "main", url, ...fields });
	return (await server.request("GET", `/app/${uid}/endpoint/main/secret`)).json().key ?? "";
}

test.each([
	["live", []],
	["by asking again and again", ["--no-experimental-websocket"]],
])("tail shows each message once, %s", async (how, node) => {
	const uid = fresh("tail");
	await cli.json(["application", "create", how, "--uid", uid]);
	await cli.run([...ofMessage(uid), "--data", '{"n": 0}']);
	const tail = cli.start(["message", "tail", uid, "--payload", "--json"], { node });
	await tail.says(/Messages of/);
	// What was there before is not told: the first that comes is told by the one after it.
	const sent: string[] = [];
	await waitFor("the first is told", async () => {
		sent.push((await cli.run([...ofMessage(uid), "--data", '{"n": 1}'])).stdout.trim());
		return tail.lines().length > 0;
	});
	sent.push((await cli.run([...ofMessage(uid), "--data", '{"n": 2}'])).stdout.trim());
	await waitFor("the last is told", () => tail.lines().some(({ id }) => id === sent.at(-1)));
	const told = tail.lines<{ id: string; payload: { n: number } }>();
	expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
	expect(sent).toEqual(expect.arrayContaining(told.map(({ id }) => id)));
	expect(told.at(-1)?.payload).toEqual({ n: 2 });
	expect(tail.stderr.includes("asking every second")).toBe(node.length > 0);

	const other = cli.start(["message", "tail", uid, "--type", "c.d", "--since", "1h"], { node });
	await cli.run(["message", "send", uid, "--type", "c.d"]);
	await other.says(/c\.d {2}msg_/);
	expect(other.stdout).not.toContain("a.b");
	tail.signal("SIGINT");
	expect((await tail.ended).code).toBe(0);
});

test("tail goes on after the server was away, and misses nothing", async () => {
	const uid = fresh("away");
	await cli.json(["application", "create", "Away", "--uid", uid]);
	const tail = cli.start(["message", "tail", uid, "--json"]);
	await tail.says(/Messages of/);
	const send = async () => (await cli.run([...ofMessage(uid), "--data", "{}"])).stdout.trim();
	await waitFor("the first is told", async () => {
		await send();
		return tail.lines().length > 0;
	});
	await server.kill();
	await tail.says(/The connection was lost; trying again/);
	await server.start();
	const missed = await send();
	await waitFor(
		"what it missed is told",
		() => tail.lines().some(({ id }) => id === missed),
		30_000,
	);
});

test("tail ends when its key is revoked, at the next time that it asks", async () => {
	const uid = fresh("revoked");
	await cli.json(["application", "create", "Revoked", "--uid", uid]);
	const made = await cli.json<{ id: string; key: string }>(["keys", "create", "For a while"]);
	const node = ["--no-experimental-websocket"];
	const tail = cli.start(["message", "tail", uid, "--key", made.key, "--json"], { node });
	await waitFor("it tells", async () => {
		await cli.run(ofMessage(uid));
		return tail.lines().length > 0;
	});
	await cli.run(["keys", "revoke", made.id]);
	const { code, stderr } = await tail.ended;
	expect(code).toBe(1);
	expect(stderr).toMatch(/API key/);
});

test("listen verifies a delivery, hands it on as it is, and gives the answer back", async () => {
	const received: { headers: IncomingMessage["headers"]; body: string; path: string }[] = [];
	const program = createServer(async (request, response) => {
		const body = await text(request);
		received.push({ headers: request.headers, body, path: request.url ?? "" });
		response.writeHead(202, { "x-from": "program" }).end("queued");
	});
	await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve));
	const { port } = program.address() as AddressInfo;
	const { running, url } = await listen("--secret", SECRET, "--forward", String(port));
	const uid = fresh("forward");
	const secret = await withEndpoint(uid, `${url}hooks/a?b=c`, { secret: SECRET });
	const sent = await cli.run([...ofMessage(uid), "--data", '{"n": 1.0}']);

	await waitFor("it is printed", () => running.lines().length === 1);
	expect(running.lines()[0]).toMatchObject({
		id: sent.stdout.trim(),
		body: '{"n": 1.0}',
		signature: "verified",
		forwarded: true,
		status: 202,
	});
	expect(received).toHaveLength(1);
	const [{ headers, body, path } = { headers: {}, body: "", path: "" }] = received;
	expect({ body, path }).toEqual({ body: '{"n": 1.0}', path: "/hooks/a?b=c" });
	const signed = signatureOf(headers);
	expect(new Webhook(secret).verify(body, signed)).toEqual({ n: 1 });
	await expect
		.poll(async () => (await server.request("GET", `/app/${uid}/attempt/endpoint/main`)).text)
		.toMatch(/"responseStatusCode":202.*queued|queued.*"responseStatusCode":202/);

	// Nobody signed this: the program behind does not see it.
	const forged = await fetch(url, { method: "POST", headers: signed, body: "{}" });
	expect(forged.status).toBe(401);
	expect(await forged.text()).toContain("signature refused");
	expect(received).toHaveLength(1);
	program.close();
	const late = await fetch(url, { method: "POST", headers: signed, body });
	expect(late.status).toBe(502);
});

test("listen checks Ed25519 with the endpoint's own key, and says what is wrong", async () => {
	const { publicKey, privateKey } = generateKeyPairSync("ed25519");
	const seed = privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32);
	const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
	const secret = `whsk_${Buffer.concat([seed, raw]).toString("base64")}`;
	const other = await listen("--secret", SECRET);
	const uid = fresh("ed25519");
	expect(await withEndpoint(uid, other.url, { secret })).toMatch(/^whpk_/);
	const { running, url } = await listen("--endpoint", `${uid}/main`);
	const patched = await server.request("PATCH", `/app/${uid}/endpoint/main`, { url });
	expect(patched.status).toBe(200);
	await cli.run([...ofMessage(uid), "--data", "{}"]);
	await waitFor("it is printed", () => running.lines().length === 1);
	const [delivery] = running.lines<{ headers: IncomingMessage["headers"]; body: string }>();
	expect(delivery).toMatchObject({ signature: "verified", status: 200 });

	const headers = signatureOf(delivery?.headers ?? {});
	const body = delivery?.body ?? "";
	const post = (changed: Record<string, string>) =>
		fetch(url, { method: "POST", headers: { ...headers, ...changed }, body });
	const old = String(Math.floor(Date.now() / 1_000) - 600);
	expect(await (await post({ "webhook-timestamp": old })).text()).toContain("too old");
	expect(await (await post({ "webhook-signature": "v1a,AAAA" })).text()).toContain("not signed");
	// After a rotation there are two; older senders have other names.
	const twice = `v1,AAAA ${headers["webhook-signature"]}`;
	expect((await post({ "webhook-signature": twice })).status).toBe(200);
	const renamed = Object.entries(headers).map(([name, value]) => [
		name.replace("webhook-", "svix-"),
		value,
	]);
	const older = await fetch(url, { method: "POST", headers: Object.fromEntries(renamed), body });
	expect(older.status).toBe(200);
	// Another receiver has another secret.
	const wrong = await fetch(other.url, { method: "POST", headers, body });
	expect(wrong.status).toBe(401);
	await waitFor("it is printed", () => other.running.lines().length === 1);
	expect(other.running.lines()[0]).toMatchObject({ signature: "wrong", forwarded: false });
});

const signatureOf = (headers: IncomingMessage["headers"]): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			name.startsWith("webhook-") ? [[name, String(value)]] : [],
		),
	);

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
