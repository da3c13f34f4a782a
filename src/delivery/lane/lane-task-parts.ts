// What a lane's bulk tasks work with.
import type { Route } from "../../core/delivery.ts";
import type { EndpointId } from "../../core/ids.ts";
import type { ReplayProgress, ReplayTask, TaskStatus } from "../../core/task.ts";
import type { Clock } from "../../platform/clock.ts";
import type { MessageStores } from "../../platform/message-store-client.ts";
import type { Db } from "../../store/db.ts";
import type { findListenerOfTask } from "../../store/operational-events.ts";
import type { BulkQueue } from "./bulk-queue.ts";

export type LaneTasksParts = {
	storage: Pick<DurableObjectStorage, "sql" | "transactionSync">;
	endpointId: EndpointId;
	queue: BulkQueue;
	attempts: {
		ofMessage(seq: number): {
			attempts: number;
			hasSuccess: boolean;
			last: { status: number } | null;
		};
	};
	stores: MessageStores;
	db: Db;
	clock: Clock;
	/** The endpoint as it is now; null when it is gone. */
	route(): Promise<Route | null>;
	/** Messages per second that go out at most now; null for no limit. */
	rate(): number | null;
	/**
	 * Called once for each task, within the transaction that remembers it: it writes to the lane's storage only.
	 * @param listener who is told; null when nobody asked for it
	 */
	finished(task: ReplayTask, end: TaskEnd, listener: TaskListener | null): void;
};

/** How a task ended. */
export type TaskEnd = { status: TaskStatus; progress: ReplayProgress };
export type TaskListener = NonNullable<Awaited<ReturnType<typeof findListenerOfTask>>>;
