// The object that decides when something is sent to one endpoint, and remembers what came of it.
import { DurableObject } from "cloudflare:workers";
import type { AttemptReport, DeliveryItem, DeliveryTask } from "../core/delivery.ts";
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
import { createDb } from "../store/db.ts";
import { attemptSql, toAttemptRecord } from "./attempts.sql.ts";
import { deliverySql, toDeliveryRow, toTask } from "./deliveries.sql.ts";
import { objectName } from "./object-name.ts";
import { RouteOfLane } from "./route-of-lane.ts";

/** Outcomes wait this long for others, so that many share one commit. Lost ones are found by MessageStore. */
const FLUSH_AFTER_MS = 20;
const FLUSH_AT_ONCE = 200;
const WATCHDOG_MS = 30_000;
/** Beyond the delivery timeout: what a sender needs to report. */
const LEASE_SLACK_MS = 10_000;
/** Attempts that senders make for one lane at the same time, beside first ones. */
const SENT_MAX = 64;
/** How often a lane with stopped deliveries looks whether its endpoint is enabled again. */
const STOPPED_CHECK_MS = 10 * 60_000;
const AFTER_ERROR_MS = 5_000;

type Lease = { item: DeliveryItem; until: number };

export class EndpointLane extends DurableObject<Env> implements LaneRpc {
	readonly #endpointId: EndpointId;
	readonly #config: Config;
	readonly #leaseMs: number;
	readonly #attempts: ReturnType<typeof attemptSql>;
	readonly #deliveries: ReturnType<typeof deliverySql>;
	readonly #senders: Senders;
	readonly #clock = systemClock;
	/** Changes when the object lost its memory; MessageStore compares it. */
	readonly #epoch = crypto.randomUUID();
	/** Granted and not yet durable, by sequence number of the message. */
	readonly #leases = new Map<number, Lease>();
	#reports: AttemptReport[] = [];
	#flushTimer: ReturnType<typeof setTimeout> | null = null;
	/** Waiting deliveries that senders have, and until when: what keeps a lane from sending all at once. */
	readonly #sent = new Map<number, number>();
	/** More may be due than senders were free for. */
	#isMoreDue = false;
	/** Deliveries wait for their endpoint to be enabled. */
	#isStopped: boolean;
	readonly #route: RouteOfLane;
	#lastSeq: number;
	#alarmAt: number | null = null;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		// safe because only `createLanes` names objects
		this.#endpointId = objectName(ctx) as EndpointId;
		this.#config = parseConfig(env);
		this.#leaseMs = this.#config.deliveryTimeoutMs + LEASE_SLACK_MS;
		this.#attempts = attemptSql(ctx.storage.sql);
		this.#deliveries = deliverySql(ctx.storage.sql);
		this.#route = new RouteOfLane(createDb(env.DB));
		this.#isStopped = this.#deliveries.hasStopped();
		this.#senders = createSenders(ctx.exports);
		this.#lastSeq = this.#attempts.lastSeq();
		void ctx.blockConcurrencyWhile(async () => {
			this.#alarmAt = await ctx.storage.getAlarm();
		});
	}

	async offer(items: DeliveryItem[], isFirst: boolean) {
		const until = this.#clock() + this.#leaseMs;
		if (!isFirst) this.#flush();
		const granted = items.map((item) => {
			const seq = seqOf(item.messageId);
			if (!isFirst && (this.#leases.has(seq) || this.#hasMessage(seq))) return false;
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

	async recover(items: DeliveryItem[]): Promise<void> {
		const now = this.#clock();
		this.#flush();
		for (const item of items) {
			const seq = seqOf(item.messageId);
			const lease = this.#leases.get(seq);
			if (lease !== undefined) this.#queue(seq, item, lease.until);
			else if (!this.#hasMessage(seq)) this.#queue(seq, item, now);
		}
	}

	/** True when there is a durable trace of the message: an attempt or a waiting delivery. */
	#hasMessage(seq: number): boolean {
		return this.#deliveries.hasMessage(seq) || this.#attempts.hasMessage(seq);
	}

	#queue(seq: number, item: DeliveryItem, dueAt: number): void {
		this.#leases.delete(seq);
		this.#deliveries.put(toDeliveryRow({ ...item, number: 1, trigger: "scheduled" }, dueAt));
		this.#arm(dueAt);
	}

	async report(reports: AttemptReport[]): Promise<void> {
		this.#reports.push(...reports);
		if (this.#reports.length >= FLUSH_AT_ONCE) this.#flush();
		else this.#flushTimer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
	}

	/** Writes all waiting outcomes in one commit: nothing in here awaits. */
	#flush(): void {
		if (this.#flushTimer !== null) clearTimeout(this.#flushTimer);
		this.#flushTimer = null;
		for (const report of this.#reports.splice(0)) {
			const seq = seqOf(report.task.messageId);
			try {
				const retryAt = this.ctx.storage.transactionSync(() => this.#record(report));
				if (retryAt !== null) this.#arm(retryAt);
				this.#leases.delete(seq);
			} catch (error) {
				// Nothing of it is written: its lease runs out, and it is sent again.
				logError("record_failed", error, { endpointId: this.#endpointId });
			}
			this.#sent.delete(seq);
		}
		if (!this.#isMoreDue || this.#sent.size >= SENT_MAX) return;
		this.#isMoreDue = false;
		this.#arm(this.#clock());
	}

	/** Stores an attempt and what follows from it. Returns when the next one is due, null for never. */
	#record({ task, url, outcome }: AttemptReport): number | null {
		const seq = nextSeq(this.#lastSeq, this.#clock());
		const messageSeq = seqOf(task.messageId);
		// A sender that was given up may still report: what came of the message meanwhile counts.
		const isLate = !isSuccess(outcome) && this.#attempts.isDecided(messageSeq, task.number);
		const retryAt = isSuccess(outcome) || isLate ? null : this.#retryAt(task, outcome);
		const { due_at, ...delivery } = toDeliveryRow(task, null);
		this.#attempts.insert({
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
			this.#deliveries.put(toDeliveryRow({ ...task, number: task.number + 1 }, retryAt));
		} else if (!isLate) {
			this.#deliveries.delete(messageSeq);
		}
		this.#lastSeq = seq;
		return retryAt;
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
			const next = this.#nextWake();
			this.#alarmAt = null;
			if (next === null) void this.ctx.storage.deleteAlarm();
			else this.#arm(Math.max(next, earliest));
		}
	}

	#nextWake(): number | null {
		const dueAt = this.#deliveries.nextDueAt();
		// While all senders are busy, a report wakes the lane, or the end of a lease.
		if (this.#sent.size >= SENT_MAX) return Math.max(dueAt ?? 0, Math.min(...this.#sent.values()));
		if (dueAt !== null) return dueAt;
		return this.#isStopped ? this.#clock() + STOPPED_CHECK_MS : null;
	}

	/** Leases what is due and gives it to senders; they report, or the lease runs out and it is due again. */
	async #sendDue(now: number): Promise<void> {
		const route = await this.#route.read(this.#endpointId, now);
		if (route === null) return this.#deliveries.deleteAll();
		if (route.disabled) return this.#stop();
		this.#resume(now);
		for (const [seq, until] of this.#sent) if (until <= now) this.#sent.delete(seq);
		const room = SENT_MAX - this.#sent.size;
		const rows = room > 0 ? this.#deliveries.due(now, room) : [];
		this.#isMoreDue = rows.length === room;
		const until = now + this.#leaseMs;
		for (const row of rows) {
			this.#deliveries.setDueAt(row.message_seq, until);
			this.#sent.set(row.message_seq, until);
		}
		const grants = rows.map((row) => ({ route, task: toTask(row) }));
		await this.#senders.deliverAll(grants, null);
	}

	#stop(): void {
		this.#deliveries.stopAll();
		this.#isStopped = this.#deliveries.hasStopped();
	}

	/** What was stopped goes on, also when nobody told the lane that its endpoint was enabled. */
	#resume(now: number): void {
		if (this.#isStopped) this.#deliveries.resumeAll(now);
		this.#isStopped = false;
	}

	async invalidate(): Promise<void> {
		const now = this.#clock();
		this.#route.invalidate();
		const route = await this.#route.read(this.#endpointId, now);
		if (route === null) this.#deliveries.deleteAll();
		else if (route.disabled) this.#stop();
		else this.#resume(now);
		const next = this.#nextWake();
		if (next !== null) this.#arm(next);
	}

	async listAttempts(query: AttemptQuery) {
		this.#flush();
		const plan = planPage(query.limit, query.iterator, "descending");
		const key = plan.key !== null && isId("atmpt", plan.key) ? plan.key : null;
		const messageSeq = query.messageId === null ? null : seqOf(query.messageId);
		const rows = this.#attempts.list(plan, key, { ...query, messageSeq });
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
		const row = this.#attempts.find(seqOf(attemptId));
		return row?.id === attemptId ? toAttemptRecord(row, this.#endpointId) : null;
	}
}
