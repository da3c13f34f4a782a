// An endpoint that is gone or fails is seen by everybody: by its customer, by the sender's own server, and in the end by nobody any more.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, refusal } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";

const DISABLE_AFTER_MS = 4000;

const installation = new Installation({
	RETRY_SCHEDULE_SECONDS: "0,0,0,0,1",
	ENDPOINT_DISABLE_AFTER_SECONDS: String(DISABLE_AFTER_MS / 1000),
});
beforeAll(() => installation.start());
afterAll(() => installation.stop());

test.concurrent("410 disables an endpoint at once; what it misses is told, and recovered when it is back", async () => {
	const acme = await installation.customer("acme");
	const sender = await installation.listen("acme");
	const since = new Date();
	const { id } = await acme.endpoint("main", "?status=410,200");
	const first = await acme.send();
	const [event] = await sender.hears("endpoint.disabled");
	const appId = (await acme.svix.application.get("acme")).id;
	const about = { appId, appUid: "acme", endpointId: id, endpointUid: "main" };
	expect(event).toEqual({ ...about, failSince: expect.any(String), trigger: "automatic" });
	const seen = { disabled: true, disabledReason: "gone" };
	expect(await acme.call("GET", "/endpoint/main")).toMatchObject(seen);

	const { reason } = await acme.stands(first, "main", "disabled");
	expect(reason).toMatch(
		/410 .* because it answered 410\. It goes on when the endpoint is enabled\.$/,
	);
	const missed = await acme.send();
	const why = await acme.stands(missed, "main", "disabled");
	expect(why).toMatchObject({ statusText: "canceled", attempts: 0, nextAttempt: null });
	expect(why.reason).toMatch(/^Not sent: the endpoint was disabled when the message came\./);
	const answers = await Promise.all([
		refusal(acme.svix.messageAttempt.resend("acme", missed, "main")),
		refusal(acme.svix.endpoint.recover("acme", "main", { since })),
	]);
	for (const answer of answers) {
		expect(answer).toMatchObject({ status: 400, code: "endpoint_disabled" });
	}
	expect(acme.ids("main")).toEqual([first]);

	await acme.svix.endpoint.patch("acme", "main", { disabled: false });
	await sender.hears("endpoint.enabled");
	expect(await acme.call("GET", "/endpoint/main")).toMatchObject({
		...{ disabled: false, disabledReason: null },
	});
	await acme.stands(first, "main", "delivered");
	const task = await acme.svix.endpoint.recover("acme", "main", { since });
	expect(await acme.finished(task.id)).toMatchObject({ total: 1, done: 1, failed: 0 });
	expect(await acme.arrives("main", 3)).toEqual([first, first, missed]);
	await acme.stands(missed, "main", "delivered");
});

test.concurrent("an endpoint can ask to be disabled, or to hear no more of a message", async () => {
	const zeta = await installation.customer("zeta");
	await zeta.endpoint("tired", "?status=200&header=webhook-delivery:%20disable");
	await zeta.endpoint("picky", "?status=500&header=webhook-delivery:%20abort-message");
	const message = await zeta.send();
	const { attempts, reason } = await zeta.stands(message, "picky", "exhausted");
	expect(attempts).toBe(1);
	expect(reason).toMatch(/^Attempt 1 of 6 failed: .* No more is tried\.$/);
	await zeta.stands(message, "tired", "delivered");
	await waitFor("it is disabled", async () => {
		const { disabled, disabledReason } = await zeta.call("GET", "/endpoint/tired");
		return disabled && disabledReason === "asked";
	});
	expect(await zeta.call("GET", "/endpoint/picky")).toMatchObject({ disabled: false });
	await zeta.send();
	await zeta.arrives("picky", 2);
	await zeta.arrives("tired", 1);
});

test.concurrent("an endpoint that only fails is disabled after its time; one success in between keeps it", async () => {
	const beta = await installation.customer("beta");
	const sender = await installation.listen("beta", ["endpoint.disabled"]);
	await beta.endpoint("broken", "?status=500");
	await beta.endpoint("flaky", "?status=500,500,500,200,500");
	const failing = setInterval(() => beta.send().catch(() => undefined), 700);
	const [event] = await sender.hears("endpoint.disabled").finally(() => clearInterval(failing));
	expect(event).toMatchObject({ endpointUid: "broken", trigger: "automatic" });
	expect(Date.now() - Date.parse(event.failSince)).toBeGreaterThanOrEqual(DISABLE_AFTER_MS);
	expect(await beta.call("GET", "/endpoint/broken")).toMatchObject({
		...{ disabled: true, disabledReason: "failing" },
	});
	expect(await beta.call("GET", "/endpoint/flaky")).toMatchObject({ disabled: false });
});

test.concurrent("the sender hears of each change of an endpoint, of messages that fail, end and recover, and of tasks, each once and signed", async () => {
	const gamma = await installation.customer("gamma");
	const sender = await installation.listen("gamma");
	const since = new Date();
	await gamma.endpoint("bad", "?status=500");
	await gamma.endpoint("late", "?fail_first=4");
	await sender.hears("endpoint.created", 2);
	await gamma.svix.endpoint.patch("gamma", "late", { description: "Late" });
	await sender.hears("endpoint.updated");

	const message = await gamma.send("a.b", { eventId: "order-1" });
	const failing = await sender.hears("message.attempt.failing", 2);
	expect(new Set(failing.map(({ endpointUid }) => endpointUid))).toEqual(new Set(["bad", "late"]));
	const of = { msgId: message, msgEventId: "order-1", msgEventType: "a.b" };
	const attempt = (status: number) => ({
		id: expect.stringMatching(/^atmpt_/),
		responseStatusCode: status,
		timestamp: expect.any(String),
	});
	for (const data of failing) expect(data).toMatchObject({ ...of, lastAttempt: attempt(500) });
	expect(await sender.hears("message.attempt.recovered")).toMatchObject([
		{ ...of, endpointUid: "late", lastAttempt: attempt(200) },
	]);
	const [exhausted] = await sender.hears("message.attempt.exhausted");
	expect(exhausted).toMatchObject({ ...of, endpointUid: "bad", lastAttempt: attempt(500) });
	const { data } = await gamma.svix.messageAttempt.listByEndpoint("gamma", "bad");
	expect(data.map(({ id }) => id)).toContain(exhausted.lastAttempt.id);

	const task = await gamma.svix.endpoint.recover("gamma", "bad", { since });
	const isIt = ({ taskId }: { taskId: string }) => taskId === task.id;
	await gamma.finished(task.id);
	await waitFor("the end is told", () => sender.told("background_task.finished").some(isIt));
	expect(sender.told("background_task.finished").filter(isIt)).toMatchObject([
		{
			task: "endpoint.recover",
			status: "finished",
			data: { total: 1, failed: 1 },
		},
	]);
	await gamma.svix.endpoint.patch("gamma", "late", { disabled: true });
	expect(await sender.hears("endpoint.disabled")).toMatchObject([{ trigger: "manual" }]);
	await gamma.svix.endpoint.patch("gamma", "late", { disabled: false });
	await sender.hears("endpoint.enabled");
	await gamma.svix.endpoint.delete("gamma", "bad");
	expect(await sender.hears("endpoint.deleted")).toMatchObject([{ endpointUid: "bad" }]);
	await sender.hears("endpoint.created", 2);
});

test.concurrent("whoever asks for more and when, the sender hears of a message that it fails, ends and recovers once each", async () => {
	const theta = await installation.customer("theta");
	const sender = await installation.listen("theta");
	await theta.endpoint("good");
	await theta.endpoint("late", "?fail_first=4");
	await theta.endpoint("bad", "?status=500&delay_ms=400");
	const message = await theta.send();
	const resend = (endpoint: string) => theta.svix.messageAttempt.resend("theta", message, endpoint);
	// While the fourth attempt is under way, and the last of the schedule.
	for (const count of [4, 6]) {
		await theta.arrives("bad", count);
		await resend("bad");
	}
	await theta.arrives("bad", 7);
	await sender.hears("message.attempt.exhausted");
	const failing = await sender.hears("message.attempt.failing", 2);
	expect(new Set(failing.map(({ endpointUid }) => endpointUid))).toEqual(new Set(["bad", "late"]));

	await theta.arrives("late", 5);
	for (let again = 1; again <= 5; again++) {
		await Promise.all([resend("good"), resend("late")]);
		await theta.arrives("good", 1 + again);
		await theta.arrives("late", 5 + again);
	}
	const { attempts } = await theta.stands(message, "good", "delivered");
	expect(attempts).toBeGreaterThan(4);
	await theta.endpoint("last");
	await sender.hears("endpoint.created", 4);
	const told = sender.told("message.attempt.recovered");
	expect(told).toMatchObject([{ endpointUid: "late" }]);
	await theta.stands(message, "bad", "exhausted");
	await sender.hears("message.attempt.exhausted");
});

test.concurrent("a sender keeps his own endpoint like a customer keeps his, and never hears about it", async () => {
	const delta = await installation.customer("delta");
	const sender = await installation.listen("delta");
	const own = installation.svix.operationalWebhook.endpoint;
	const { id } = await own.get("operations-delta");
	expect((await own.list({ limit: 250 })).data.map(({ uid }) => uid)).toContain("operations-delta");
	await own.setHeaders(id, { headers: { "x-from": "edgehook" } });
	expect((await own.getHeaders(id)).headers).toEqual({ "x-from": "edgehook" });
	await own.rotateSecret(id, {});
	const { key } = await own.getSecret(id);
	await delta.endpoint("main");
	// Signed with the new secret and, for a while, with the old one, which the listener knows.
	await sender.hears("endpoint.created");
	const arrived = installation.receiver.seen("operations-delta");
	const [seen] = arrived.filter(({ body }) => body.includes('"delta"'));
	expect(seen?.headers["x-from"]).toBe("edgehook");
	expect(seen?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
	expect(key).toMatch(/^whsec_/);
	await own.delete(id);
	expect(await refusal(own.get(id))).toMatchObject({ status: 404, code: "not_found" });
	const count = installation.receiver.seen("operations-delta").length;
	await delta.svix.endpoint.delete("delta", "main");
	const told = installation.receiver.seen("operations-delta").map(({ body }) => body);
	await waitFor("nothing about itself", () => !told.some((body) => body.includes(id)));
	expect(installation.receiver.seen("operations-delta").length).toBe(count);
});
