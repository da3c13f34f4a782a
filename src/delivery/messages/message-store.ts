// The object that decides that a message exists, and sees to it that every lane gets what is theirs.
import { DurableObject } from "cloudflare:workers";
import type { Grant, MessageRecord } from "../../core/delivery.ts";
import {
	type ApplicationId,
	type EndpointId,
	ID_RANDOM_BYTES,
	type MessageId,
	nextSeq,
	seqOf,
	toId,
} from "../../core/ids.ts";
import { chooseRoutes } from "../../core/match.ts";
import type { Env } from "../../env.ts";
import { randomBytes, systemClock } from "../../platform/clock.ts";
import { parseConfig } from "../../platform/config.ts";
import { createLanes } from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";
import type {
	Accepted,
	MessageQuery,
	MessageSpan,
	MessageStoreRpc,
	NewMessage,
	ScanQuery,
	Walk,
} from "../../platform/message-store-client.ts";
import { createDb } from "../../store/db.ts";
import { objectName } from "../object-name.ts";
import { HandOver } from "./hand-over.ts";
import { MessageReader } from "./message-reader.ts";
import { toMessageRecord, toMessageRow } from "./message-rows.sql.ts";
import { scanMessages, walkMessages } from "./message-scan.ts";
import { messageSql } from "./message-store.sql.ts";
import { RequestKeys } from "./request-keys.ts";
import { RouteTable } from "./route-table.ts";
import { StoreAlarm } from "./store-alarm.ts";

/** Endpoints that get a message directly; beyond them the queue hands over in chunks. */
const DIRECT_ENDPOINTS_MAX = 25;
/** How long after a hand-over the lanes are asked what they have made durable. */
const VERIFY_AFTER_MS = 5_000;
/** Between the parts of a verification of many lanes. */
const NEXT_PART_MS = 1_000;
/** Beyond the delivery timeout: what a sender needs to report. */
const REPORT_SLACK_MS = 5_000;

export class MessageStore extends DurableObject<Env> implements MessageStoreRpc {
	readonly #applicationId: ApplicationId;
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #reader: MessageReader;
	readonly #handOver: HandOver;
	readonly #clock = systemClock;
	readonly #routes: RouteTable;
	readonly #requestKeys: RequestKeys;
	readonly #alarm: StoreAlarm;
	#lastSeq: number;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		const config = parseConfig(env);
		// safe because only `createMessageStores` names objects
		this.#applicationId = objectName(ctx) as ApplicationId;
		this.#sql = messageSql(ctx.storage.sql, config.retentionDays, this.#clock);
		this.#reader = new MessageReader(this.#sql);
		this.#handOver = new HandOver(
			this.#sql,
			createLanes(env.ENDPOINT_LANE),
			this.#clock,
			config.deliveryTimeoutMs + REPORT_SLACK_MS,
		);
		this.#routes = new RouteTable(createDb(env.DB), this.#clock);
		this.#lastSeq = this.#sql.lastRow()?.seq ?? 0;
		this.#requestKeys = new RequestKeys(this.#sql, this.#clock());
		this.#alarm = new StoreAlarm(ctx.storage);
		void ctx.blockConcurrencyWhile(async () => {
			await this.#alarm.load(this.#sql.nextExpiryAt());
			if (this.#alarm.isNear(this.#clock())) this.#handOver.recover();
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
		const chosen = chooseRoutes(found.routes, message);
		const record = this.#insert(message, chosen);
		const near = chosen.sent.slice(0, DIRECT_ENDPOINTS_MAX);
		const later = chosen.sent.slice(DIRECT_ENDPOINTS_MAX).map((route) => route.endpointId);
		return { kind: "accepted", record, grants: await this.#handOver.offer(near, record), later };
	}

	#findReplay(message: NewMessage): Accepted | null {
		const seq = this.#requestKeys.find(message.requestKey, this.#clock());
		const row = seq === null ? null : this.#sql.findBySeq(seq, true);
		if (row === null) return null;
		return { kind: "replayed", record: toMessageRecord(row), withContent: row.with_content === 1 };
	}

	#insert(message: NewMessage, chosen: ReturnType<typeof chooseRoutes<Grant["route"]>>) {
		const now = this.#clock();
		const seq = nextSeq(this.#lastSeq, now);
		const id = toId("msg", seq, randomBytes(ID_RANDOM_BYTES));
		const unsettledFrom = this.#handOver.lowest(seq);
		const row = toMessageRow(message, { seq, id, ...chosen, unsettledFrom });
		this.#sql.insert(row);
		this.#lastSeq = seq;
		this.#requestKeys.add(message.requestKey, seq, now);
		const endpointIds = chosen.sent.map(({ endpointId }) => endpointId);
		this.#handOver.add(seq, endpointIds, now);
		this.#alarm.arm(this.#handOver.isOpen ? now + VERIFY_AFTER_MS : this.#sql.nextExpiryAt());
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
		this.#alarm.watch(this.#clock());
		let isMore = false;
		try {
			this.#sql.dropExpired(this.#clock());
		} catch (error) {
			logError("drop_expired_failed", error, { applicationId: this.#applicationId });
		}
		try {
			this.#handOver.recover();
			if (this.#handOver.isOpen) {
				const found = await this.#routes.read(this.#applicationId);
				isMore = await this.#handOver.verify(found?.routes ?? []);
			}
		} catch (error) {
			logError("verify_failed", error, { applicationId: this.#applicationId });
		} finally {
			this.#alarm.rest(this.#nextLook(isMore ? NEXT_PART_MS : VERIFY_AFTER_MS));
		}
	}

	#nextLook(afterMs: number): number | null {
		const soon = this.#clock() + afterMs;
		if (this.#handOver.isOpen) return soon;
		const expiryAt = this.#sql.nextExpiryAt();
		return expiryAt === null ? null : Math.max(expiryAt, soon);
	}

	async find(idOrEventId: string, withContent: boolean): Promise<MessageRecord | null> {
		return this.#reader.find(idOrEventId, withContent);
	}

	async findDestinations(idOrEventId: string) {
		return this.#reader.findDestinations(idOrEventId);
	}

	async contents(messageIds: MessageId[]) {
		return messageIds.map((id) => this.#reader.findContent(id));
	}

	async list(query: MessageQuery) {
		return this.#reader.list(query);
	}

	async scan(query: ScanQuery) {
		return scanMessages(this.#sql, query);
	}

	async findMany(seqs: number[], withContent: boolean) {
		return this.#reader.findMany(seqs, withContent);
	}

	async walk(work: Walk, span: MessageSpan) {
		return walkMessages(this.#sql, work, span);
	}

	async expunge(idsOrEventIds: string[]): Promise<boolean[]> {
		return idsOrEventIds.map((id) => {
			const row = this.#reader.findRow(id, false);
			if (row !== null) this.#sql.expunge(row);
			return row !== null;
		});
	}

	async invalidate(): Promise<void> {
		this.#routes.invalidate();
	}
}
