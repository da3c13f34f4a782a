// What a lane's bulk tasks need of its queue.
import type { DeliveryItem } from "../../core/delivery.ts";
import type { TaskId } from "../../core/ids.ts";

/** A task's part of the lane's queue. All of it is synchronous, and within the transaction of its caller. */
export type BulkQueue = {
	/**
	 * Queues manual deliveries of a task behind everything else. A message that waits for a retry becomes the
	 * task's and is moved up; of one that is under way the task's attempt comes after that; those that wait for
	 * their turn are left out. Returns how many are the task's now.
	 */
	put(items: DeliveryItem[], taskId: TaskId): number;
	/** How many of a task's deliveries wait or are under way. */
	count(taskId: TaskId): number;
	/** True when one of a task's deliveries waits or is under way. */
	hasAny(taskId: TaskId): boolean;
	/** True when so many deliveries of tasks, whichever, wait or are under way. */
	hasBulk(count: number): boolean;
	/**
	 * Removes those that wait (not under way); returns how many. A retry that was moved up counts as removed, and
	 * waits again, without the task.
	 */
	remove(taskId: TaskId): number;
	/** True when there is any trace of the message: it waits, is under way, was attempted or cancelled. */
	knows(messageSeq: number): boolean;
	/** True when the message waits or is under way here, for any reason. */
	has(messageSeq: number): boolean;
	/** True when what it waits for is a retry. */
	isRetrying(messageSeq: number): boolean;
	/** True when a sender has it, by the schedule: it was not asked for by a person or a task. */
	isUnderWay(messageSeq: number): boolean;
	/** True when somebody cancelled it. */
	isCancelled(messageSeq: number): boolean;
};
