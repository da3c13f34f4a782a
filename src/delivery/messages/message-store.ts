// The object that decides that a message exists, and sees to it that every lane gets what is theirs.
import { DurableObject } from "cloudflare:workers";
import type { Grant, MessageRecord } from "../../core/delivery.ts";
import {
	type ApplicationId,
	type EndpointId,
	type MessageId,
	seqFrom,
	seqOf,
} from "../../core/ids.ts";
import type { RouteChange } from "../../core/route-changes.ts";
import type { Env } from "../../env.ts";
import { systemClock } from "../../platform/clock.ts";
import { parseConfig } from "../../platform/config.ts";
import { type CancelQuery, createLanes } from "../../platform/lane-client.ts";
import type {
	Accepted,
	MessageQuery,
	MessageSpan,
	MessageStoreRpc,
	NewMessage,
	RoutesRead,
	ScanQuery,
	Walk,
} from "../../platform/message-store-client.ts";
import { createDb } from "../../store/db.ts";
import { objectName } from "../object-name.ts";
import { HandOver } from "./hand-over.ts";
import { Intake } from "./intake.ts";
import { KnownChanges } from "./known-changes.ts";
import { MessageReader } from "./message-reader.ts";
import { toMessageRecord } from "./message-rows.sql.ts";
import { scanMessages, walkMessages } from "./message-scan.ts";
import { messageSql } from "./message-store.sql.ts";
import { RouteTable } from "./route-table.ts";
import { StoreAlarm } from "./store-alarm.ts";
import { StoreChores } from "./store-chores.ts";
import { Tails } from "./tails.ts";

/** A session's end is noticed this soon. */
const TAIL_SLACK_MS = 1_000;
/** Beyond the delivery timeout: what a sender needs to report. */
const REPORT_SLACK_MS = 5_000;

export class MessageStore extends DurableObject<Env> implements MessageStoreRpc {
	readonly #applicationId: ApplicationId;
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #reader: MessageReader;
	readonly #handOver: HandOver;
	readonly #clock = systemClock;
	readonly #routes: RouteTable;
	readonly #alarm: StoreAlarm;
	readonly #tails: Tails;
	readonly #chores: StoreChores;
	readonly #intake: Intake;

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
		this.#routes = new RouteTable(createDb(env.DB), this.#clock, new KnownChanges(ctx.storage));
		this.#alarm = new StoreAlarm(ctx.storage);
		this.#tails = new Tails({
			ctx,
			applicationId: this.#applicationId,
			db: createDb(env.DB),
			clock: this.#clock,
			arm: (at) => this.#alarm.arm(at, TAIL_SLACK_MS),
		});
		const parts = {
			applicationId: this.#applicationId,
			sql: this.#sql,
			routes: this.#routes,
			handOver: this.#handOver,
			tails: this.#tails,
			clock: this.#clock,
		};
		this.#chores = new StoreChores(parts);
		this.#intake = new Intake({
			...parts,
			written: (now) => this.#alarm.arm(this.#chores.afterWrite(now)),
		});
		void ctx.blockConcurrencyWhile(async () => {
			await this.#alarm.load(this.#sql.nextExpiryAt());
			if (this.#alarm.isNear(this.#clock())) this.#handOver.recover();
		});
	}

	async accept(message: NewMessage, uid?: string, brought?: RoutesRead): Promise<Accepted> {
		return this.#intake.accept(message, uid, brought);
	}

	async unanswered(endpointId: EndpointId, query: CancelQuery): Promise<number[]> {
		const [from, to] =
			"messageId" in query
				? [seqOf(query.messageId), seqOf(query.messageId) + 1]
				: [0, seqFrom(query.before)];
		return this.#handOver.unanswered(endpointId, from, to);
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
		this.#alarm.rest(await this.#chores.run());
	}

	async find(idOrEventId: string, withContent: boolean): Promise<MessageRecord | null> {
		return this.#reader.find(idOrEventId, withContent);
	}

	async findPayload(idOrEventId: string) {
		return this.#reader.findPayload(idOrEventId);
	}

	async findDestinations(idOrEventId: string) {
		return this.#reader.findDestinations(idOrEventId);
	}

	async findManyDestinations(messageIds: MessageId[]) {
		return this.#reader.findManyDestinations(messageIds);
	}

	async contents(messageIds: MessageId[]) {
		return messageIds.map((id) => this.#reader.findContent(id));
	}

	async list(query: MessageQuery) {
		return this.#reader.list(query);
	}

	async scan(query: ScanQuery) {
		return scanMessages(this.#sql, query, (seq) => this.#handOver.isOpenAt(query.endpointId, seq));
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

	async invalidate(change?: RouteChange): Promise<void> {
		this.#routes.invalidate(change);
	}

	/** The one request that is no call: a WebSocket cannot be handed over in one. */
	override async fetch(request: Request): Promise<Response> {
		return this.#tails.open(request);
	}

	async checkTails(): Promise<void> {
		await this.#tails.check();
	}

	override webSocketMessage(socket: WebSocket): void {
		this.#tails.heard(socket);
	}

	override webSocketClose(socket: WebSocket): void {
		this.#tails.closed(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.#tails.closed(socket);
	}
}
