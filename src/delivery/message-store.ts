// The object that decides that a message exists, and sees to it that every lane gets what is theirs.
import { DurableObject } from "cloudflare:workers";
import type { DeliveryItem, Grant, MessageRecord, Route } from "../core/delivery.ts";
import {
	type ApplicationId,
	type EndpointId,
	firstSeq,
	ID_RANDOM_BYTES,
	isId,
	type MessageId,
	nextSeq,
	seqOf,
	toId,
} from "../core/ids.ts";
import { isMatch } from "../core/match.ts";
import { planPage, toEnvelope } from "../core/page.ts";
import { judgeOffer, Unsettled } from "../core/unsettled.ts";
import type { Env } from "../env.ts";
import { type Config, parseConfig } from "../platform/config.ts";
import { randomBytes, systemClock } from "../platform/clock.ts";
import { createLanes, type Lanes } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";
import type {
	Accepted,
	MessageQuery,
	MessageStoreRpc,
	NewMessage,
} from "../platform/message-store-client.ts";
import { createDb, type Db } from "../store/db.ts";
import { AutoKeys } from "./auto-keys.ts";
import { endpointsOf, messageSql, toMessageRecord } from "./message-store.sql.ts";
import { Outbox } from "./outbox.ts";
import { RouteTable } from "./route-table.ts";

/** Endpoints that get a message directly; beyond them the queue hands over in chunks. */
const DIRECT_ENDPOINTS_MAX = 25;
/** How long after a hand-over the lanes are asked what they have made durable. */
const VERIFY_AFTER_MS = 5_000;
const WATCHDOG_MS = 30_000;
/** Beyond the delivery timeout: what a sender needs to report. */
const REPORT_SLACK_MS = 5_000;
const LANES_AT_ONCE = 25;
const REQUEST_KEY_LIFE_MS = 12 * 3_600_000;

export class MessageStore extends DurableObject<Env> implements MessageStoreRpc {
	readonly #config: Config;
	readonly #sql: ReturnType<typeof messageSql>;
	readonly #db: Db;
	readonly #lanes: Lanes;
	readonly #clock = systemClock;
	readonly #routes: RouteTable;
	readonly #unsettled = new Unsettled();
	readonly #autoKeys: AutoKeys;
	readonly #outboxes = new Map<EndpointId, Outbox>();
	#lastSeq: number;
	#isArmed = false;
	#isRecovered = false;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#config = parseConfig(env);
		this.#sql = messageSql(ctx.storage.sql);
		this.#db = createDb(env.DB);
		this.#lanes = createLanes(env.ENDPOINT_LANE);
		this.#routes = new RouteTable(this.#db, this.#clock);
		this.#lastSeq = this.#sql.lastRow()?.seq ?? 0;
		this.#autoKeys = new AutoKeys(this.#sql, this.#clock());
		void ctx.blockConcurrencyWhile(async () => {
			// An armed alarm is the durable sign that something may not be settled.
			if ((await ctx.storage.getAlarm()) !== null) this.#recover();
		});
	}

	get #applicationId(): ApplicationId {
		return this.ctx.id.name as ApplicationId; // safe because only `createMessageStores` names objects
	}

	async accept(message: NewMessage): Promise<Accepted> {
		const routes = await this.#routes.read(this.#applicationId);
		if (routes === null) return { kind: "no_application" };

		// From here to the insert nothing awaits: check and write are one step.
		const replay = this.#findReplay(message);
		if (replay !== null) return replay;
		if (message.eventId !== null && this.#sql.findByEventId(message.eventId) !== null) {
			return { kind: "duplicate" };
		}
		const matched = routes.filter((route) => isMatch(route, message));
		const record = this.#insert(message, matched);
		const near = matched.slice(0, DIRECT_ENDPOINTS_MAX);
		const later = matched.slice(DIRECT_ENDPOINTS_MAX).map((route) => route.endpointId);
		return { kind: "accepted", record, grants: await this.#offer(near, record), later };
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
			unsettled_from: this.#unsettled.lowest(seq),
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
		this.#unsettled.add(seq, endpointIds, now);
		if (endpointIds.length > 0) this.#arm(now + VERIFY_AFTER_MS);
		return toMessageRecord(row);
	}

	/** Offers a message to lanes in parallel. A lane that does not answer is asked again by the alarm. */
	async #offer(routes: Route[], record: MessageRecord): Promise<Grant[]> {
		const item = toItem(record);
		const seq = seqOf(record.id);
		const grants = routes.map(async (route): Promise<Grant | null> => {
			try {
				const { epoch, granted } = await this.#outbox(route.endpointId).offer(route, item);
				this.#unsettled.answered(seq, route.endpointId, epoch);
				return granted ? { route, task: { ...item, number: 1, trigger: "scheduled" } } : null;
			} catch (error) {
				logError("offer_failed", error, { endpointId: route.endpointId });
				return null;
			}
		});
		return (await Promise.all(grants)).filter((grant) => grant !== null);
	}

	#outbox(endpointId: EndpointId): Outbox {
		let outbox = this.#outboxes.get(endpointId);
		if (outbox === undefined) {
			outbox = new Outbox(this.#lanes.of(endpointId));
			this.#outboxes.set(endpointId, outbox);
		}
		return outbox;
	}

	async handOver(messageId: MessageId, endpointIds: EndpointId[]): Promise<Grant[]> {
		const seq = seqOf(messageId);
		const row = this.#sql.findBySeq(seq, false);
		const routes = (await this.#routes.read(this.#applicationId)) ?? [];
		if (row === null) return [];
		const item = toItem(toMessageRecord(row));
		const wanted = new Set(endpointIds);
		const grants: Grant[] = [];
		await Promise.all(
			routes
				.filter((route) => wanted.has(route.endpointId))
				.map(async (route) => {
					const { epoch, granted } = await this.#lanes.of(route.endpointId).offer(route, [item], false);
					this.#unsettled.answered(seq, route.endpointId, epoch);
					if (granted[0] === true) {
						grants.push({ route, task: { ...item, number: 1, trigger: "scheduled" } });
					}
				}),
		);
		return grants;
	}

	override async alarm(): Promise<void> {
		const now = this.#clock();
		this.#isArmed = false;
		this.#arm(now + WATCHDOG_MS);
		try {
			this.#recover();
			await this.#verify(now);
		} catch (error) {
			logError("verify_failed", error, { applicationId: this.#applicationId });
		} finally {
			this.#isArmed = false;
			if (this.#unsettled.size > 0) this.#arm(this.#clock() + VERIFY_AFTER_MS);
			else void this.ctx.storage.deleteAlarm();
		}
	}

	#arm(at: number): void {
		if (this.#isArmed) return;
		this.#isArmed = true;
		void this.ctx.storage.setAlarm(at);
	}

	/** Once after a restart: everything that the last message saw as open is open again. */
	#recover(): void {
		if (this.#isRecovered) return;
		this.#isRecovered = true;
		const last = this.#sql.lastRow();
		if (last === null || this.#unsettled.size > 0) return;
		for (const row of this.#sql.routesSince(last.unsettled_from)) {
			const record = toMessageRecord(row);
			this.#unsettled.add(row.seq, endpointsOf(row), record.createdAt);
		}
	}

	/** Asks each lane what is durable there; offers again what a lane has lost. */
	async #verify(now: number): Promise<void> {
		const routes = (await this.#routes.read(this.#applicationId)) ?? [];
		const byId = new Map(routes.map((route) => [route.endpointId, route]));
		const endpointIds = this.#unsettled.endpoints();
		for (let i = 0; i < endpointIds.length; i += LANES_AT_ONCE) {
			await Promise.all(
				endpointIds.slice(i, i + LANES_AT_ONCE).map(async (endpointId) => {
					try {
						await this.#verifyLane(endpointId, byId.get(endpointId), now);
					} catch (error) {
						logError("verify_lane_failed", error, { endpointId });
					}
				}),
			);
			for (const [endpointId, outbox] of this.#outboxes) {
				if (outbox.isIdle) this.#outboxes.delete(endpointId);
			}
		}
	}

	async #verifyLane(endpointId: EndpointId, route: Route | undefined, now: number): Promise<void> {
		const offers = this.#unsettled.offersTo(endpointId);
		const lane = this.#lanes.of(endpointId);
		const state = await lane.state();
		const open = new Set(state.open.map(seqOf));
		const patienceMs = this.#config.deliveryTimeoutMs + REPORT_SLACK_MS;
		const lost: DeliveryItem[] = [];
		const settled: number[] = [];
		for (const { seq, offer } of offers) {
			const verdict = judgeOffer(offer, { epoch: state.epoch, isOpen: open.has(seq) }, now, patienceMs);
			if (verdict === "open") continue;
			settled.push(seq);
			const row = verdict === "recover" ? this.#sql.findBySeq(seq, false) : null;
			if (row !== null) lost.push(toItem(toMessageRecord(row)));
		}
		// An endpoint that is gone has no route, and nothing is owed to it.
		if (lost.length > 0 && route !== undefined) await lane.recover(route, lost);
		for (const seq of settled) this.#unsettled.settle(seq, endpointId);
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
				from: query.after === null ? 0 : firstSeq(query.after),
				to: query.before === null ? Number.MAX_SAFE_INTEGER : firstSeq(query.before),
			},
			query.withContent,
		);
		return toEnvelope(plan, rows, (row) => row.id, toMessageRecord);
	}

	async invalidate(): Promise<void> {
		this.#routes.invalidate();
	}
}

function toItem(record: MessageRecord): DeliveryItem {
	const { id, eventType, channels, tags } = record;
	return { messageId: id, eventType, channels, tags };
}
