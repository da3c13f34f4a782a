// A test of an endpoint: sent once like any other delivery, answered with what came of it, and not kept.
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { sign } from "../../src/core/signature.ts";
import { newApp, newTarget } from "../support/api.ts";
import { keyOf } from "../support/attempt.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { moveClock } from "../support/delivery.ts";

afterEach(() => {
	vi.useRealTimers();
});

async function newRoom(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const endpoint = `${app}/endpoint/${body.id}`;
	const attempt = (given: unknown = { eventType: "user.created", payload: { n: 1 } }) =>
		api("POST", `${endpoint}/test-attempt`, given);
	return { api, app, endpoint, endpointId: body.id as string, target, attempt };
}

test("it is signed, and the answer is there at once", async () => {
	const { api, endpoint, target, attempt } = await newRoom("?status=201&header=x-a:b");
	// The payload as it was written, byte for byte.
	const { body } = await attempt(
		'{"eventType":"a","payload": {"z":1.0, "a":12345678901234567890}}',
	);
	expect(body).toMatchObject({
		msgId: expect.stringMatching(/^msg_[0-9A-Za-z]{27}$/),
		url: target.url,
		...{ status: 0, responseStatusCode: 201, response: "answer 1" },
		responseHeaders: { "x-receiver": "yes", "x-a": "b" },
	});
	expect(body.outcomeText).toMatch(/^the server answered 201 after \d+ ms$/);
	const [seen] = await target.seen();
	expect(seen.body).toBe('{"z":1.0, "a":12345678901234567890}');
	expect(seen.headers).toMatchObject(body.requestHeaders);
	expect(seen.headers["webhook-id"]).toBe(body.msgId);
	const { key } = (await api("GET", `${endpoint}/secret`)).body;
	const seconds = Number(seen.headers["webhook-timestamp"]);
	const expected = await sign(await keyOf(key), body.msgId, seconds, seen.body);
	expect(seen.headers["webhook-signature"]).toBe(expected);
});

test("nothing of it is kept", async () => {
	const { api, app, endpointId, attempt } = await newRoom();
	const { body } = await attempt();
	expectError(await api("GET", `${app}/msg/${body.msgId}`), 404, "not_found");
	expect((await api("GET", `${app}/msg`)).body.data).toEqual([]);
	expect((await api("GET", `${app}/attempt/endpoint/${endpointId}`)).body.data).toEqual([]);
	const [{ last24h }] = (await api("GET", `${app}/endpoint-overview`)).body.data;
	expect(last24h).toMatchObject({ success: 0, fail: 0 });
});

test("a failure is an answer, and is not tried again", async () => {
	const { target, attempt } = await newRoom("?status=500");
	const { status, body } = await attempt();
	expect(status).toBe(200);
	expect(body).toMatchObject({ status: 2, responseStatusCode: 500, response: "answer 1" });
	expect(await target.seen()).toHaveLength(1);
});

test("a server that is too slow is not waited for longer than any delivery waits", async () => {
	const { attempt } = await newRoom("?delay_ms=3000");
	const { body } = await attempt();
	expect(body).toMatchObject({ status: 2, responseStatusCode: 0, responseHeaders: {} });
	expect(body.outcomeText).toMatch(/^no answer within /);
	expect(body.requestHeaders).toHaveProperty("webhook-signature");
});

test("a URL that is not allowed is not asked", async () => {
	const { endpointId, attempt } = await newRoom();
	// As if it had been allowed when it was stored.
	const change = env.DB.prepare("UPDATE endpoints SET url = ?1 WHERE id = ?2");
	await change.bind("http://edgehook.test/", endpointId).run();
	const { body } = await attempt();
	expect(body).toMatchObject({ status: 2, responseStatusCode: 0, requestHeaders: {} });
	expect(body.outcomeText).toBe("the URL is not allowed");
});

test("a long answer is cut, and credentials in headers are masked", async () => {
	const cookie = encodeURIComponent("set-cookie: secret=1");
	const big = encodeURIComponent(`x-big: ${"b".repeat(3_000)}`);
	const { attempt } = await newRoom(`?bytes=50000&header=${cookie}&header=${big}`, {
		headers: { Authorization: "Bearer s3cret", Cookie: "s3cret", "x-team": "a" },
	});
	const { body, text } = await attempt();
	expect(body.response).toHaveLength(16 * 1024);
	expect(body.requestHeaders).toMatchObject({ authorization: "***", cookie: "***", "x-team": "a" });
	expect(body.responseHeaders["set-cookie"]).toBe("***");
	expect(JSON.stringify(body.responseHeaders).length).toBeLessThan(5_000);
	expect(text).not.toContain("s3cret");
	expect(text).not.toContain("secret=1");
});

test("a password in the URL is not shown", async () => {
	const { api, endpoint, target, attempt } = await newRoom();
	await api("PATCH", endpoint, { url: target.url.replace("//", "//me:hunter2@") });
	const { body, text } = await attempt();
	expect(body.url).toContain("//me:***@");
	expect(body.requestHeaders.authorization).toBe("***");
	expect(text).not.toContain("hunter2");
	const [seen] = await target.seen();
	expect(seen.headers.authorization).toMatch(/^Basic /);
});

test("an endpoint that is off can be tried before it is switched on", async () => {
	const { api, endpoint, target, attempt } = await newRoom("", { paused: true });
	expect((await attempt()).body.status).toBe(0);
	await api("PATCH", endpoint, { disabled: true });
	moveClock(1000);
	expect((await attempt()).body.status).toBe(0);
	expect(await target.seen()).toHaveLength(2);
});

test("an endpoint is tested once a second, and each has its own second", async () => {
	const { api, app, target, attempt } = await newRoom();
	moveClock(0);
	const statuses = (await Promise.all([attempt(), attempt(), attempt()])).map((one) => one.status);
	expect(statuses.toSorted()).toEqual([200, 429, 429]);
	const refused = await attempt();
	expectError(refused, 429, "too_many_requests");
	expect(refused.headers.get("retry-after")).toBe("1");
	const { body: other } = await api("POST", `${app}/endpoint`, { url: newTarget().url });
	const given = { eventType: "user.created", payload: {} };
	const path = `${app}/endpoint/${other.id}/test-attempt`;
	expect((await api("POST", path, given)).status).toBe(200);
	expect(await target.seen()).toHaveLength(1);
	moveClock(1000);
	expect((await attempt()).status).toBe(200);
	expect(await target.seen()).toHaveLength(2);
});

test("a wrong payload is named, and nothing is sent", async () => {
	const { target, attempt } = await newRoom();
	for (const payload of [[], "text", 1, null, undefined]) {
		expectIssues(await attempt({ eventType: "a", payload }), ["body", "payload"]);
	}
	expectIssues(await attempt({ eventType: "a b", payload: {} }), ["body", "eventType"]);
	expectIssues(await attempt("{"), ["body"]);
	const large = { eventType: "a", payload: { a: "x".repeat(20_000) } };
	expectError(await attempt(large), 413, "payload_too_large");
	expect(await target.seen()).toEqual([]);
});
