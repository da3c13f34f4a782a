// What the senders of a bench's lane tell it: what came of an attempt, or that it did not begin.
import { isCommand, readAdvice } from "../../src/core/advice.ts";
import type { AttemptReport } from "../../src/core/delivery.ts";
import { toReport } from "./delivery.ts";
import type { LaneBench } from "./lane-bench.ts";
import type { Held } from "./lane-leaves.ts";

export type Answer = { status: number; headers: [string, string][]; isGathered: boolean };
/** A report that waits for others, as in LaneReports. */
export type Gathered = { held: Held; report: AttemptReport; isLate: boolean };

const BACK_MS = 5_000;

/** What came of an attempt, which must have begun. As LaneReports: others may be waited for. */
export function report(
	bench: LaneBench,
	held: Held,
	{ status, headers, isGathered }: Answer,
): void {
	bench.pass(held.startAt - bench.now);
	bench.leaves.expire(bench.now);
	bench.leaves.end(held);
	const { startAt, task } = held;
	const told = toReport(task, status, startAt);
	told.outcome.startedAt = startAt;
	told.outcome.responseHeaders.push(...headers);
	bench.lane.pump.ended(held.seq, startAt);
	bench.gathered.push({ held, report: told, isLate: held.until <= bench.now });
	const isUrgent = bench.route.ordered || isCommand(told);
	if (!isGathered || isUrgent) bench.flush();
}

/** As LaneReports, when it writes. */
export function record(bench: LaneBench, { held, report: told, isLate }: Gathered): void {
	const { queue, pump, recorder } = bench.lane;
	const { seq, task } = held;
	const { failure, status, responseHeaders } = told.outcome;
	const isSuccess = failure === null;
	const { abort } = readAdvice(status, responseHeaders, bench.now);
	bench.model.recorded(seq, isSuccess, abort);
	const dueAt = recorder.record(told, bench.route, queue.isGranted(seq));
	queue.settle(seq);
	if (dueAt !== null && dueAt <= bench.now) pump.queued();
	bench.recorded.push({ seq, number: task.number, isSuccess, isLate });
}

/** The sender of what was leased could not be reached. */
export function giveBack(bench: LaneBench, held: Held): void {
	if (held.grantedAt !== null || held.until <= bench.now) return;
	bench.leaves.giveBack(held);
	const { task, startAt } = held;
	const grant = { route: bench.route, task, startAt, spacingMs: 0 };
	bench.lane.pump.giveBack([grant], bench.now + BACK_MS);
}
