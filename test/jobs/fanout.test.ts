// A message to many endpoints: through the queue in chunks, each endpoint once, whatever the queue does.
import {
	createExecutionContext,
	createMessageBatch,
	evictDurableObject,
	getQueueResult,
	runDurableObjectAlarm,
} from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { EndpointId, MessageId } from "../../src/core/ids.ts";
import { planPage } from "../../src/core/page.ts";
import { dispatch } from "../../src/delivery/sending/dispatch.ts";
import { consumeDeadJobs, consumeFanout } from "../../src/jobs/fanout.ts";
import type { FanoutJob } from "../../src/platform/fanout-queue.ts";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { toFanoutJobs } from "../../src/services/fanout.ts";
import { listDeadLetters } from "../../src/store/dead-letters.ts";
import { newApi, until } from "../support/api.ts";
import {
	CONTENT,
	moveClock,
	newMessage,
	newRoom,
	PATIENCE_MS,
	toAccepted,
	tools,
	workAlarmOf,
} from "../support/delivery.ts";

afterEach(() => {
	vi.useRealTimers();
});

/** An application whose endpoints all have the same target. */
async function newCrowd(count: number) {
	const room = await newRoom();
	const url = room.target.url;
	const others = await Promise.all(
		Array.from({ length: count - 1 }, () => room.addEndpoint("", { url })),
	);
	return { room, all: [room, ...others] };
}

/** `webhook-id`s that arrived, once `count` have. */
async function arrived({ target }: { target: { seen(): Promise<unknown[]> } }, count: number) {
	const seen = await until(target.seen, (all) => all.length >= count);
	// Whoever sends too often does it at once.
	await new Promise((resolve) => setTimeout(resolve, 150));
	expect(await target.seen()).toHaveLength(count);
	// safe because the receiver answers what it saw
	return (seen as { headers: Record<string, string> }[]).map(
		({ headers }) => headers["webhook-id"],
	);
}

async function consume(jobs: FanoutJob[]) {
	const timestamp = new Date();
	const messages = jobs.map((body, i) => ({ id: `${i}`, timestamp, attempts: 1, body }));
	const batch = createMessageBatch<FanoutJob>("edgehook-fanout", messages);
	const ctx = createExecutionContext();
	await consumeFanout(tools, batch);
	return getQueueResult(batch, ctx);
}

test("30 endpoints all get a message once, the last five through the queue", async () => {
	const { room } = await newCrowd(30);
	const path = `/app/${room.applicationId}/msg`;
	const sent = await room.api("POST", path, { eventType: "a.b", payload: { n: 1 } });
	expect(sent.status).toBe(202);
	const ids = await arrived(room, 30);
	expect(new Set(ids)).toEqual(new Set([sent.body.id]));
});

test("a chunk that is handed over twice is sent once", async () => {
	const { room } = await newCrowd(30);
	const accepted = toAccepted(await room.store.accept(newMessage()));
	expect(accepted.grants).toHaveLength(25);
	expect(accepted.later).toHaveLength(5);
	const jobs = toFanoutJobs({ ...accepted, applicationId: room.applicationId });
	expect(jobs).toHaveLength(1);
	const results = await Promise.all([consume([...jobs, ...jobs]), consume(jobs)]);
	await consume(jobs);
	await arrived(room, 5);
	expect(results[0]).toMatchObject({ explicitAcks: ["0", "1"], retryMessages: [] });
});

test("a lost queue message is made good by the store's alarm", async () => {
	const { room, all } = await newCrowd(28);
	const accepted = toAccepted(await room.store.accept(newMessage()));
	expect(accepted.later).toHaveLength(3);
	await dispatch(tools, accepted.grants, CONTENT);
	await arrived(room, 25);
	await evictDurableObject(room.storeStub);
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	for (const { laneStub } of all) await runDurableObjectAlarm(laneStub);
	const ids = await arrived(room, 28);
	expect(new Set(ids)).toEqual(new Set([accepted.record.id]));
	expect(await workAlarmOf(room.storeStub)).toBeNull();
});

test("a chunk that comes after the alarm made it good is not sent again", async () => {
	const { room, all } = await newCrowd(27);
	const accepted = toAccepted(await room.store.accept(newMessage()));
	await dispatch(tools, accepted.grants, CONTENT);
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	await consume(toFanoutJobs({ ...accepted, applicationId: room.applicationId }));
	for (const { laneStub } of all) await runDurableObjectAlarm(laneStub);
	await arrived(room, 27);
});

test("an endpoint that was disabled since does not get its part until it is enabled", async () => {
	const { room, all } = await newCrowd(26);
	const accepted = toAccepted(await room.store.accept(newMessage()));
	const late = all.find(({ endpointId }) => accepted.later.includes(endpointId));
	if (late === undefined) throw new Error("nobody is late");
	await room.api("PATCH", late.path, { disabled: true });
	await consume(toFanoutJobs({ ...accepted, applicationId: room.applicationId }));
	expect(await room.target.seen()).toEqual([]);
	await dispatch(tools, accepted.grants, CONTENT);
	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	await runDurableObjectAlarm(late.laneStub);
	await arrived(room, 25);
	await room.api("PATCH", late.path, { disabled: false });
	await runDurableObjectAlarm(late.laneStub);
	await arrived(room, 26);
});

test("a chunk that cannot be handed over is retried alone", async () => {
	const room = await newRoom();
	const { record } = toAccepted(await room.store.accept(newMessage({ channels: ["x"] })));
	const good: FanoutJob = {
		type: "fanout",
		version: 1,
		applicationId: room.applicationId,
		messageId: record.id,
		endpointIds: [],
	};
	// safe because it stands for a message that another version wrote
	const bad = { ...good, messageId: 7 as unknown as MessageId };
	expect(await consume([bad, good])).toMatchObject({
		explicitAcks: ["1"],
		retryMessages: [{ msgId: "0" }],
	});
});

test("a chunk that failed every retry is only noted", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const { applicationId, endpointId } = await newRoom();
	const endpointIds: EndpointId[] = [endpointId];
	const messageId: MessageId = "msg_000000000000000000000000000";
	const body: FanoutJob = { type: "fanout", version: 1, applicationId, messageId, endpointIds };
	const message = { id: "m", timestamp: new Date(), attempts: 6, body };
	const batch = createMessageBatch<FanoutJob>("edgehook-fanout-dlq", [message]);
	await consumeDeadJobs(tools, batch);
	expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
	expect(warn.mock.calls.join()).toContain(messageId);
	// A batch that is handed over again is kept once.
	await consumeDeadJobs(tools, batch);
	const kept = await listDeadLetters(tools.db, planPage(10, null, "descending"));
	expect(kept.filter((letter) => letter.messageId === messageId)).toMatchObject([{ endpointIds }]);
	warn.mockRestore();
});

test("a chunk that fails every retry is seen by the operator, and its messages are delivered all the same", async () => {
	const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
	const error = vi.spyOn(console, "error").mockImplementation(() => {});
	const { room, all } = await newCrowd(28);
	const accepted = toAccepted(await room.store.accept(newMessage()));
	const [job] = toFanoutJobs({ ...accepted, applicationId: room.applicationId });
	if (job === undefined) throw new Error("there is no chunk");
	await dispatch(tools, accepted.grants, CONTENT);
	await arrived(room, 25);

	// safe because it stands for a chunk that another version wrote, which throws here at each try
	const poisoned = { ...job, version: 2 } as unknown as FanoutJob;
	for (let attempts = 1; attempts <= 6; attempts++) {
		expect(await consume([poisoned])).toMatchObject({
			explicitAcks: [],
			retryMessages: [{ msgId: "0" }],
		});
	}
	expect(error).toHaveBeenCalledTimes(6);
	const dead = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 7, body: poisoned };
	const batch = createMessageBatch<FanoutJob>("edgehook-fanout-dlq", [dead]);
	await consumeDeadJobs(tools, batch);
	expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
	expect(warn.mock.calls.join()).toContain(job.messageId);
	const operator = await newApi(FIRST_ORGANISATION);
	const { status, body } = await operator("GET", "/operator/dead-letter?limit=250");
	expect(status).toBe(200);
	const letters = body.data.filter(({ msgId }: { msgId: string }) => msgId === job.messageId);
	expect(letters).toMatchObject([{ appId: room.applicationId, endpointIds: accepted.later }]);
	expect(await room.target.seen()).toHaveLength(25);

	moveClock(PATIENCE_MS + 1);
	await runDurableObjectAlarm(room.storeStub);
	for (const { laneStub } of all) await runDurableObjectAlarm(laneStub);
	expect(new Set(await arrived(room, 28))).toEqual(new Set([job.messageId]));
	expect(await workAlarmOf(room.storeStub)).toBeNull();
	for (const spy of [warn, error]) spy.mockRestore();
});
