import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

async function newRoom(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const message = { eventType: "a", eventId: "evt_1", payload: { n: 1 } };
	const msgId: string = (await api("POST", `${app}/msg`, message)).body.id;
	const endpointId: string = body.id;
	const resend = (msg = msgId, endpoint = endpointId, headers = {}) =>
		api("POST", `${app}/msg/${msg}/endpoint/${endpoint}/resend`, undefined, headers);
	const example = (of: object, headers = {}) =>
		api("POST", `${app}/endpoint/${endpointId}/send-example`, of, headers);
	const arrived = (count: number) => until(target.seen, (all) => all.length >= count);
	const attempts = async () =>
		(await api("GET", `${app}/attempt/endpoint/${endpointId}`)).body.data;
	return { api, app, target, msgId, endpointId, resend, example, arrived, attempts };
}

/** An endpoint that wants nothing of what is sent. */
const DEAF = { channels: ["nobody"] };

test("a message is sent again under its id, as a manual attempt", async () => {
	const { resend, arrived, attempts, msgId } = await newRoom();
	await arrived(1);
	await until(attempts, (all) => all.length === 1);
	const reply = await resend();
	expect([reply.status, reply.body]).toEqual([202, {}]);
	const [first, second] = await arrived(2);
	expect(second.headers["webhook-id"]).toBe(msgId);
	expect(second.body).toBe(first.body);
	const all = await until(attempts, (some) => some.length === 2);
	expect(all[0]).toMatchObject({ triggerType: 1, attemptNumber: 2, status: 0 });
});

test("resending twice in a row makes two attempts", async () => {
	const { resend, arrived, attempts } = await newRoom();
	await arrived(1);
	await resend("evt_1");
	await resend("evt_1");
	await arrived(3);
	const all = await until(attempts, (some) => some.length === 3);
	expect(all.map((one: { attemptNumber: number }) => one.attemptNumber)).toEqual([3, 2, 1]);
});

test("a repetition with the same idempotency key makes no other attempt", async () => {
	const { resend, arrived, target } = await newRoom();
	await arrived(1);
	const key = { "idempotency-key": crypto.randomUUID() };
	await Promise.all([1, 2, 3].map(() => resend(undefined, undefined, key)));
	await arrived(2);
	await new Promise((resolve) => setTimeout(resolve, 300));
	expect(await target.seen()).toHaveLength(2);
});

test("a message goes to an endpoint that does not want it when it is resent there", async () => {
	const { resend, arrived, msgId, attempts } = await newRoom("", DEAF);
	expect((await resend()).status).toBe(202);
	const [seen] = await arrived(1);
	expect(seen.headers["webhook-id"]).toBe(msgId);
	const [attempt] = await until(attempts, (all) => all.length === 1);
	expect(attempt).toMatchObject({ triggerType: 1, attemptNumber: 1 });
});

test("what is not there cannot be resent, nor what is another application's", async () => {
	const { api, app, resend, endpointId, msgId } = await newRoom();
	const none = "0".repeat(27);
	expectError(await resend(`msg_${none}`), 404, "not_found");
	expectError(await resend("evt_2"), 404, "not_found");
	expectError(await resend(msgId, `ep_${none}`), 404, "not_found");
	const other = `/app/${await newApp(api)}`;
	const theirs = await api("POST", `${other}/endpoint`, { url: newTarget().url });
	expectError(await resend(msgId, theirs.body.id), 404, "not_found");
	const path = `${other}/msg/${msgId}/endpoint/${theirs.body.id}/resend`;
	expectError(await api("POST", path), 404, "not_found");
	const stranger = await newCheckedApi();
	const ours = `${app}/msg/${msgId}/endpoint/${endpointId}/resend`;
	expectError(await stranger("POST", ours), 404, "not_found");
});

test("a disabled endpoint gets nothing, and whoever resends is told", async () => {
	const { api, app, resend, example, arrived, endpointId, target } = await newRoom();
	await arrived(1);
	await api("PATCH", `${app}/endpoint/${endpointId}`, { disabled: true });
	expectError(await resend(), 400, "endpoint_disabled");
	expectError(await example({ eventType: "svix.ping" }), 400, "endpoint_disabled");
	expect(await target.seen()).toHaveLength(1);
});

test("a message whose payload is gone cannot be resent", async () => {
	const { api, app, resend, arrived, msgId } = await newRoom();
	await arrived(1);
	await api("DELETE", `${app}/msg/${msgId}/content`);
	expectError(await resend(), 400, "missing_payload");
});

test("a ping needs no event type, and goes to an endpoint that wants nothing", async () => {
	const { example, arrived } = await newRoom("", DEAF);
	const reply = await example({ eventType: "svix.ping" });
	expect(reply.status).toBe(200);
	expect(reply.body).toMatchObject({ eventType: "svix.ping", payload: { success: true } });
	const [seen] = await arrived(1);
	expect(seen.body).toBe('{"success":true}');
	expect(seen.headers["webhook-id"]).toBe(reply.body.id);
});

test("an example is a message of its own, for this endpoint alone", async () => {
	const { api, app, example, arrived } = await newRoom();
	const other = newTarget();
	await api("POST", `${app}/endpoint`, { url: other.url });
	const schema = { type: "object", examples: [{ a: 1 }, { b: "é" }] };
	await api("POST", "/event-type", { name: "user.created", schema });
	const first = await example({ eventType: "user.created" });
	const second = await example({ eventType: "user.created", exampleIndex: 1 });
	expect(second.body).toMatchObject({ eventType: "user.created", payload: { b: "é" } });
	const seen = await arrived(3);
	expect(seen.map(({ body }) => body)).toContain('{"a":1}');
	expect(seen.map(({ body }) => body)).toContain('{"b":"é"}');
	expect(await other.seen()).toEqual([]);
	const read = await api("GET", `${app}/msg/${first.body.id}`);
	expect(read.body).toEqual(first.body);
});

test.each<[string, unknown, number]>([
	["no schema", undefined, 0],
	["a schema that is true", true, 0],
	["no examples", { type: "object" }, 0],
	["an empty list", { examples: [] }, 0],
	["fewer examples", { examples: [{}] }, 1],
	["an example that is no object", { examples: ["a"] }, 0],
])("an event type with %s has nothing to send", async (_name, schema, exampleIndex) => {
	const { api, example } = await newRoom();
	await api("POST", "/event-type", { name: "b", ...(schema !== undefined && { schema }) });
	expectError(await example({ eventType: "b", exampleIndex }), 400, "invalid_scheme");
});

test("an example is refused when its event type or its index is wrong", async () => {
	const { example } = await newRoom();
	expectError(await example({ eventType: "nobody.knows" }), 404, "not_found");
	expectIssues(await example({}), ["body", "eventType"]);
	expectIssues(await example({ eventType: "a b" }), ["body", "eventType"]);
	for (const exampleIndex of [-1, 1.5, "0", null]) {
		expectIssues(await example({ eventType: "a", exampleIndex }), ["body", "exampleIndex"]);
	}
});

test("an example that is larger than payloads may be is refused", async () => {
	const { api, example } = await newRoom();
	const text = "x".repeat(Number(env.PAYLOAD_MAX_BYTES));
	await api("POST", "/event-type", { name: "b", schema: { examples: [{ text }] } });
	expectError(await example({ eventType: "b" }), 413, "payload_too_large");
});

test("an example with an idempotency key is sent once", async () => {
	const { example, arrived, target } = await newRoom("", DEAF);
	const key = { "idempotency-key": crypto.randomUUID() };
	const ask = () => example({ eventType: "svix.ping" }, key);
	const replies = await Promise.all([ask(), ask(), ask()]);
	expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
	await arrived(1);
	expect(await target.seen()).toHaveLength(1);
});
