import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { sha256Hex } from "../../src/platform/digest.ts";
import { type Api, newApi, newApp, type Reply, until } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";
import { moveClock } from "../support/delivery.ts";

const HOUR_MS = 3_600_000;
const MESSAGE = { eventType: "a", payload: { n: 1.5 } };

afterEach(() => {
	vi.useRealTimers();
});

/** The name under which an answer is kept. */
const nameOf = async (api: Api, path: string, key: string) =>
	sha256Hex(`${await sha256Hex(api.key)}\n/api/v1${path}\n${key}`);

const rowOf = (name: string) =>
	env.DB.prepare("SELECT * FROM idempotency WHERE hash = ?1")
		.bind(name)
		.first<{ status: number; body: string; expires_at: number }>();

async function createApp(prefix = "") {
	const api = await newCheckedApi();
	const key = prefix + crypto.randomUUID();
	const name = await nameOf(api, "/app", key);
	const send = () => api("POST", "/app", { name: "A" }, { "idempotency-key": key });
	const first = await send();
	const inKv = await until(
		() => env.IDEMPOTENCY.get(name),
		(value) => value !== null,
	);
	return { api, key, name, send, first, inKv };
}

const answerOf = ({ status, text }: Reply) => ({ status, text });

test("an answer is kept in both places, and survives the loss of either", async () => {
	const { send, first, name, inKv } = await createApp();
	expect(JSON.parse(inKv ?? "")).toEqual({ status: 201, body: first.text });
	await env.IDEMPOTENCY.delete(name);
	expect(answerOf(await send())).toEqual(answerOf(first));
	await env.IDEMPOTENCY.put(name, inKv ?? "");
	await env.DB.prepare("DELETE FROM idempotency WHERE hash = ?1").bind(name).run();
	expect(answerOf(await send())).toEqual(answerOf(first));
});

test.each([
	["", 12 * HOUR_MS],
	["auto_", HOUR_MS / 12],
])("the answer to a key %s is kept for %i ms", async (prefix, lifeMs) => {
	const { name } = await createApp(prefix);
	const leftMs = ((await rowOf(name))?.expires_at ?? 0) - Date.now();
	expect(leftMs).toBeGreaterThan(lifeMs - 30_000);
	expect(leftMs).toBeLessThanOrEqual(lifeMs);
	const { keys } = await env.IDEMPOTENCY.list({ prefix: name });
	expect(Math.abs((keys[0]?.expiration ?? 0) * 1000 - Date.now() - lifeMs)).toBeLessThan(30_000);
});

test("an answer that has run out is not repeated", async () => {
	const { api, send, first, name } = await createApp();
	const expire = env.DB.prepare("UPDATE idempotency SET expires_at = ?1 WHERE hash = ?2");
	await expire.bind(Date.now() - 1, name).run();
	await env.IDEMPOTENCY.delete(name);
	const second = await send();
	expect(second.status).toBe(201);
	expect(second.body.id).not.toBe(first.body.id);
	expect((await api("GET", "/app")).body.data).toEqual([first.body, second.body]);
	expect(await rowOf(name)).toMatchObject({ status: 201, body: second.text });
});

test("a message's key that has run out makes another message", async () => {
	const api = await newCheckedApi();
	const app = await newApp(api);
	const headers = { "idempotency-key": crypto.randomUUID() };
	const send = () => api("POST", `/app/${app}/msg`, MESSAGE, headers);
	const first = await send();
	moveClock(13 * HOUR_MS);
	const second = await send();
	expect(second.status).toBe(202);
	expect(second.body.id).not.toBe(first.body.id);
	expect(answerOf(await send())).toEqual(answerOf(second));
});

test("a claim of a request that died is taken over when its lock ends", async () => {
	const { send, first, name } = await createApp();
	await env.IDEMPOTENCY.delete(name);
	const claim = env.DB.prepare(
		"UPDATE idempotency SET status = NULL, body = NULL, locked_until = ?1 WHERE hash = ?2",
	);
	await claim.bind(Date.now() + 200, name).run();
	const startedAt = Date.now();
	const second = await send();
	expect(Date.now() - startedAt).toBeGreaterThanOrEqual(200);
	expect(second.status).toBe(201);
	expect(second.body.id).not.toBe(first.body.id);
});

test("neither keys nor tokens are stored in clear", async () => {
	const { api, key } = await createApp();
	const { results } = await env.DB.prepare("SELECT * FROM idempotency").all();
	const keys = await env.DB.prepare("SELECT * FROM api_keys").all();
	const stored = JSON.stringify([results, keys.results, await env.IDEMPOTENCY.list()]);
	expect(stored).toContain(await sha256Hex(api.key));
	expect(stored).not.toContain(key);
	expect(stored).not.toContain(api.key);
});

test("two keys of one organisation do not share idempotency keys", async () => {
	const api = await newApi();
	const second = await newApi();
	const move = env.DB.prepare(
		"UPDATE api_keys SET organisation_id = (SELECT organisation_id FROM api_keys WHERE hash = ?1) WHERE hash = ?2",
	);
	await move.bind(await sha256Hex(api.key), await sha256Hex(second.key)).run();
	const headers = { "idempotency-key": crypto.randomUUID() };
	await api("POST", "/app", { name: "A" }, headers);
	await second("POST", "/app", { name: "A" }, headers);
	expect((await second("GET", "/app")).body.data).toHaveLength(2);
});
