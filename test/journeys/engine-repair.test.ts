// What went wrong is repaired by whoever looks after it: one message, all of a time, what was missed; and what nobody may keep is forgotten.
import { BackgroundTaskStatus, BackgroundTaskType } from "svix";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, refusal, sleep } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";

const installation = new Installation({ RETRY_SCHEDULE_SECONDS: "0" });
beforeAll(() => installation.start());
afterAll(() => installation.stop());

const MANUAL = 1;

test.concurrent("a message is sent once more, and all that failed since a time is recovered when the endpoint is well again", async () => {
	const acme = await installation.customer("acme");
	const { svix } = acme;
	// Two attempts of each of four messages fail.
	await acme.endpoint("main", "?fail_first=8");
	const lost = [await acme.send()];
	await acme.stands(lost[0] ?? "", "main", "exhausted");
	const since = new Date();
	await sleep(10);
	lost.push(...(await acme.sendMany(3)));
	for (const id of lost) {
		const { statusText, reason } = await acme.stands(id, "main", "exhausted");
		expect(statusText).toBe("fail");
		expect(reason).toMatch(
			/^Attempt 2 of 2 failed: the server answered 500 .*It was the last one\.$/,
		);
	}
	const [before = "", ...rest] = lost;
	await svix.messageAttempt.resend("acme", before, "main");
	await acme.stands(before, "main", "delivered");
	const attempts = (await svix.messageAttempt.listByMsg("acme", before)).data;
	expect(attempts.map(({ triggerType }) => triggerType)).toEqual([MANUAL, 0, 0]);

	const task = await svix.endpoint.recover("acme", "main", { since });
	expect(task.task).toBe("endpoint.recover");
	expect(await acme.finished(task.id)).toMatchObject({ total: 3, done: 3, failed: 0 });
	for (const id of rest) await acme.stands(id, "main", "delivered");
	// Twice is not twice as much.
	const again = await svix.endpoint.recover("acme", "main", { since });
	expect(await acme.finished(again.id)).toMatchObject({ total: 0, done: 0 });
	await acme.arrives("main", 12);
	expect(new Set(acme.ids("main").slice(9))).toEqual(new Set(rest));
});

test.concurrent("a new endpoint gets what it missed, and a bulk replay what its filters pick", async () => {
	const beta = await installation.customer("beta");
	const { svix } = beta;
	const since = new Date();
	const types = ["order.paid", "order.sent"];
	for (const name of types) await svix.eventType.create({ name, description: name });
	await beta.endpoint("old");
	const paid = await beta.send("order.paid", { tags: ["vip"] });
	const sent = await beta.send("order.sent", { channels: ["berlin"] });
	await beta.arrives("old", 2);
	await beta.endpoint("new", "", { eventTypes: ["order.paid"] });
	const standing = await beta.standing(paid, "new");
	expect(standing).toMatchObject({ state: "filtered_out", filteredBy: "created_after" });
	const missing = await svix.endpoint.replayMissing("beta", "new", { since });
	expect(await beta.finished(missing.id)).toMatchObject({ total: 1, done: 1 });
	expect(await beta.arrives("new", 1)).toEqual([paid]);

	const replay = async (filter: object) => {
		const { id } = await svix.endpoint.bulkReplay("beta", "old", { since, ...filter });
		return (await beta.finished(id)).total;
	};
	expect(await replay({ eventTypes: ["order.sent"] })).toBe(1);
	expect(await replay({ channel: "berlin", status: 0 })).toBe(1);
	expect(await replay({ tag: "vip", statusCodeClass: 200 })).toBe(1);
	expect(await replay({ status: 2 })).toBe(0);
	expect(await replay({ statusCodeClass: 500 })).toBe(0);
	const ids = await beta.arrives("old", 5);
	expect(ids.slice(2)).toEqual([sent, sent, paid]);
	const wrong = await refusal(svix.endpoint.bulkReplay("beta", "old", { since, tag: "" }));
	expect(wrong.status).toBe(422);
});

test.concurrent("a large replay tells how far it is, keeps to the limit, lets new messages pass, and can be cancelled", async () => {
	const gamma = await installation.customer("gamma");
	const { svix } = gamma;
	const since = new Date();
	await gamma.endpoint("main");
	await gamma.sendMany(60);
	await gamma.arrives("main", 60);
	// What is under way is no case for a replay, until its answer is known.
	await waitFor("all is known", async () => {
		return (await svix.endpoint.getStats("gamma", "main")).success === 60;
	});
	await svix.endpoint.patch("gamma", "main", { throttleRate: 10 });
	const { id } = await svix.endpoint.bulkReplay("gamma", "main", { since });
	const ask = () => svix.backgroundTask.get(id);
	await waitFor("some are done", async () => (await ask()).data.done > 5);
	const { status, data } = await ask();
	expect(status).toBe("running");
	expect(data).toMatchObject({ state: "running", total: 60, failed: 0 });
	expect(data.done).toBeLessThan(60);
	expect(data.secondsLeft).toBeGreaterThan(0);
	const running = await svix.backgroundTask.list({
		status: BackgroundTaskStatus.Running,
		task: BackgroundTaskType.EndpointBulkReplay,
	});
	expect(running.data.map((task) => task.id)).toContain(id);

	const fresh = await gamma.send();
	await waitFor("the new one", () => gamma.ids("main").includes(fresh));
	// It did not wait for the rest of the replay.
	expect((await ask()).data.state).toBe("running");

	await installation.call("POST", `/background-task/${id}/cancel`);
	const end = await gamma.finished(id);
	expect(end).toMatchObject({ state: "cancelled", total: 60 });
	expect(end.done).toBeLessThan(60);
	await waitFor("nothing is under way", async () => {
		const { waiting, inFlight } = await gamma.lane("main");
		return waiting === 0 && inFlight === 0;
	});
	const count = gamma.ids("main").length;
	await sleep(500);
	expect(gamma.ids("main")).toHaveLength(count);
});

test.concurrent("an example shows a customer what comes, at one endpoint alone", async () => {
	const delta = await installation.customer("delta");
	const { svix } = delta;
	const example = { order: 4711, total: "12.00" };
	const schemas = { 1: { type: "object", examples: [example] } };
	await svix.eventType.create({ name: "order.made", description: "Made", schemas });
	await Promise.all([delta.endpoint("tried"), delta.endpoint("other")]);
	const sample = await svix.endpoint.sendExample("delta", "tried", { eventType: "order.made" });
	await delta.arrives("tried", 1);
	expect(delta.seen("tried")).toMatchObject([{ id: sample.id, body: JSON.stringify(example) }]);
	await svix.endpoint.sendExample("delta", "tried", { eventType: "svix.ping" });
	await delta.arrives("tried", 2);
	expect(delta.seen("other")).toEqual([]);
	const unknown = svix.endpoint.sendExample("delta", "tried", { eventType: "order.none" });
	expect(await refusal(unknown)).toMatchObject({ status: 404, code: "not_found" });
});

test.concurrent("contents are forgotten on request: of a message, of an answer, of many; what still waits is not sent", async () => {
	const eps = await installation.customer("epsilon");
	const { svix } = eps;
	await eps.endpoint("main");
	const ids: string[] = [];
	for (let n = 1; n <= 3; n++) {
		const retained = { eventId: `e${n}`, payload: { n }, payloadRetentionPeriod: 1 };
		ids.push(await eps.send("a.b", retained));
	}
	await eps.arrives("main", 3);
	const [first = "", second = "", third = ""] = ids;
	const payload = async (id: string) =>
		(await svix.message.get("epsilon", id, { withContent: true })).payload;
	await svix.message.expungeContent("epsilon", first);
	expect(await payload(first)).toEqual({ expired: true });
	expect(await payload(second)).toEqual({ n: 2 });
	const bulk = await svix.message.bulkExpungeContent("epsilon", { ids: ["e2", third, "e9"] });
	expect(bulk.results).toEqual({ e2: "expunged", [third]: "expunged", e9: "not-found" });
	expect(await payload(third)).toEqual({ expired: true });
	const again = refusal(svix.messageAttempt.resend("epsilon", first, "main"));
	expect(await again).toMatchObject({ status: 400, code: "missing_payload" });

	await eps.stands(first, "main", "delivered");
	const attempts = async () =>
		(await svix.messageAttempt.listByMsg("epsilon", first, { withContent: true })).data;
	const [attempt] = await attempts();
	expect(attempt?.response).toBe("answer 1");
	await svix.messageAttempt.expungeContent("epsilon", first, attempt?.id ?? "");
	expect((await attempts())[0]).toMatchObject({ responseStatusCode: 200, response: "EXPUNGED" });

	await eps.call("POST", "/endpoint/main/pause");
	const waiting = await eps.send();
	await svix.message.expungeContent("epsilon", waiting);
	await eps.call("POST", "/endpoint/main/resume");
	const { lastAttempt } = await eps.stands(waiting, "main", "exhausted");
	expect(lastAttempt).toMatchObject({ failure: "payload_missing", responseStatusCode: 0 });
	expect(eps.ids("main")).toEqual(ids);
});
