// The operator's switch: who may use it, what it stops, and that it is remembered.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { randomBytes } from "../../src/platform/clock.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { createOperatorSwitch, SWITCH_LIFE_MS } from "../../src/platform/operator-switch-client.ts";
import { addApiKey, FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { createDb, writeAll } from "../../src/store/db.ts";
import { call, until } from "../support/api.ts";
import { expectError, newCheckedApi } from "../support/contract.ts";
import { alarmOf, moveClock, newRoom, rowsOf, tools } from "../support/delivery.ts";
import {
	arrivals,
	arrived,
	countWork,
	idsOf,
	postMany,
	postOne,
	sleep,
} from "../support/engine.ts";

const PATH = "/operator/delivery";
const key = `operator_${crypto.randomUUID()}`;
const operator = (method: string, body?: unknown) => call(key, method, PATH, body);
const setPaused = (paused: boolean) => operator("PUT", { paused });
const switchStub = () => env.OPERATOR_SWITCH.get(env.OPERATOR_SWITCH.idFromName("installation"));

beforeEach(async () => {
	const ctx = { db: createDb(env.DB), now: Date.now(), randomBytes };
	const organisationName = "First";
	const hash = await sha256Hex(key);
	await writeAll(
		ctx.db,
		addApiKey(ctx, { organisationId: FIRST_ORGANISATION, organisationName, name: "Test", hash }),
	).catch(() => {});
});

afterEach(async () => {
	await setPaused(false);
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("keys of other organisations can neither read nor turn it", async () => {
	const api = await newCheckedApi();
	expectError(await api("GET", PATH), 403, "insufficient access");
	expectError(await api("PUT", PATH, { paused: true }), 403, "insufficient access");
	expect((await operator("GET")).body.paused).toBe(false);
	expect((await call(null, "PUT", PATH, { paused: true })).status).toBe(401);
});

test("it answers how it stands, since when, and what users are told", async () => {
	const on = await operator("PUT", { paused: true, notice: "We move" });
	expect([on.status, on.body]).toEqual([
		200,
		{ paused: true, notice: "We move", since: expect.any(String) },
	]);
	const again = await operator("PUT", { paused: true, notice: "Still moving" });
	expect(again.body).toEqual({ paused: true, notice: "Still moving", since: on.body.since });
	expect((await operator("GET")).body).toEqual(again.body);
	const off = await setPaused(false);
	expect(off.body).toMatchObject({ paused: false, notice: "" });
	for (const body of [{}, { paused: "yes" }, { paused: true, notice: "x".repeat(1001) }]) {
		expect((await operator("PUT", body)).status).toBe(422);
	}
});

test("while it is on nothing is sent, messages are accepted, and turning it off sends them in order", async () => {
	const room = await newRoom("", { maxInFlight: 1 });
	await setPaused(true);
	const ids = await postMany(room, 10);
	await sleep(200);
	expect(await arrivals(room)).toEqual([]);
	expect(await rowsOf(room.laneStub, "deliveries")).toHaveLength(10);
	expect((await room.lane.overview()).isPausedByOperator).toBe(true);
	await setPaused(false);
	expect(Number(await alarmOf(room.laneStub))).toBeLessThanOrEqual(Date.now() + SWITCH_LIFE_MS);
	moveClock(SWITCH_LIFE_MS);
	await runDurableObjectAlarm(room.laneStub);
	expect(idsOf(await arrived(room, 10))).toEqual(ids);
});

test("while it is on messages say so, with no time at which they are expected", async () => {
	const room = await newRoom("?status=500");
	const { api, applicationId, path } = room;
	const failing = await postOne(room);
	const standing = async (id: string) => {
		const { body } = await api("GET", `/app/${applicationId}/msg/${id}/endpoint`);
		return body.data[0].standing;
	};
	await until(
		() => standing(failing),
		({ state }) => state === "failing",
	);
	await setPaused(true);
	const ids = await postMany(room, 3);
	const said =
		"The operator of this installation has paused all delivery: the message waits until it is resumed.";
	for (const id of ids) {
		expect(await standing(id)).toMatchObject({ state: "paused", reason: said, nextAttempt: null });
	}
	expect(await standing(failing)).toMatchObject({
		...{ state: "paused", nextAttempt: null },
		reason: expect.stringMatching(`^Attempt 1 of 8 failed: .*\\. ${said}$`),
	});
	const summaries = await api("GET", `/app/${applicationId}/message-standing?ids=${failing}`);
	expect(summaries.body.data).toMatchObject([{ states: { paused: 1 }, nextAttempt: null }]);
	const listed = await api("GET", `${path}/msg`);
	expect(listed.body.data.map((one: { nextAttempt: unknown }) => one.nextAttempt)).toEqual(
		Array(4).fill(null),
	);
	await setPaused(false);
	expect(await standing(failing)).toMatchObject({
		...{ state: "failing", nextAttempt: expect.any(String) },
	});
});

test("it stays as it is when its object restarts", async () => {
	await setPaused(true);
	await evictDurableObject(switchStub());
	moveClock(SWITCH_LIFE_MS + 1);
	expect((await operator("GET")).body.paused).toBe(true);
	const room = await newRoom();
	await postOne(room);
	await sleep(100);
	expect(await arrivals(room)).toEqual([]);
	await setPaused(false);
	moveClock(SWITCH_LIFE_MS + 1);
	await runDurableObjectAlarm(room.laneStub);
	await arrived(room, 1);
});

/** The same object by another name: who remembers by the name remembers nothing. */
const elsewhere = (onUse = () => {}) =>
	new Proxy(env.OPERATOR_SWITCH, {
		get(target, name) {
			onUse();
			const value = Reflect.get(target, name);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});

test("another isolate learns of it when its memory is over", async () => {
	const other = createOperatorSwitch(elsewhere());
	expect(await other.isPaused(Date.now())).toBe(false);
	await setPaused(true);
	expect(other.known(Date.now())).toBe(false);
	moveClock(SWITCH_LIFE_MS - 1000);
	expect(await other.isPaused(Date.now())).toBe(false);
	moveClock(1001);
	expect(other.known(Date.now())).toBeUndefined();
	expect(await other.isPaused(Date.now())).toBe(true);
});

test("when it does not answer, what was known last holds", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	let isAway = false;
	const mine = createOperatorSwitch(
		elsewhere(() => {
			if (isAway) throw new Error("away");
		}),
	);
	await setPaused(true);
	expect(await mine.isPaused(Date.now())).toBe(true);
	isAway = true;
	moveClock(SWITCH_LIFE_MS);
	expect(await mine.isPaused(Date.now())).toBe(true);
});

test("an object that dies while it asks keeps no other one waiting", async () => {
	vi.spyOn(console, "error").mockImplementation(() => {});
	const [dying, living] = [await newRoom(), await newRoom()];
	for (let i = 0; i < 5; i++) {
		moveClock(SWITCH_LIFE_MS + 1);
		const asked = dying.lane.overview().catch(() => null);
		await evictDurableObject(dying.laneStub).catch(() => null);
		await asked;
		const answer = await Promise.race([living.lane.overview(), sleep(1000).then(() => "hangs")]);
		expect(answer).not.toBe("hangs");
	}
});

test("a lane that is held does nothing until its memory is over", async () => {
	const room = await newRoom();
	await setPaused(true);
	await postMany(room, 10);
	await sleep(100);
	expect(await countWork(room, 1000)).toBe(0);
});

test("what is under way ends, and what fails waits", async () => {
	const room = await newRoom("?status=500&delay_ms=200");
	await postOne(room);
	await arrived(room, 1);
	await setPaused(true);
	await until(
		() => rowsOf(room.laneStub, "deliveries"),
		(rows) => rows.length === 1,
	);
	moveClock(3_600_000);
	await tools.operatorSwitch.read();
	await runDurableObjectAlarm(room.laneStub);
	await sleep(100);
	expect(await arrivals(room)).toHaveLength(1);
});
