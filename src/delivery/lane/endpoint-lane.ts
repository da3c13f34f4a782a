// The object that decides when something is sent to one endpoint, and remembers what came of it.
import { DurableObject } from "cloudflare:workers";
import type { AttemptReport, DeliveryItem, GivenBack, Route } from "../../core/delivery.ts";
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
	StandingTerms,
} from "../../platform/lane-client.ts";
import { logError } from "../../platform/log.ts";
import { objectName } from "../object-name.ts";
import { LaneChores, retainAt } from "./lane-chores.ts";
import { LaneLoop } from "./lane-loop.ts";
import { LaneOffers } from "./lane-offers.ts";
import { createLaneParts, type LaneParts } from "./lane-parts.ts";
import { LaneReads } from "./lane-reads.ts";
import { LaneReports } from "./lane-reports.ts";
import { LaneReturns } from "./lane-returns.ts";

/** Tests are sent past the queue: they have a limit of their own. */
const TEST_EVERY_MS = 1_000;

export class EndpointLane extends DurableObject<Env> implements LaneRpc {
	readonly #endpointId: EndpointId;
	readonly #clock = systemClock;
	readonly #parts: LaneParts;
	readonly #loop: LaneLoop;
	readonly #reports: LaneReports;
	readonly #returns: LaneReturns;
	readonly #offers: LaneOffers;
	readonly #reads: LaneReads;
	#lastTestAt = Number.NEGATIVE_INFINITY;

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
		this.#returns = new LaneReturns(this.#parts, this.#clock);
		this.#offers = new LaneOffers(this.#parts, this.#loop, this.#reports, this.#clock);
		this.#reads = new LaneReads(this.#parts, this.#reports, this.#endpointId, this.#clock);
		void ctx.blockConcurrencyWhile(() => this.#parts.wake.load());
	}

	async offer(items: DeliveryItem[], terms: OfferTerms) {
		return this.#offers.offer(items, terms);
	}

	async state() {
		return this.#offers.state();
	}

	async recover(items: DeliveryItem[], missingFrom: number | null): Promise<void> {
		this.#offers.recover(items, missingFrom);
	}

	async report(reports: AttemptReport[], givenBack: GivenBack[] = []): Promise<void> {
		// After a restart: what follows from an outcome depends on the endpoint.
		if (this.#parts.routes.last === null) await this.#readRoute();
		this.#reports.add(reports);
		this.#returns.take(givenBack);
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

	async invalidate(changed?: Route): Promise<void> {
		const { routes, deliveries, state, pace } = this.#parts;
		// What ended until now ended before the change.
		this.#reports.flush();
		const before = routes.last;
		routes.invalidate();
		if (changed !== undefined) routes.see(changed, this.#clock());
		const route = await routes.read(this.#clock());
		if (route === null) {
			this.#parts.tasks.abandon();
			deliveries.deleteAll();
			return this.#loop.wakeIfOpen();
		}
		// Whoever enables it again gives it a new start.
		if (route.disabled) state.set("failingSince", null);
		pace.changed(route, before);
		this.#loop.wake();
	}

	async resume(): Promise<void> {
		this.#reports.flush();
		this.#parts.pace.resume();
		this.#loop.wake();
	}

	async resend(item: DeliveryItem): Promise<void> {
		this.#reports.flush();
		this.#parts.queue.resend(item);
		this.#loop.wake();
	}

	async cancel(query: CancelQuery, unanswered: number[] = []): Promise<number> {
		this.#reports.flush();
		const cancelled = this.#parts.queue.cancel(query, unanswered);
		const forgetAt = retainAt(this.#parts);
		if (forgetAt !== null) this.#parts.wake.arm(forgetAt);
		this.#loop.wake();
		return cancelled;
	}

	async listAttempts(query: AttemptQuery) {
		return this.#reads.listAttempts(query);
	}

	async listMessages(query: LaneMessageQuery) {
		return this.#reads.listMessages(query);
	}

	async findAttempt(attemptId: string) {
		return this.#reads.findAttempt(attemptId);
	}

	async sentHeaders(attemptId: string) {
		return this.#reads.sentHeaders(attemptId);
	}

	async expungeAttempt(messageId: MessageId, attemptId: string): Promise<boolean> {
		const found = this.#reads.findAttempt(attemptId);
		if (found?.messageId !== messageId) return false;
		this.#parts.attempts.expunge(seqOf(found.id));
		return true;
	}

	async standings(messageIds: MessageId[], terms: StandingTerms) {
		return this.#reads.standings(messageIds, terms);
	}

	async overview() {
		return this.#reads.overview();
	}

	async glance(hoursFrom: number) {
		return this.#reads.glance(hoursFrom);
	}

	async activity(span: { since: number; until: number; bucketMs: number }) {
		return this.#reads.activity(span);
	}

	async counts() {
		return this.#reads.counts();
	}

	async stats(span: { since: number; until: number }) {
		return this.#reads.stats(span);
	}

	async countReplay(task: Pick<ReplayTask, "kind" | "filter">) {
		return this.#reads.countReplay(task);
	}

	async takeTest(): Promise<boolean> {
		const now = this.#clock();
		if (Math.abs(now - this.#lastTestAt) < TEST_EVERY_MS) return false;
		this.#lastTestAt = now;
		return true;
	}

	async startTask(task: ReplayTask): Promise<void> {
		this.#parts.tasks.start(task);
		this.#loop.wake();
	}

	async taskProgress(taskId: TaskId) {
		return this.#reads.taskProgress(taskId);
	}

	async cancelTask(taskId: TaskId): Promise<void> {
		this.#reports.flush();
		this.#parts.tasks.cancel(taskId);
		this.#loop.wake();
	}
}
