// What people and tasks ask of a bench's lane beside its messages: changes, once more, and no more.
import type { DeliveryItem, Route } from "../../src/core/delivery.ts";
import { seqFrom, seqOf, type TaskId } from "../../src/core/ids.ts";
import { holdOf } from "../../src/core/lane.ts";
import type { ReplayFilter, ReplayKind } from "../../src/core/task.ts";
import { pick } from "../../src/delivery/lane/task-page.ts";
import type { CancelQuery } from "../../src/platform/lane-client.ts";
import type { LaneBench, Limits } from "./lane-bench.ts";

/** A change of the endpoint. As EndpointLane.invalidate. */
export function change(bench: LaneBench, fields: Partial<Pick<Route, Limits>>): void {
	bench.flush();
	const before = bench.route;
	bench.route = { ...before, ...fields };
	bench.isStrict = bench.isStrict && bench.route.ordered;
	bench.limits.push({ at: bench.now, rate: bench.route.throttleRate });
	if (bench.route.disabled) bench.lane.state.set("failingSince", null);
	bench.lane.pace.changed(bench.route, before);
}

/** Why nothing is sent; null when something may be. */
export function holdOn({ lane, route, isPausedByOperator, now }: LaneBench) {
	const isDisabling = lane.state.get("disabling") !== null;
	const { pausedUntil } = lane.pace;
	return holdOf(route, { pausedUntil, isPausedByOperator, isDisabling }, now);
}

/** As LaneChores: an endpoint that is gone, or asked for it, is disabled. */
export function tend(bench: LaneBench): void {
	const { state } = bench.lane;
	if (state.get("disabling") === null) return;
	if (!bench.route.disabled) change(bench, { disabled: true });
	state.set("disabling", null);
	state.set("failingSince", null);
}

/** Refused while the endpoint is disabled, as replays are. */
export function resend(bench: LaneBench, item: DeliveryItem): void {
	bench.flush();
	if (bench.route.disabled) return;
	asked(bench, item, null);
	bench.lane.queue.resend(item);
}

function asked({ lane, model, leaves }: LaneBench, item: DeliveryItem, by: TaskId | null): void {
	const seq = seqOf(item.messageId);
	const isBlind = !lane.queue.knows(seq) && model.fate(seq).isForgotten;
	model.asked(seq, by, leaves.starts.length, isBlind);
}

/** As a page of LaneTasks with all messages from one on. */
export function replay(
	bench: LaneBench,
	task: { id: TaskId; kind: ReplayKind; status: number | null },
	from: number,
): void {
	if (bench.route.disabled) return;
	const { queue, attempts } = bench.lane;
	const messages = bench.items.slice(from).map((item) => {
		const seq = seqOf(item.messageId);
		const wasSkipped = bench.model.fate(seq).isSkipped;
		return { item, wasSent: !wasSkipped, wasSkipped, isOpen: bench.store.isOpenAt(seq) };
	});
	// safe because nothing else of a filter is read here
	const filter = { status: task.status, statusClass: null } as ReplayFilter;
	const known = { queue, attempts };
	for (const item of pick({ kind: task.kind, filter }, messages, bench.route, known)) {
		if (queue.put([item], task.id) === 0) continue;
		asked(bench, item, task.id);
		bench.model.task(task.id).queued++;
	}
}

export function cancelTask(bench: LaneBench, taskId: TaskId): void {
	bench.flush();
	bench.model.task(taskId).dropped += bench.lane.queue.remove(taskId);
	bench.model.taskCancelled(taskId);
}

/** As EndpointLane.cancel. */
export function cancel(bench: LaneBench, query: CancelQuery): void {
	bench.flush();
	const isOne = "messageId" in query;
	const from = isOne ? seqOf(query.messageId) : 0;
	const before = isOne ? from + 1 : seqFrom(query.before);
	bench.lane.queue.cancel(query, bench.store.unanswered(from, before));
	for (const { messageId } of bench.items) {
		const seq = seqOf(messageId);
		if (seq < from || seq >= before) continue;
		const waits = !bench.leaves.isUnderWay(seq, bench.now);
		bench.model.cancelled(seq, waits, bench.leaves.starts.length);
	}
}
