// The official client libraries, current and previous, pointed at the local server.
import { Webhook } from "standardwebhooks";
import { Svix } from "svix";
import { Svix as Svix1 } from "svix1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalServer, waitFor } from "../support/local-server.ts";
import { Receiver } from "../support/receiver.ts";

const server = new LocalServer({ RETRY_SCHEDULE_SECONDS: "0,0,1" });
const receiver = new Receiver();

beforeAll(async () => {
	await Promise.all([server.start(), receiver.start()]);
});
afterAll(async () => {
	await Promise.all([server.remove(), receiver.stop()]);
});

test("client 2.5 sends messages to two endpoints with different filters, signed and verifiable", async () => {
	const svix = new Svix(server.apiKey, { serverUrl: server.url });
	const created = await svix.eventType.create({ name: "invoice.paid", description: "Paid" });
	expect(created.createdAt).toBeInstanceOf(Date);
	await svix.eventType.create({ name: "user.created", description: "New user" });

	const app = await svix.application.create({ name: "Acme", uid: "acme-2" });
	const same = await svix.application.getOrCreate({ name: "Acme", uid: "acme-2" });
	expect(same.id).toBe(app.id);

	const all = await svix.endpoint.create("acme-2", { url: `${receiver.url}/to/all-2` });
	const some = await svix.endpoint.create("acme-2", {
		url: `${receiver.url}/to/some-2`,
		eventTypes: ["invoice.paid"],
	});
	const user = { eventType: "user.created", payload: { id: 7 } };
	const first = await svix.message.create("acme-2", user);
	const second = await svix.message.create("acme-2", {
		eventType: "invoice.paid",
		eventId: "evt_1",
		payload: { amount: 100 },
		tags: ["eu"],
	});
	await waitFor("both endpoints got theirs", () => {
		return receiver.seen("all-2").length === 2 && receiver.seen("some-2").length === 1;
	});

	const { key } = await svix.endpoint.getSecret("acme-2", some.id);
	const [delivery] = receiver.seen("some-2");
	expect(delivery?.headers["webhook-id"]).toBe(second.id);
	const headers = delivery?.headers as Record<string, string>;
	expect(new Webhook(key).verify(delivery?.body ?? "", headers)).toEqual({ amount: 100 });

	const list = () => svix.messageAttempt.listByEndpoint("acme-2", all.id);
	await waitFor("both attempts are stored", async () => (await list()).data.length === 2);
	const attempts = await list();
	expect(attempts.data.map((attempt) => attempt.msgId)).toEqual([second.id, first.id]);
	expect(attempts.data[0]).toMatchObject({ status: 0, statusText: "success", triggerType: 0 });
	const ofSecond = () => svix.messageAttempt.listByMsg("acme-2", "evt_1");
	await waitFor("both of the second are stored", async () => (await ofSecond()).data.length === 2);
	const byMessage = await ofSecond();
	expect(byMessage.data.map((attempt) => attempt.endpointId).sort()).toEqual(
		[all.id, some.id].sort(),
	);
	const one = await svix.messageAttempt.get("acme-2", second.id, byMessage.data[0]?.id ?? "");
	expect(one.responseStatusCode).toBe(200);
	const message = await svix.message.get("acme-2", "evt_1", { withContent: true });
	expect(message.payload).toEqual({ amount: 100 });
	expect((await svix.message.list("acme-2", { tag: "eu" })).data).toHaveLength(1);
});

test("client 2.5 manages endpoints: headers, secret, patch, upsert, delete", async () => {
	const svix = new Svix(server.apiKey, { serverUrl: server.url });
	const app = await svix.application.create({ name: "Manage" });
	const endpoint = await svix.endpoint.create(app.id, { url: `${receiver.url}/to/manage` });
	await svix.endpoint.setHeaders(app.id, endpoint.id, { headers: { "X-Team": "a" } });
	await svix.endpoint.patchHeaders(app.id, endpoint.id, { headers: { authorization: "secret" } });
	expect(await svix.endpoint.getHeaders(app.id, endpoint.id)).toEqual({
		headers: { "X-Team": "a" },
		sensitive: ["authorization"],
	});
	const before = await svix.endpoint.getSecret(app.id, endpoint.id);
	await svix.endpoint.rotateSecret(app.id, endpoint.id, {});
	const after = await svix.endpoint.getSecret(app.id, endpoint.id);
	expect(after.key).not.toBe(before.key);

	await svix.message.create(app.id, { eventType: "a.b", payload: {} });
	await waitFor("it arrives", () => receiver.seen("manage").length === 1);
	const [delivery] = receiver.seen("manage");
	const headers = delivery?.headers as Record<string, string>;
	expect(headers).toMatchObject({ "x-team": "a", authorization: "secret" });
	for (const key of [before.key, after.key]) {
		expect(new Webhook(key).verify(delivery?.body ?? "", headers)).toEqual({});
	}

	const patched = await svix.endpoint.patch(app.id, endpoint.id, { disabled: true });
	expect(patched.disabled).toBe(true);
	const put = await svix.endpoint.upsert(app.id, endpoint.id, { url: "https://example.com/a" });
	expect(put).toMatchObject({ id: endpoint.id, disabled: false, url: "https://example.com/a" });
	await svix.endpoint.delete(app.id, endpoint.id);
	await expect(svix.endpoint.get(app.id, endpoint.id)).rejects.toMatchObject({
		code: 404,
		body: { code: "not_found" },
	});
});

test("client 2.5 finds what is behind a page of nothing, in the loop that its users write", async () => {
	const svix = new Svix(server.apiKey, { serverUrl: server.url });
	// More than one page looks at.
	const eventTypes = Array.from({ length: 2_100 }, (_, i) => {
		return { name: `zz.${i}`, description: "", archived: true };
	});
	eventTypes.push({ name: "zzz.last", description: "", archived: false });
	await svix.environment.import({ eventTypes });
	const names: string[][] = [];
	for (let iterator: string | null = "z"; ; ) {
		const page = await svix.eventType.list({ iterator });
		names.push(page.data.map(({ name }) => name));
		iterator = page.iterator;
		if (page.done) break;
	}
	expect(names).toEqual([[], ["zzz.last"]]);
});

test("client 2.5 gets errors as it expects them", async () => {
	const svix = new Svix(server.apiKey, { serverUrl: server.url });
	await expect(svix.application.create({ name: "" })).rejects.toMatchObject({
		code: 422,
		body: { detail: [{ loc: ["body", "name"], type: "value_error" }] },
	});
	const stranger = new Svix("nobody", { serverUrl: server.url });
	await expect(stranger.application.list()).rejects.toMatchObject({ code: 401 });
	await svix.health.get();
});

test("client 1.99 works with its older names", async () => {
	const svix = new Svix1(server.apiKey, { serverUrl: server.url });
	const app = await svix.application.create({ name: "Old", uid: "old", rateLimit: 50 });
	expect(app.rateLimit).toBe(50);
	await svix.eventType.create({ name: "order.sent", description: "", featureFlag: "beta" });
	const endpoint = await svix.endpoint.create("old", {
		url: `${receiver.url}/to/old`,
		filterTypes: ["order.sent"],
		version: 1,
	});
	expect(endpoint.filterTypes).toEqual(["order.sent"]);
	const message = await svix.message.create("old", {
		eventType: "order.sent",
		payload: { a: "ü" },
	});
	await waitFor("it arrives", () => receiver.seen("old").length === 1);
	expect(receiver.seen("old")[0]?.headers["webhook-id"]).toBe(message.id);
	await svix.endpoint.update("old", endpoint.id, { url: `${receiver.url}/to/old`, version: 1 });
	const types = await svix.eventType.list({ limit: 250 });
	expect(types.data.map(({ name }) => name)).toContain("order.sent");
	await svix.application.delete("old");
});

test("a receiver that answers 500, 500, 200 gets three attempts with one webhook-id", async () => {
	const svix = new Svix(server.apiKey, { serverUrl: server.url });
	const app = await svix.application.create({ name: "Flaky" });
	const url = `${receiver.url}/to/flaky?status=500,500,200`;
	const endpoint = await svix.endpoint.create(app.id, { url });
	const message = await svix.message.create(app.id, { eventType: "a.b", payload: { n: 1 } });
	await waitFor("three attempts", () => receiver.seen("flaky").length === 3);
	const ids = receiver.seen("flaky").map((seen) => seen.headers["webhook-id"]);
	expect(ids).toEqual([message.id, message.id, message.id]);
	const list = async () => (await svix.messageAttempt.listByMsg(app.id, message.id)).data;
	await waitFor("the third is stored", async () => (await list()).length === 3);
	const data = await list();
	expect(data.map((attempt) => attempt.responseStatusCode)).toEqual([200, 500, 500]);
	const { key } = await svix.endpoint.getSecret(app.id, endpoint.id);
	for (const seen of receiver.seen("flaky")) {
		new Webhook(key).verify(seen.body, seen.headers as Record<string, string>);
	}
});

test("100 concurrent POSTs with one key make one message, one application, 100 equal answers", async () => {
	const together = async (path: string, body: object) => {
		const headers = { "idempotency-key": `race-${path}` };
		const replies = await Promise.all(
			Array.from({ length: 100 }, () => server.request("POST", path, body, headers)),
		);
		return new Set(replies.map(({ status, text }) => `${status} ${text}`));
	};
	const app = await server.request("POST", "/app", { name: "Race", uid: "race" });
	expect(app.status).toBe(201);
	await server.request("POST", "/app/race/endpoint", { url: `${receiver.url}/to/race` });
	const messages = await together("/app/race/msg", { eventType: "a.b", payload: { once: true } });
	expect(messages.size).toBe(1);
	expect([...messages][0]).toMatch(/^202 /);
	const applications = await together("/app", { name: "Raced" });
	expect(applications.size).toBe(1);
	expect([...applications][0]).toMatch(/^201 /);
	const list = await server.request("GET", "/app/?limit=250");
	expect(list.text.match(/"name":"Raced"/g)).toHaveLength(1);
	await waitFor("it arrives", () => receiver.seen("race").length > 0);
	expect((await server.request("GET", "/app/race/msg")).text.match(/"id":"msg_/g)).toHaveLength(1);
	expect(receiver.seen("race")).toHaveLength(1);
});
