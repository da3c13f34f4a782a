// The object that decides when something is sent to one endpoint, and remembers what came of it.
import { DurableObject } from "cloudflare:workers";
import type { AttemptReport, DeliveryItem } from "../../core/delivery.ts";
import { type EndpointId, type MessageId, seqOf, type TaskId } from "../../core/ids.ts";
import type { ReplayTask } from "../../core/task.ts";
import type { Env } from "../../env.ts";
import { systemClock } from "../../platform/clock.ts";
import type {
	AttemptQuery,
	CancelQuery,
	LaneMessageQuery,
	LaneRpc,
	OfferTerms,
} from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";
import { objectName } from "../object-name.ts";
import { LaneChores } from "./lane-chores.ts";
import { LaneLoop } from "./lane-loop.ts";
import { listMessages } from "./lane-messages.ts";
import { createLaneParts, type LaneParts } from "./lane-parts.ts";
import { LaneReports } from "./lane-reports.ts";
import { findAttempt, listAttempts, overviewOf, standingOf, statsOf } from "./lane-view.ts";

export class EndpointLane extends DurableObject<Env> implements LaneRpc {
	readonly #endpointId: EndpointId;
	readonly #clock = systemClock;
	/** Changes when the object lost its memory; MessageStore compares it. */
	readonly #epoch = crypto.randomUUID();
	readonly #parts: LaneParts;
	readonly #loop: LaneLoop;
	readonly #reports: LaneReports;
	#isPaceKnown = false;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		// safe because only `createLanes` names objects
		this.#endpointId = objectName(ctx) as EndpointId;
		this.#parts = createLaneParts(ctx, env, this.#endpointId, () => this.#loop.wake());
		this.#loop = new LaneLoop(this.#parts, new LaneChores(this.#parts), this.#clock, (work) =>
			ctx.waitUntil(work),
		);
		this.#reports = new LaneReports(this.#parts, ctx.storage, this.#clock, () =>
			this.#loop.wakeIfOpen(),
		);
		void ctx.blockConcurrencyWhile(() => this.#parts.wake.load());
	}

	async offer(items: DeliveryItem[], terms: OfferTerms) {
		const { routes, queue, pump, switches } = this.#parts;
		const before = this.#clock();
		routes.see(terms.route, before);
		const known = routes.known(before);
		const route = known === undefined ? await routes.read(before) : known;
		const knownSwitch = switches.known(before);
		const isPaused = knownSwitch ?? (await switches.isPaused(before));
		// From here on nothing awaits: look and decide are one step.
		const now = this.#clock();
		const nothing = items.map(() => null);
		if (route === null) return { epoch: this.#epoch, granted: nothing };
		// While this waited, the same may have been offered again.
		const isFirst = terms.isFirst && known !== undefined && knownSwitch !== undefined;
		if (!isFirst) this.#reports.flush();
		this.#learnPace(terms.isQuiet, now);
		const hold = this.#loop.hold(route, isPaused, now);
		const granted = items.map((item) => {
			if (!isFirst && queue.knows(seqOf(item.messageId))) return null;
			const grant = hold === null ? pump.grant(item, route, now) : null;
			if (grant === null) queue.add(item, now);
			else queue.grant(item, grant.until);
			return grant?.leave ?? null;
		});
		this.#parts.queue.setMissing(route.ordered ? terms.missingFrom : null);
		this.#loop.wakeIfOpen();
		return { epoch: this.#epoch, granted };
	}

	/** Once after a restart: when all of before has left its trace, the trace tells the last start. */
	#learnPace(isQuiet: boolean, now: number): void {
		const { pump, pace, attempts } = this.#parts;
		if (!this.#isPaceKnown && isQuiet && pump.inFlight(now) === 0) {
			pace.isKnownSince(attempts.lastStart() ?? Number.NEGATIVE_INFINITY);
		}
		this.#isPaceKnown = true;
	}

	async state() {
		const { queue } = this.#parts;
		this.#reports.flush();
		queue.addExpired(this.#clock());
		this.#loop.wakeIfOpen();
		return { epoch: this.#epoch, open: queue.granted.map(({ item }) => item.messageId) };
	}

	async recover(items: DeliveryItem[], missingFrom: number | null): Promise<void> {
		const { queue, wake } = this.#parts;
		const now = this.#clock();
		this.#reports.flush();
		for (const item of items) {
			const seq = seqOf(item.messageId);
			const lease = queue.find(seq);
			if (lease !== null) wake.at(queue.keep(lease).due_at, now);
			else if (!queue.isDurable(seq)) queue.add(item, now);
		}
		queue.setMissing(missingFrom);
		this.#loop.wake();
	}

	async report(reports: AttemptReport[]): Promise<void> {
		// After a restart: what follows from an outcome depends on the endpoint.
		if (this.#parts.routes.last === null) await this.#readRoute();
		this.#reports.add(reports);
		this.#loop.wakeIfOpen();
	}

	async #readRoute(): Promise<void> {
		try {
			await this.#parts.routes.read(this.#clock());
		} catch (error) {
			logError("route_not_read", error, { endpointId: this.#endpointId });
		}
	}

	override async alarm(): Promise<void> {
		await this.#loop.alarm(() => this.#reports.flush());
	}

	async invalidate(): Promise<void> {
		const { routes, deliveries, state, pace } = this.#parts;
		// What ended until now ended before the change.
		this.#reports.flush();
		routes.invalidate();
		const route = await routes.read(this.#clock());
		if (route === null) {
			this.#parts.tasks.abandon();
			deliveries.deleteAll();
			return this.#loop.wakeIfOpen();
		}
		// Whoever enables it again gives it a new start.
		if (route.disabled) state.set("failingSince", null);
		pace.reset();
		this.#loop.wake();
	}

	async resend(item: DeliveryItem): Promise<void> {
		this.#reports.flush();
		this.#parts.queue.resend(item);
		this.#loop.wake();
	}

	async cancel(query: CancelQuery): Promise<number> {
		this.#reports.flush();
		const cancelled = this.#parts.queue.cancel(query);
		this.#loop.wake();
		return cancelled;
	}

	async listAttempts(query: AttemptQuery) {
		this.#reports.flush();
		return listAttempts(this.#parts.attempts, this.#endpointId, query);
	}

	async listMessages(query: LaneMessageQuery) {
		this.#reports.flush();
		return listMessages(this.#parts, query, this.#clock());
	}

	async findAttempt(attemptId: string) {
		this.#reports.flush();
		return findAttempt(this.#parts.attempts, this.#endpointId, attemptId);
	}

	async expungeAttempt(messageId: MessageId, attemptId: string): Promise<boolean> {
		const found = await this.findAttempt(attemptId);
		if (found?.messageId !== messageId) return false;
		this.#parts.attempts.expunge(seqOf(found.id));
		return true;
	}

	async standings(messageIds: MessageId[]) {
		this.#reports.flush();
		return messageIds.map((id) => standingOf(this.#parts, id, this.#clock()));
	}

	async overview() {
		this.#reports.flush();
		const now = this.#clock();
		const route = await this.#parts.routes.read(now);
		return overviewOf(this.#parts, route, await this.#parts.switches.isPaused(now), now);
	}

	async counts() {
		this.#reports.flush();
		return this.#parts.stats.counts(this.#clock());
	}

	async stats(span: { since: number; until: number }) {
		this.#reports.flush();
		return statsOf(this.#parts, span, this.#clock());
	}

	async startTask(task: ReplayTask): Promise<void> {
		this.#parts.tasks.start(task);
		this.#loop.wake();
	}

	async taskProgress(taskId: TaskId) {
		this.#reports.flush();
		return this.#parts.tasks.progress(taskId);
	}

	async cancelTask(taskId: TaskId): Promise<void> {
		this.#reports.flush();
		this.#parts.tasks.cancel(taskId);
		this.#loop.wake();
	}
}
