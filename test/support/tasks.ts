// A lane's bulk tasks over a real MessageStore, with a queue that a test empties itself.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { DeliveryItem, Route } from "../../src/core/delivery.ts";
import { type ApplicationId, newId, seqOf, type TaskId } from "../../src/core/ids.ts";
import type { ReplayKind, ReplayProgress, ReplayTask, TaskStatus } from "../../src/core/task.ts";
import {
	type BulkQueue,
	LaneTasks,
	type LaneTasksParts,
} from "../../src/delivery/lane/lane-tasks.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { findOrganisationOfKey } from "../../src/store/api-keys.ts";
import { type BackgroundTask, findTask, insertTask } from "../../src/store/background-tasks.ts";
import { createDb, writeAll } from "../../src/store/db.ts";
import { type Api, newApi, newApp, until } from "./api.ts";
import { newMessage, tools } from "./delivery.ts";

export const db = createDb(env.DB);
const endpointId = newId("ep", Date.now(), randomBytes(16));
const organisationId = newId("org", Date.now(), randomBytes(16));

/** The lane's rows of a task, and a way to end them. */
export class Queue implements BulkQueue {
	readonly rows = new Map<number, TaskId>();
	readonly retrying = new Set<number>();
	readonly order: TaskId[] = [];
	puts = 0;

	put(items: DeliveryItem[], taskId: TaskId): number {
		const seqs = items.map(({ messageId }) => seqOf(messageId)).filter((seq) => !this.has(seq));
		for (const seq of seqs) this.rows.set(seq, taskId);
		this.order.push(taskId);
		this.puts += seqs.length;
		return seqs.length;
	}
	count(taskId: TaskId): number {
		return [...this.rows.values()].filter((id) => id === taskId).length;
	}
	remove(taskId: TaskId): number {
		const mine = [...this.rows].filter(([, id]) => id === taskId);
		for (const [seq] of mine) this.rows.delete(seq);
		return mine.length;
	}
	has(seq: number): boolean {
		return this.rows.has(seq);
	}
	knows(seq: number): boolean {
		return this.has(seq);
	}
	hasAny(taskId: TaskId): boolean {
		return this.count(taskId) > 0;
	}
	hasBulk(count: number): boolean {
		return this.rows.size >= count;
	}
	isRetrying(seq: number): boolean {
		return this.retrying.has(seq);
	}
	isUnderWay(): boolean {
		return false;
	}
	isCancelled(): boolean {
		return false;
	}
	/** The oldest `count` are attempted; the first `failures` of them without success. */
	settle(tasks: LaneTasks, count: number, failures = 0): void {
		for (const [i, [seq, id]] of [...this.rows].slice(0, count).entries()) {
			this.rows.delete(seq);
			tasks.attempted(id, i >= failures);
		}
		tasks.save();
	}
}

export type Attempts = LaneTasksParts["attempts"];
export const UNTRIED: Attempts = {
	ofMessage: () => ({ attempts: 0, hasSuccess: false, last: null }),
};

export type Bench = {
	tasks: LaneTasks;
	queue: Queue;
	ended: [ReplayTask, ReplayProgress, TaskStatus][];
	/** The same storage with a new memory. */
	evict(): LaneTasks;
	/** Steps until nothing is to be done; settles what is queued. */
	finish(tasks: LaneTasks): Promise<void>;
};

/** Runs `work` with tasks whose messages are the application's. */
export async function onBench(
	applicationId: ApplicationId,
	work: (bench: Bench) => Promise<void>,
	more: Partial<LaneTasksParts> = {},
): Promise<void> {
	// safe because nothing else of a route is read
	const route = { applicationId, eventTypes: null, channels: null } as Route;
	const stub = env.MESSAGE_STORE.getByName(newId("app", Date.now(), randomBytes(16)));
	await runInDurableObject(stub, async (_object, { storage }) => {
		const queue = new Queue();
		const ended: Bench["ended"] = [];
		const evict = () =>
			new LaneTasks({
				...{ storage, endpointId, queue, attempts: UNTRIED, stores: tools.stores, db },
				...{ clock: Date.now, route: async () => route, rate: () => null },
				finished: (task, { progress, status }) => ended.push([task, progress, status]),
				...more,
			});
		const finish = async (tasks: LaneTasks) => {
			for (let steps = 0; tasks.isOpen || queue.rows.size > 0; steps++) {
				if (steps > 500) throw new Error("the tasks do not end");
				await tasks.step(Date.now());
				queue.settle(tasks, 300);
			}
		};
		await work({ tasks: evict(), queue, ended, evict, finish });
	});
}

export async function newTask(kind: ReplayKind = "endpoint.replay"): Promise<ReplayTask> {
	const id = newId("qtask", Date.now(), randomBytes(16));
	const none = { eventTypes: null, channel: null, tag: null, status: null, statusClass: null };
	const filter = { from: Date.now() - 60_000, to: Date.now() + 60_000, ...none };
	const times = { createdAt: Date.now(), updatedAt: Date.now() };
	const row: BackgroundTask = {
		...{ id, organisationId, applicationId: null, endpointId, type: kind },
		...{ status: "running", data: {}, ...times },
	};
	await writeAll(db, [insertTask(db, row)]);
	return { id, kind, filter };
}

export const stored = (id: TaskId) => findTask(db, organisationId, id);

/** An application without endpoints and with so many messages. */
export async function newMessages(count: number): Promise<ApplicationId> {
	const applicationId = (await newApp(await newApi())) as ApplicationId;
	const store = tools.stores.of(applicationId);
	const only = { payloadExpiresAt: null, onlyEndpointId: null };
	for (let i = 0; i < count; i += 100) {
		const some = Array.from({ length: Math.min(100, count - i) }, () =>
			store.accept(newMessage(only)),
		);
		await Promise.all(some);
	}
	return applicationId;
}

/** A finished task of the organisation that the key belongs to. */
export async function newTaskRow(key: string): Promise<BackgroundTask> {
	const now = Date.now();
	const organisationOfKey = await findOrganisationOfKey(db, await sha256Hex(key), now);
	if (organisationOfKey === null) throw new Error("the key is not known");
	return {
		...{ id: newId("qtask", now, randomBytes(16)), organisationId: organisationOfKey },
		...{ applicationId: null, endpointId: null, type: "endpoint.recover", status: "finished" },
		...{ data: {}, createdAt: now, updatedAt: now },
	};
}

/** The id of a recovery of an endpoint that has ended. */
export async function newFinishedTask(api: Api, endpointPath: string): Promise<string> {
	const since = new Date(Date.now() - 60_000).toISOString();
	const { body } = await api("POST", `${endpointPath}/recover`, { since });
	await finished(api, body.id);
	return body.id;
}

/** Waits for the end of a task, and until everybody knows it. */
export async function finished(api: Api, id: string) {
	const status = env.DB.prepare("SELECT status FROM background_tasks WHERE id = ?").bind(id);
	await until(
		() => status.first<string>("status"),
		(word) => word !== "running",
	);
	return (await api("GET", `/background-task/${id}`)).body;
}
