// The object that decides that a message exists, and sees to it that every lane gets what is theirs.
import { DurableObject } from "cloudflare:workers";
import type { Grant, MessageRecord, Route } from "../core/delivery.ts";
import {
	type ApplicationId,
	type EndpointId,
	firstSeq,
	ID_RANDOM_BYTES,
	isId,
	type MessageId,
	nextSeq,
	seqFrom,
	seqOf,
	toId,
} from "../core/ids.ts";
import { isMatch } from "../core/match.ts";
import { planPage, toEnvelope } from "../core/page.ts";
import type { Env } from "../env.ts";
import { randomBytes, systemClock } from "../platform/clock.ts";
import { parseConfig } from "../platform/config.ts";
import { createLanes } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";
import type {
	Accepted,
	MessageQuery,
	MessageStoreRpc,
	NewMessage,
} from "../platform/message-store-client.ts";
import { createDb } from "../store/db.ts";
import { AutoKeys } from "./auto-keys.ts";
import { HandOver } from "./hand-over.ts";
import { endpointsOf, messageSql, toMessageRecord } from "./message-store.sql.ts";
import { objectName } from "./object-name.ts";
import { RouteTable } from "./route-table.ts";

/** Endpoints that get a message directly; beyond them the queue hands over in chunks. */
const DIRECT_ENDPOINTS_MAX = 25;
/** How long after a hand-over the lanes are asked what they have made durable. */
const VERIFY_AFTER_MS = 5_000;
const WATCHDOG_MS = 30_000;
/** Beyond the delivery timeout: what a sender needs to report. */
const REPORT_SLACK_MS = 5_000;
const REQUEST_KEY_LIFE_MS = 12 * 3_600_000;

export class MessageStore extends DurableObject<Env> implements MessageStoreRpc {
	readonly #applicationId: ApplicationId;
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #handOver: HandOver;
	readonly #clock = systemClock;
	readonly #routes: RouteTable;
	readonly #autoKeys: AutoKeys;
	#lastSeq: number;
	#isArmed = false;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		// safe because only `createMessageStores` names objects
		this.#applicationId = objectName(ctx) as ApplicationId;
		this.#sql = messageSql(ctx.storage.sql);
		this.#handOver = new HandOver(
			this.#sql,
			createLanes(env.ENDPOINT_LANE),
			this.#clock,
			parseConfig(env).deliveryTimeoutMs + REPORT_SLACK_MS,
		);
		this.#routes = new RouteTable(createDb(env.DB), this.#clock);
		this.#lastSeq = this.#sql.lastRow()?.seq ?? 0;
		this.#autoKeys = new AutoKeys(this.#sql, this.#clock());
		void ctx.blockConcurrencyWhile(async () => {
			// An armed alarm is the durable sign that something may not be settled.
			if ((await ctx.storage.getAlarm()) !== null) this.#handOver.recover();
		});
	}

	async accept(message: NewMessage, uid?: string): Promise<Accepted> {
		const found = await this.#routes.read(this.#applicationId);
		const isItsName = uid === undefined || uid === found?.uid;
		if (found === null || !isItsName) return { kind: "no_application" };

		// From here to the insert nothing awaits: check and write are one step.
		const replay = this.#findReplay(message);
		if (replay !== null) return replay;
		if (message.eventId !== null && this.#sql.findByEventId(message.eventId) !== null) {
			return { kind: "duplicate" };
		}
		const matched = found.routes.filter((route) => isMatch(route, message));
		const record = this.#insert(message, matched);
		const near = matched.slice(0, DIRECT_ENDPOINTS_MAX);
		const later = matched.slice(DIRECT_ENDPOINTS_MAX).map((route) => route.endpointId);
		return { kind: "accepted", record, grants: await this.#handOver.offer(near, record), later };
	}

	#findReplay(message: NewMessage): Accepted | null {
		const key = message.requestKey;
		if (key === null) return null;
		const now = this.#clock();
		const seq = key.made
			? this.#autoKeys.find(key.digest, now)
			: this.#sql.findByRequestKey(key.digest, firstSeq(now - REQUEST_KEY_LIFE_MS))?.seq;
		const row = seq === undefined ? null : this.#sql.findBySeq(seq, true);
		if (row === null) return null;
		return { kind: "replayed", record: toMessageRecord(row), withContent: row.with_content === 1 };
	}

	#insert(message: NewMessage, matched: Route[]): MessageRecord {
		const now = this.#clock();
		const seq = nextSeq(this.#lastSeq, now);
		const endpointIds = matched.map((route) => route.endpointId);
		const row = {
			seq,
			id: toId("msg", seq, randomBytes(ID_RANDOM_BYTES)),
			event_type: message.eventType,
			event_id: message.eventId,
			channels: message.channels === null ? null : JSON.stringify(message.channels),
			tags: message.tags === null ? null : JSON.stringify(message.tags),
			endpoints: JSON.stringify(endpointIds),
			unsettled_from: this.#handOver.lowest(seq),
			request_key: message.requestKey?.made === false ? message.requestKey.digest : null,
			auto_key: message.requestKey?.made === true ? message.requestKey.digest : null,
			with_content: message.withContent ? 1 : 0,
			content_type: message.contentType,
			body: message.body,
			payload: message.payload,
		};
		this.#sql.insert(row);
		this.#lastSeq = seq;
		if (row.auto_key !== null) this.#autoKeys.add(row.auto_key, seq, now);
		this.#handOver.add(seq, endpointIds, now);
		if (endpointIds.length > 0) this.#arm(now + VERIFY_AFTER_MS);
		return toMessageRecord(row);
	}

	async handOver(messageId: MessageId, endpointIds: EndpointId[]): Promise<Grant[]> {
		const row = this.#sql.findBySeq(seqOf(messageId), false);
		if (row === null) return [];
		const routes = (await this.#routes.read(this.#applicationId))?.routes ?? [];
		const wanted = new Set(endpointIds);
		// What a disabled endpoint is owed goes to its lane by the alarm, and waits there.
		const theirs = routes.filter((route) => wanted.has(route.endpointId) && !route.disabled);
		return this.#handOver.offerAgain(theirs, toMessageRecord(row));
	}

	override async alarm(): Promise<void> {
		const now = this.#clock();
		this.#isArmed = false;
		this.#arm(now + WATCHDOG_MS);
		try {
			this.#handOver.recover();
			await this.#handOver.verify((await this.#routes.read(this.#applicationId))?.routes ?? []);
		} catch (error) {
			logError("verify_failed", error, { applicationId: this.#applicationId });
		} finally {
			this.#isArmed = false;
			if (this.#handOver.isOpen) this.#arm(this.#clock() + VERIFY_AFTER_MS);
			else void this.ctx.storage.deleteAlarm();
		}
	}

	#arm(at: number): void {
		if (this.#isArmed) return;
		this.#isArmed = true;
		void this.ctx.storage.setAlarm(at);
	}

	async find(idOrEventId: string, withContent: boolean): Promise<MessageRecord | null> {
		const row = this.#findRow(idOrEventId, withContent);
		return row === null ? null : toMessageRecord(row);
	}

	async findEndpoints(idOrEventId: string) {
		const row = this.#findRow(idOrEventId, false);
		return row === null ? null : { id: row.id, endpointIds: endpointsOf(row) };
	}

	#findRow(idOrEventId: string, withContent: boolean) {
		if (isId("msg", idOrEventId)) {
			const row = this.#sql.findBySeq(seqOf(idOrEventId), withContent);
			return row?.id === idOrEventId ? row : null;
		}
		const found = this.#sql.findByEventId(idOrEventId);
		return found === null ? null : this.#sql.findBySeq(found.seq, withContent);
	}

	async contents(messageIds: MessageId[]) {
		return messageIds.map((id) => {
			const row = this.#sql.findContent(seqOf(id));
			if (row === null || row.id !== id) return null;
			return { body: row.body ?? row.payload, contentType: row.content_type };
		});
	}

	async list(query: MessageQuery) {
		const plan = planPage(query.limit, query.iterator, "descending");
		const key = plan.key !== null && isId("msg", plan.key) ? seqOf(plan.key) : null;
		const rows = this.#sql.list(
			plan,
			key,
			{
				...query,
				from: query.after === null ? 0 : seqFrom(query.after),
				to: query.before === null ? Number.MAX_SAFE_INTEGER : seqFrom(query.before),
			},
			query.withContent,
		);
		return toEnvelope(plan, rows, (row) => row.id, toMessageRecord);
	}

	async invalidate(): Promise<void> {
		this.#routes.invalidate();
	}
}
