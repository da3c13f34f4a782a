// The object that decides when something is sent to one endpoint, and remembers what came of it.
import { DurableObject } from "cloudflare:workers";
import type { AttemptReport, DeliveryItem, DeliveryTask, Route } from "../core/delivery.ts";
import { type EndpointId, ID_RANDOM_BYTES, isId, nextSeq, seqOf, toId } from "../core/ids.ts";
import { isSuccess } from "../core/outcome.ts";
import { planPage, toEnvelope } from "../core/page.ts";
import { nextRetryAt } from "../core/retry.ts";
import type { Env } from "../env.ts";
import { randomBytes, randomShare, systemClock } from "../platform/clock.ts";
import { type Config, parseConfig } from "../platform/config.ts";
import type { AttemptQuery, LaneRpc } from "../platform/lane-client.ts";
import { logError } from "../platform/log.ts";
import { createSenders, type Senders } from "../platform/sender-client.ts";
import { createDb, type Db } from "../store/db.ts";
import { findRoute } from "../store/routes.ts";
import { laneSql, toAttemptRecord, toDeliveryRow, toTask } from "./endpoint-lane.sql.ts";
import { ROUTES_LIFE_MS } from "./route-table.ts";

/** Outcomes wait this long for others, so that many share one commit. Lost ones are found by MessageStore. */
const FLUSH_AFTER_MS = 20;
const FLUSH_AT_ONCE = 200;
const WATCHDOG_MS = 30_000;
/** Beyond the delivery timeout: what a sender needs to report. */
const LEASE_SLACK_MS = 10_000;
const DUE_AT_ONCE = 300;
const AFTER_ERROR_MS = 5_000;

type Lease = { item: DeliveryItem; until: number };

export class EndpointLane extends DurableObject<Env> implements LaneRpc {
	readonly #config: Config;
	readonly #sql: ReturnType<typeof laneSql>;
	readonly #db: Db;
	readonly #senders: Senders;
	readonly #clock = systemClock;
	/** Changes when the object lost its memory; MessageStore compares it. */
	readonly #epoch = crypto.randomUUID();
	/** Granted and not yet durable, by sequence number of the message. */
	readonly #leases = new Map<number, Lease>();
	#reports: AttemptReport[] = [];
	#flushTimer: ReturnType<typeof setTimeout> | null = null;
	#route: { route: Route | null; readAt: number } | null = null;
	/** Counts the endpoint's changes. */
	#routeVersion = 0;
	#lastSeq: number;
	#alarmAt: number | null = null;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#config = parseConfig(env);
		this.#sql = laneSql(ctx.storage.sql);
		this.#db = createDb(env.DB);
		this.#senders = createSenders(ctx.exports);
		this.#lastSeq = this.#sql.lastAttemptSeq();
		void ctx.blockConcurrencyWhile(async () => {
			this.#alarmAt = await ctx.storage.getAlarm();
		});
	}

	get #endpointId(): EndpointId {
		return this.ctx.id.name as EndpointId; // safe because only `createLanes` names objects
	}

	async offer(route: Route, items: DeliveryItem[], isFirst: boolean) {
		const now = this.#clock();
		this.#learnRoute(route, now);
		const until = now + this.#config.deliveryTimeoutMs + LEASE_SLACK_MS;
		if (!isFirst) this.#flush();
		const granted = items.map((item) => {
			const seq = seqOf(item.messageId);
			if (!isFirst && (this.#leases.has(seq) || this.#sql.hasMessage(seq))) return false;
			this.#leases.set(seq, { item, until });
			return true;
		});
		return { epoch: this.#epoch, granted };
	}

	async state() {
		this.#flush();
		const now = this.#clock();
		for (const [seq, lease] of this.#leases) {
			// Whoever had the lease is gone: the lane sends it itself.
			if (lease.until <= now) this.#queue(seq, lease.item, now);
		}
		const open = [...this.#leases.values()].map(({ item }) => item.messageId);
		return { epoch: this.#epoch, open };
	}

	async recover(route: Route, items: DeliveryItem[]): Promise<void> {
		const now = this.#clock();
		this.#learnRoute(route, now);
		this.#flush();
		for (const item of items) {
			const seq = seqOf(item.messageId);
			const lease = this.#leases.get(seq);
			if (lease !== undefined) this.#queue(seq, item, lease.until);
			else if (!this.#sql.hasMessage(seq)) this.#queue(seq, item, now);
		}
	}

	#queue(seq: number, item: DeliveryItem, dueAt: number): void {
		this.#leases.delete(seq);
		this.#sql.putDelivery(toDeliveryRow({ ...item, number: 1, trigger: "scheduled" }, dueAt));
		this.#arm(dueAt);
	}

	async report(reports: AttemptReport[]): Promise<void> {
		this.#reports.push(...reports);
		if (this.#reports.length >= FLUSH_AT_ONCE) this.#flush();
		else this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
	}

	/** Writes all waiting outcomes in one transaction: nothing in here awaits. */
	#flush(): void {
		if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
		this.#flushTimer = null;
		for (const report of this.#reports.splice(0)) {
			try {
				this.#record(report);
			} catch (error) {
				// Its lease runs out, and it is sent again; the others are not held up.
				logError("record_failed", error, { endpointId: this.#endpointId });
			}
		}
	}

	#record({ task, url, outcome }: AttemptReport): void {
		const seq = nextSeq(this.#lastSeq, this.#clock());
		const messageSeq = seqOf(task.messageId);
		// A sender that was given up may still report: what came of the message meanwhile counts.
		const isLate = !isSuccess(outcome) && this.#sql.isDecided(messageSeq, task.number);
		const retryAt = isSuccess(outcome) || isLate ? null : this.#retryAt(task, outcome);
		const { due_at, ...delivery } = toDeliveryRow(task, null);
		this.#lastSeq = seq;
		const wasLeased = this.#leases.delete(messageSeq);
		this.#sql.insertAttempt({
			...delivery,
			seq,
			id: toId("atmpt", seq, randomBytes(ID_RANDOM_BYTES)),
			failure: outcome.failure,
			status: outcome.status,
			started_at: outcome.startedAt,
			duration_ms: outcome.durationMs,
			next_at: retryAt,
			url,
			response_headers: JSON.stringify(outcome.responseHeaders),
			response: outcome.response,
		});
		if (retryAt !== null) {
			this.#sql.putDelivery(toDeliveryRow({ ...task, number: task.number + 1 }, retryAt));
			this.#arm(retryAt);
		} else if (!isLate && !wasLeased) {
			this.#sql.deleteDelivery(messageSeq);
		}
	}

	#retryAt(task: DeliveryTask, outcome: AttemptReport["outcome"]): number | null {
		if (task.trigger === "manual") return null;
		const endedAt = outcome.startedAt + outcome.durationMs;
		return nextRetryAt(this.#config.retryScheduleSeconds, task.number, endedAt, randomShare());
	}

	#arm(at: number): void {
		if (this.#alarmAt !== null && this.#alarmAt <= at) return;
		this.#alarmAt = at;
		void this.ctx.storage.setAlarm(at);
	}

	override async alarm(): Promise<void> {
		const now = this.#clock();
		this.#alarmAt = null;
		this.#arm(now + WATCHDOG_MS);
		let earliest = 0;
		try {
			this.#flush();
			await this.#sendDue(now);
		} catch (error) {
			earliest = now + AFTER_ERROR_MS;
			logError("send_due_failed", error, { endpointId: this.#endpointId });
		} finally {
			const next = this.#sql.nextDueAt();
			this.#alarmAt = null;
			if (next === null) void this.ctx.storage.deleteAlarm();
			else this.#arm(Math.max(next, earliest));
		}
	}

	/** Leases what is due and gives it to senders; they report, or the lease runs out and it is due again. */
	async #sendDue(now: number): Promise<void> {
		const route = await this.#readRoute(now);
		if (route === null) return this.#sql.deleteDeliveries();
		if (route.disabled) return this.#sql.stopDeliveries();
		const rows = this.#sql.due(now, DUE_AT_ONCE);
		const leaseUntil = now + this.#config.deliveryTimeoutMs + LEASE_SLACK_MS;
		for (const row of rows) this.#sql.setDueAt(row.message_seq, leaseUntil);
		const grants = rows.map((row) => ({ route, task: toTask(row) }));
		await this.#senders.deliverAll(grants, null);
	}

	async #readRoute(now: number): Promise<Route | null> {
		while (this.#route === null || now - this.#route.readAt >= ROUTES_LIFE_MS) {
			const version = this.#routeVersion;
			const route = await findRoute(this.#db, this.#endpointId);
			// A change while the query ran: what it read may be from before.
			if (version === this.#routeVersion) this.#route = { route, readAt: now };
		}
		return this.#route.route;
	}

	/** A route that comes with an offer may be old: that the endpoint is disabled is read from D1 only. */
	#learnRoute(route: Route, now: number): void {
		if (!route.disabled) this.#route = { route, readAt: now };
	}

	async invalidate(): Promise<void> {
		const now = this.#clock();
		this.#route = null;
		this.#routeVersion++;
		const route = await this.#readRoute(now);
		if (route === null) this.#sql.deleteDeliveries();
		else if (route.disabled) this.#sql.stopDeliveries();
		else this.#sql.resumeDeliveries(now);
		const next = this.#sql.nextDueAt();
		if (next !== null) this.#arm(next);
	}

	async listAttempts(query: AttemptQuery) {
		this.#flush();
		const plan = planPage(query.limit, query.iterator, "descending");
		const key = plan.key !== null && isId("atmpt", plan.key) ? plan.key : null;
		const messageSeq = query.messageId === null ? null : seqOf(query.messageId);
		const rows = this.#sql.listAttempts(plan, key, { ...query, messageSeq });
		const endpointId = this.#endpointId;
		return toEnvelope(
			plan,
			rows,
			(row) => row.id,
			(row) => toAttemptRecord(row, endpointId),
		);
	}

	async findAttempt(attemptId: string) {
		this.#flush();
		if (!isId("atmpt", attemptId)) return null;
		const row = this.#sql.findAttempt(seqOf(attemptId));
		return row?.id === attemptId ? toAttemptRecord(row, this.#endpointId) : null;
	}
}
