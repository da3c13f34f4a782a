// A lane's bulk tasks: counts what each is to send, feeds it to the queue in pages, and tells of the end.
import type { Route } from "../../core/delivery.ts";
import { seqFrom, type TaskId } from "../../core/ids.ts";
import { type ReplayProgress, type ReplayTask, statusOf, toTaskData } from "../../core/task.ts";
import { finishTask } from "../../store/background-tasks.ts";
import { findListenerOfTask } from "../../store/operational-events.ts";
import type { BulkQueue } from "./bulk-queue.ts";
import type { LaneTasksParts } from "./lane-task-parts.ts";
import { pick, toScanQuery } from "./task-page.ts";
import { filterOf, type TaskRow, taskSql, toProgress } from "./tasks.sql.ts";

export type { BulkQueue, LaneTasksParts };

const PAGE_MESSAGES = 500;
/** With fewer queued, of whatever task, the next page is fed: enough for a fast endpoint until then. */
const QUEUED_MIN = 200;
/** How long the end of a task is remembered, so that a start that comes late changes nothing. */
const TOLD_LIFE_MS = 7 * 86_400_000;

export class LaneTasks {
	readonly #parts: LaneTasksParts;
	readonly #sql: ReturnType<typeof taskSql>;
	/** Failures not written yet: `save` puts those of one flush in one write. */
	readonly #failed = new Map<TaskId, number>();
	/** The task that had the last step. */
	#lastNumber = 0;
	#isIdle = false;

	constructor(parts: LaneTasksParts) {
		this.#parts = parts;
		this.#sql = taskSql(parts.storage.sql);
	}

	/** True when a step would do something now. A task that waits for outcomes only is not open. */
	get isOpen(): boolean {
		return this.#next() !== null;
	}

	/** Begins a task; one that is known goes on as it is. */
	start({ id, kind, filter }: ReplayTask): void {
		this.#sql.deleteTold(this.#parts.clock() - TOLD_LIFE_MS);
		const next_seq = seqFrom(filter.from);
		this.#sql.insert({ id, kind, filter: JSON.stringify(filter), next_seq });
		this.#isIdle = false;
	}

	/** @returns null for a task that is not known */
	progress(id: TaskId): ReplayProgress | null {
		const row = this.#sql.find(id);
		return row === null ? null : this.#toProgress(row);
	}

	/** What waits is not sent; what is under way ends, and is counted. */
	cancel(id: TaskId): void {
		this.#stop(id, "person");
	}

	/** An attempt of a task's delivery ended. To be followed by `save` before anything is awaited. */
	attempted(id: TaskId, isSuccess: boolean): void {
		if (!isSuccess) this.#failed.set(id, (this.#failed.get(id) ?? 0) + 1);
	}

	save(): void {
		for (const [id, count] of this.#failed) this.#sql.addFailed(id, count);
		this.#failed.clear();
	}

	/** Deliveries of a task were removed without an attempt. */
	dropped(id: TaskId, count: number): void {
		this.#sql.takeBack(id, count);
	}

	/** Deliveries of a task that a sender had wait again: of one that was cancelled meanwhile they are removed. */
	waitsAgain(id: TaskId): void {
		const { storage, queue } = this.#parts;
		storage.transactionSync(() => {
			const isCancelled = this.#sql.find(id)?.ended_by === "person";
			if (isCancelled) this.#sql.takeBack(id, queue.remove(id));
		});
	}

	/** The endpoint is gone: to be called before its deliveries are deleted, which were not sent. */
	abandon(): void {
		for (const { id } of this.#open()) this.#stop(id, "deletion");
	}

	/** One bounded piece of work for one task; tasks take turns, in order of start. */
	async step(now: number): Promise<void> {
		this.save();
		const row = this.#next();
		if (row === null) return;
		this.#lastNumber = row.number;
		if (row.stage === "ended") return this.#tell(row, now);
		const route = await this.#parts.route();
		if (route === null) this.abandon();
		if (route === null || row.stage === "draining") this.#end(row.id, now);
		else await this.#page(row, route, now);
	}

	#next(): TaskRow | null {
		const ready = this.#open().filter((row) => this.#isReady(row));
		return ready.find((row) => row.number > this.#lastNumber) ?? ready[0] ?? null;
	}

	#open(): TaskRow[] {
		if (this.#isIdle) return [];
		const rows = this.#sql.open();
		this.#isIdle = rows.length === 0;
		return rows;
	}

	#isReady(row: TaskRow): boolean {
		if (row.stage === "feeding") return !this.#parts.queue.hasBulk(QUEUED_MIN);
		if (row.stage === "draining") return !this.#parts.queue.hasAny(row.id);
		return true;
	}

	/** Reads a page of messages, then counts or queues them and moves on, both or none. */
	async #page(row: TaskRow, route: Route, now: number): Promise<void> {
		const { stores, endpointId, storage, queue } = this.#parts;
		const filter = filterOf(row);
		const query = toScanQuery(endpointId, filter, row.next_seq, PAGE_MESSAGES);
		const { messages, next } = await stores.of(route.applicationId).scan(query);
		storage.transactionSync(() => {
			const current = this.#sql.find(row.id);
			// Another step was faster, or it was cancelled meanwhile.
			if (current?.stage !== row.stage || current.next_seq !== row.next_seq) return;
			const items = pick({ kind: row.kind, filter }, messages, route, this.#parts);
			if (row.stage === "counting") {
				const begins = { stage: "feeding", next_seq: seqFrom(filter.from), fed_from: now } as const;
				const step = next === null ? begins : { next_seq: next };
				this.#sql.update(row.id, { total: current.total + items.length, ...step });
			} else {
				const fed = current.fed + queue.put(items, row.id);
				const step = next === null ? ({ stage: "draining" } as const) : { next_seq: next };
				this.#sql.update(row.id, { fed, ...step });
			}
		});
	}

	#stop(id: TaskId, by: "person" | "deletion"): void {
		this.#parts.storage.transactionSync(() => {
			const row = this.#sql.find(id);
			if (row === null || row.ended_by !== null || row.ended_at !== null) return;
			this.#sql.takeBack(id, this.#parts.queue.remove(id));
			this.#sql.update(id, { stage: "draining", ended_by: by });
		});
	}

	#end(id: TaskId, now: number): void {
		const isDrained = this.#sql.find(id)?.stage === "draining" && !this.#parts.queue.hasAny(id);
		if (isDrained) this.#sql.update(id, { stage: "ended", ended_at: now });
	}

	/** Telling twice is the same as once: the database keeps the first end. */
	async #tell(row: TaskRow, now: number): Promise<void> {
		const { db } = this.#parts;
		const progress = this.#toProgress(row);
		const status = statusOf(progress.state);
		await finishTask(db, row.id, { status, data: toTaskData(progress), updatedAt: now });
		// The endpoint may be gone, and with it what the lane knows of it.
		const listener = await findListenerOfTask(db, row.id);
		this.#parts.storage.transactionSync(() => {
			if (this.#sql.find(row.id)?.stage !== "ended") return;
			this.#sql.update(row.id, { stage: "told" });
			const task = { id: row.id, kind: row.kind, filter: filterOf(row) };
			this.#parts.finished(task, { status, progress }, listener);
		});
	}

	#toProgress(row: TaskRow): ReplayProgress {
		const { queue, clock, rate } = this.#parts;
		const queued = row.ended_at === null ? queue.count(row.id) : 0;
		const failed = row.failed + (this.#failed.get(row.id) ?? 0);
		return toProgress({ ...row, failed }, queued, clock(), rate());
	}
}
