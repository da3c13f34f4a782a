// Watching new messages over a WebSocket.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { ApplicationId } from "../../src/core/ids.ts";
import { MessageOut } from "../../src/http/models/message.ts";
import { type Api, newApi, newApp } from "../support/api.ts";
import { askTail, asProtocols, openTail } from "../support/tails.ts";
import { newToken } from "../support/tokens.ts";

async function newRoom() {
	const api = await newApi();
	const id = (await newApp(api)) as ApplicationId;
	const app = `/app/${id}`;
	const token = await newToken(api, id);
	const send = async (fields: object = {}): Promise<string> => {
		const message = { eventType: "a", payload: { secret: 1 }, ...fields };
		return (await api("POST", `${app}/msg`, message)).body.id;
	};
	return { api, id, app, token, send };
}

const errorOf = async (response: Response) => ({
	status: response.status,
	...((await response.json()) as { code: string; detail: string }),
});

const newSession = (api: Api, app: string, fields: object = {}) => newToken(api, app, fields);

test("a new message is shown as the API shows it, without its payload", async () => {
	const { api, app, token, send } = await newRoom();
	await send();
	const tail = await openTail(app, token.key);
	expect(tail.protocol).toBe("edgehook.tail");
	const id = await send({ eventId: "e1", channels: ["c"], tags: ["t"] });
	await tail.ids(1);
	const { payload: _, ...message } = (await api("GET", `${app}/msg/${id}`)).body;
	expect(tail.told).toEqual([{ type: "message", message }]);
	expect(MessageOut.omit({ payload: true }).strict().parse(tail.told[0].message)).toEqual(message);
	tail.socket.close();
});

test("it shows only what was asked for", async () => {
	const { app, token, send } = await newRoom();
	const queries = ["", "?eventTypes=a,b", "?channel=c", "?tag=t", "?eventTypes=b&channel=c&tag=t"];
	const tails = await Promise.all(queries.map((query) => openTail(app, token.key, query)));
	const plain = await send();
	const full = await send({ eventType: "b", channels: ["c"], tags: ["t"] });
	const other = await send({ eventType: "z", channels: ["d"], tags: ["u"] });
	const last = await send({ eventType: "b", channels: ["c"], tags: ["t"] });
	const expected = [
		[plain, full, other, last],
		[plain, full, last],
		[full, last],
		[full, last],
		[full, last],
	];
	for (const [i, tail] of tails.entries()) {
		expect(await tail.ids(expected[i]?.length ?? 0)).toEqual(expected[i]);
		tail.socket.close();
	}
});

test("a repeated request is shown once, and other applications' messages never", async () => {
	const { api, app, token, send } = await newRoom();
	const other = `/app/${await newApp(api)}`;
	const tail = await openTail(app, token.key);
	const message = { eventType: "a", payload: {} };
	const headers = { "idempotency-key": crypto.randomUUID() };
	await api("POST", `${app}/msg`, message, headers);
	await api("POST", `${app}/msg`, message, headers);
	await api("POST", `${other}/msg`, message);
	const last = await send();
	expect((await tail.ids(2)).at(-1)).toBe(last);
	expect(tail.told).toHaveLength(2);
	tail.socket.close();
});

test("a key of the organisation may watch too, named in a header or as a protocol", async () => {
	const { api, app, send } = await newRoom();
	const response = await askTail(`${app}/tail`, { authorization: `Bearer ${api.key}` });
	expect(response.status).toBe(101);
	expect(response.headers.get("sec-websocket-protocol")).toBeNull();
	response.webSocket?.accept();
	response.webSocket?.close();
	const tail = await openTail(app, api.key);
	const id = await send();
	expect(await tail.ids(1)).toEqual([id]);
	tail.socket.close();
});

test("who may not watch is told why in JSON", async () => {
	const { api, app, token } = await newRoom();
	const foreign = await newToken(api, await newApp(api));
	const code = async (headers: Record<string, string>, path = `${app}/tail`) =>
		errorOf(await askTail(path, headers));
	const none = { status: 401, code: "authentication_failed", detail: "Invalid token" };
	expect(await code({})).toEqual(none);
	expect(await code({ "sec-websocket-protocol": "edgehook.tail" })).toEqual(none);
	expect(await code({ "sec-websocket-protocol": `other, ${token.key}` })).toEqual(none);
	expect(await code(asProtocols(`${token.key}x`))).toEqual(none);
	expect(await code(asProtocols(foreign.key))).toMatchObject({ status: 404, code: "not_found" });
	const unknown = `/app/app_${"0".repeat(27)}/tail`;
	expect(await code(asProtocols(api.key), unknown)).toMatchObject({ status: 404 });
	const plain = await token("GET", `${app}/tail`);
	expect(plain).toMatchObject({ status: 426, body: { code: "upgrade_required" } });
	for (const query of [
		`?eventTypes=${Array.from({ length: 26 }, (_, i) => `e${i}`).join(",")}`,
		"?eventTypes=a%20b",
		`?channel=${"c".repeat(129)}`,
		`?tag=${"t".repeat(129)}`,
	]) {
		expect((await askTail(`${app}/tail${query}`, asProtocols(token.key))).status).toBe(422);
	}
});

test("logging out ends it, and nobody else's", async () => {
	const { api, id, app, send } = await newRoom();
	const [first, second] = [await newSession(api, id), await newSession(api, id)];
	const tails = [await openTail(app, first.key), await openTail(app, first.key)];
	const other = await openTail(app, second.key);
	expect((await first("POST", "/auth/logout")).status).toBe(204);
	for (const tail of tails) expect(await tail.code()).toBe(4401);
	const message = await send();
	expect(await other.ids(1)).toEqual([message]);
	expect(tails.flatMap(({ told }) => told)).toEqual([]);
	other.socket.close();
});

test("the end of all sessions ends it, or that of the named ones", async () => {
	const { api, id, app } = await newRoom();
	const named = await newSession(api, id, { sessionId: "s1" });
	const other = await newSession(api, id);
	const tails = [await openTail(app, named.key), await openTail(app, other.key)];
	const key = await openTail(app, api.key);
	await api("POST", `/auth/app/${id}/expire-all`, { sessionIds: ["s1"] });
	expect(await tails[0]?.code()).toBe(4401);
	expect(tails[1]?.closed).toBeNull();
	await api("POST", `/auth/app/${id}/expire-all`, {});
	expect(await tails[1]?.code()).toBe(4401);
	expect(key.closed).toBeNull();
	key.socket.close();
});

test("an end that is still to come is noticed when it comes", async () => {
	const { api, id, app, token } = await newRoom();
	const tail = await openTail(app, token.key);
	await api("POST", `/auth/app/${id}/expire-all`, { expiry: 1 });
	expect(tail.closed).toBeNull();
	expect(await tail.code()).toBe(4401);
});

test("the end of the application, of an integration or of its key ends it", async () => {
	const { api, id, app, token } = await newRoom();
	const { body } = await api("POST", `${app}/integration`, { name: "A" });
	const integration = `${app}/integration/${body.id}`;
	const rotate = async () => (await api("POST", `${integration}/key/rotate`)).body.key;
	const first = await openTail(app, await rotate());
	const second = await openTail(app, await rotate());
	expect(await first.code()).toBe(4401);
	expect(second.closed).toBeNull();
	await api("DELETE", integration);
	expect(await second.code()).toBe(4401);
	const tails = [await openTail(app, token.key), await openTail(app, api.key)];
	expect((await api("DELETE", `/app/${id}`)).status).toBe(204);
	for (const tail of tails) expect(await tail.code()).toBe(4401);
});

test("one session watches ten times at most, and an application is watched a hundred times", async () => {
	const { api, id, app, token } = await newRoom();
	const open = (key: string, count: number) =>
		Promise.all(Array.from({ length: count }, () => openTail(app, key)));
	const mine = await open(token.key, 10);
	const tooMany = await errorOf(await askTail(`${app}/tail`, asProtocols(token.key)));
	expect(tooMany).toMatchObject({ status: 429, code: "too_many_requests" });
	expect(tooMany.detail).toContain("10 times");
	const others = await Promise.all(Array.from({ length: 9 }, () => newSession(api, id)));
	const theirs = await Promise.all(others.map(({ key }) => open(key, 10)));
	const late = await newSession(api, id);
	const refused = await errorOf(await askTail(`${app}/tail`, asProtocols(late.key)));
	expect(refused).toMatchObject({ status: 429, code: "too_many_requests" });
	mine[0]?.socket.close();
	await mine[0]?.code();
	const again = await openTail(app, late.key);
	for (const tail of [...mine, ...theirs.flat(), again]) tail.socket.close();
});

test("a ping is answered, and anything else ends it", async () => {
	const { app, token } = await newRoom();
	const tail = await openTail(app, token.key);
	tail.socket.send("ping");
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(tail.told).toEqual(["pong"]);
	tail.socket.send("hello");
	expect(await tail.code()).toBe(1003);
});

test("what comes too fast is counted instead of shown", async () => {
	const { id, app, token, send } = await newRoom();
	const tail = await openTail(app, token.key);
	await Promise.all(Array.from({ length: 150 }, () => send()));
	await new Promise((resolve) => setTimeout(resolve, 1_000));
	await send();
	const count = (type: string) => tail.told.filter((one) => one.type === type);
	const sum = () =>
		count("message").length + count("skipped").reduce((total, one) => total + one.count, 0);
	await expect.poll(sum).toBe(151);
	expect(count("message").length).toBeLessThan(140);
	const watchers = await runInDurableObject(
		env.MESSAGE_STORE.getByName(id),
		(_, state) => state.getWebSockets().length,
	);
	expect(watchers).toBe(1);
	tail.socket.close();
});
