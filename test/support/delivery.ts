// An application with one endpoint at the receiver, the two objects behind them, and a clock to move.
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { vi } from "vitest";
import type { AttemptReport, DeliveryTask, Route } from "../../src/core/delivery.ts";
import {
	type ApplicationId,
	type EndpointId,
	firstSeq,
	nextSeq,
	toId,
} from "../../src/core/ids.ts";
import { failureOfStatus, type Outcome } from "../../src/core/outcome.ts";
import { toolsOf } from "../../src/delivery/tools.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import type { AttemptQuery } from "../../src/platform/lane-client.ts";
import type { Accepted, NewMessage } from "../../src/platform/message-store-client.ts";
import { findRoute } from "../../src/store/routes.ts";
import { newApi, newApp, newTarget } from "./api.ts";

export const tools = toolsOf(env, exports);
/** How long a MessageStore waits before it doubts a hand-over to a lane that restarted. */
export const PATIENCE_MS = tools.config.deliveryTimeoutMs + 5_000;
/** How long a lane waits for the outcome of an attempt. */
export const LEASE_MS = tools.config.deliveryTimeoutMs + 10_000;

export async function newRoom(query = "", fields: object = {}) {
	const api = await newApi();
	const applicationId = (await newApp(api)) as ApplicationId;
	return { api, applicationId, ...storeOf(applicationId), ...(await addEndpoint(query, fields)) };

	async function addEndpoint(ofTarget: string, ofEndpoint: object) {
		const target = newTarget(ofTarget);
		const body = { url: target.url, ...ofEndpoint };
		const reply = await api("POST", `/app/${applicationId}/endpoint`, body);
		const endpointId: EndpointId = reply.body.id;
		const path = `/app/${applicationId}/endpoint/${endpointId}`;
		return { target, endpointId, path, addEndpoint, ...laneOf(endpointId) };
	}
}

export type Room = Awaited<ReturnType<typeof newRoom>>;

/** `stub` is for the tools of tests; the other is the typed client. */
export function storeOf(applicationId: ApplicationId) {
	return {
		store: tools.stores.of(applicationId),
		storeStub: env.MESSAGE_STORE.getByName(applicationId),
	};
}

export function laneOf(endpointId: EndpointId) {
	return {
		lane: tools.lanes.of(endpointId),
		laneStub: env.ENDPOINT_LANE.getByName(endpointId),
	};
}

export async function routeOf(endpointId: EndpointId): Promise<Route> {
	const route = await findRoute(tools.db, endpointId);
	if (route === null) throw new Error("there is no such endpoint");
	return route;
}

/** Terms of an endpoint that wants neither order nor a limit. */
export const FREE = { ordered: false, throttleRate: null };

export function newMessage(fields: Partial<NewMessage> = {}): NewMessage {
	return {
		eventType: "user.created",
		eventId: null,
		channels: null,
		tags: null,
		payload: '{"n":1.0}',
		body: null,
		contentType: "application/json",
		withContent: true,
		payloadExpiresAt: null,
		onlyEndpointId: null,
		requestKey: null,
		schemaCheck: null,
		...fields,
	};
}

export function toAccepted(accepted: Accepted) {
	if (accepted.kind !== "accepted")
		throw new Error(`the message is not accepted: ${accepted.kind}`);
	return accepted;
}

let lastSeq = 0;

export function newTask(fields: Partial<DeliveryTask> = {}): DeliveryTask {
	// Another file, or another test, may have moved the clock ahead.
	const isAhead = lastSeq > firstSeq(Date.now() + 1000);
	lastSeq = nextSeq(isAhead ? 0 : lastSeq, Date.now());
	const messageId = toId("msg", lastSeq, randomBytes(16));
	const item = { messageId, eventType: "user.created", channels: null, tags: null };
	return { ...item, number: 1, trigger: "scheduled", ...fields };
}

/** What a sender reports of an attempt that ended now. */
export function toReport(task: DeliveryTask, status: number, startAt = Date.now()): AttemptReport {
	const outcome: Outcome = {
		failure: failureOfStatus(status),
		status,
		startedAt: Date.now(),
		durationMs: 0,
		response: "",
		responseHeaders: [],
	};
	return { task, startAt, url: "https://example.com/", outcome };
}

export async function attemptsOf({ lane }: Pick<Room, "lane">, query: Partial<AttemptQuery> = {}) {
	const page = await lane.listAttempts({
		limit: 250,
		iterator: null,
		messageId: null,
		succeeded: null,
		statusClass: null,
		channel: null,
		tag: null,
		eventTypes: null,
		after: null,
		before: null,
		...query,
	});
	return page.data;
}

/** What is sent of `newMessage()`. */
export const CONTENT = { body: '{"n":1.0}', contentType: "application/json" };

export function alarmOf(stub: DurableObjectStub): Promise<number | null> {
	return runInDurableObject(stub, (_object, state) => state.storage.getAlarm());
}

const DAY_MS = 86_400_000;

/** When an object looks at its work again; an alarm that is days away only forgets what is old. */
export async function workAlarmOf(stub: DurableObjectStub): Promise<number | null> {
	const at = await alarmOf(stub);
	return at === null || at > Date.now() + DAY_MS ? null : at;
}

/** All rows, in order; those of messages and attempts out of all their partitions. */
export function rowsOf(
	stub: DurableObjectStub,
	name: "messages" | "attempts" | "deliveries" | "payloads",
) {
	return runInDurableObject(stub, (_object, { storage: { sql } }) => {
		const tables = tablesIn(sql, name);
		const rows = tables.flatMap((table) => [...sql.exec(`SELECT * FROM ${table}`)]);
		return rows.sort((a, b) => Number(a.seq) - Number(b.seq));
	});
}

/** The partitions that there are, oldest first; or the one table of that name. */
export function tablesOf(stub: DurableObjectStub, name: string): Promise<string[]> {
	return runInDurableObject(stub, (_object, { storage }) => tablesIn(storage.sql, name));
}

function tablesIn(sql: SqlStorage, name: string): string[] {
	const found = sql.exec<{ name: string }>(
		"SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ? OR name = ? ORDER BY name",
		`${name}_[0-9]*`,
		name,
	);
	return [...found].map((table) => table.name);
}

/** An alarm later than this is for retention. */
const FAR_MS = 3_600_000;

/** Runs both objects' alarms until neither has a near one; the clock stands still meanwhile. */
export async function settle({
	storeStub,
	laneStub,
}: Pick<Room, "storeStub" | "laneStub">): Promise<void> {
	for (let runs = 0; runs < 20; runs++) {
		const ran = [await runNearAlarm(storeStub), await runNearAlarm(laneStub)];
		if (!ran.includes(true)) return;
	}
	throw new Error("the alarms do not end");
}

async function runNearAlarm(stub: DurableObjectStub): Promise<boolean> {
	const at = await alarmOf(stub);
	if (at === null || at - Date.now() > FAR_MS) return false;
	return runDurableObjectAlarm(stub);
}

/** Moves the clock that tests and objects share; `vi.useRealTimers` gives the real one back. */
export function moveClock(ms: number): void {
	const now = Date.now() + ms;
	vi.useFakeTimers({ toFake: ["Date"] });
	vi.setSystemTime(now);
}
