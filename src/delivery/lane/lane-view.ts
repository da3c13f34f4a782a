// What a lane tells of itself: its attempts, how a message stands, how it stands itself.
import type { Route } from "../../core/delivery.ts";
import { type EndpointId, isId, type MessageId, seqOf, seqTime } from "../../core/ids.ts";
import { inFlightMax } from "../../core/lane.ts";
import { planPage, toEnvelope } from "../../core/page.ts";
import type { HeaderList } from "../../core/shown-headers.ts";
import type { Standing } from "../../core/standing.ts";
import type {
	AttemptCount,
	AttemptQuery,
	LaneGlance,
	LaneOverview,
	StandingTerms,
} from "../../platform/lane-client.ts";
import { toAttemptRecord } from "./attempt-rows.sql.ts";
import type { DeliveryRow } from "./deliveries.sql.ts";
import type { LaneParts } from "./lane-parts.ts";

type Attempts = LaneParts["attempts"];

export function listAttempts(attempts: Attempts, endpointId: EndpointId, query: AttemptQuery) {
	const plan = planPage(query.limit, query.iterator, "descending");
	const key = plan.key !== null && isId("atmpt", plan.key) ? plan.key : null;
	const messageSeq = query.messageId === null ? null : seqOf(query.messageId);
	const rows = attempts.list(plan, key, { ...query, messageSeq });
	return toEnvelope(
		plan,
		rows,
		(row) => row.id,
		(row) => toAttemptRecord(row, endpointId),
	);
}

export function findAttempt(attempts: Attempts, endpointId: EndpointId, attemptId: string) {
	if (!isId("atmpt", attemptId)) return null;
	const row = attempts.find(seqOf(attemptId));
	return row?.id === attemptId ? toAttemptRecord(row, endpointId) : null;
}

/** What was sent with an attempt; null when that is not known, or there is no such attempt. */
export function sentHeadersOf(attempts: Attempts, attemptId: string): HeaderList | null {
	const row = isId("atmpt", attemptId) ? attempts.find(seqOf(attemptId)) : null;
	if (row === null || row.id !== attemptId || row.sent_headers === null) return null;
	return JSON.parse(row.sent_headers) as HeaderList; // safe because the lane wrote it
}

type Facts = Pick<Standing, "state" | "behind" | "nextAt" | "blocked">;
/** What tells how a message stands. */
type Known = Pick<LaneParts, "attempts" | "deliveries" | "queue" | "pace">;

const NOT_WAITING = { behind: null, nextAt: null, blocked: false };

export function standingOf(
	parts: Known,
	messageId: MessageId,
	terms: StandingTerms,
	now: number,
): Standing {
	const seq = seqOf(messageId);
	const tried = parts.attempts.ofMessage(seq);
	const cancelledAt = parts.deliveries.cancelledAt(seq);
	const row = parts.deliveries.find(seq);
	const facts: Facts =
		row !== null
			? ofRow(parts, row, terms, now)
			: { state: stateWithoutRow(parts, seq, tried, cancelledAt), ...NOT_WAITING };
	const isCancelled = facts.state === "cancelled";
	return {
		...facts,
		attempts: tried.attempts,
		lastFailure: tried.last?.failure ?? null,
		lastStatus: tried.last?.status ?? null,
		lastDurationMs: tried.last?.duration_ms ?? null,
		lastAt: isCancelled ? cancelledAt : (tried.last?.started_at ?? null),
	};
}

function stateWithoutRow(
	parts: Known,
	seq: number,
	tried: { attempts: number; hasSuccess: boolean },
	cancelledAt: number | null,
): Standing["state"] {
	if (parts.queue.isGranted(seq)) return "sending";
	if (tried.hasSuccess) return "delivered";
	if (cancelledAt !== null) return "cancelled";
	return tried.attempts > 0 ? "exhausted" : "unknown";
}

function ofRow(parts: Known, row: DeliveryRow, terms: StandingTerms, now: number): Facts {
	const { deliveries, pace } = parts;
	if (isUnderWay(row, now)) return { state: "sending", ...NOT_WAITING };
	const head = terms.ordered ? (deliveries.head(0) ?? deliveries.head(1)) : null;
	if (head !== null && head.message_seq !== row.message_seq) {
		return behindHead(parts, row, head, terms, now);
	}
	if (row.due_at > now) return { ...NOT_WAITING, state: "failing", nextAt: dueAt(row, pace) };
	const behind = terms.ordered ? 0 : deliveries.countBefore(row, now);
	return { state: "waiting", behind, nextAt: pace.expectedAt(terms, behind, now), blocked: false };
}

/** In order nothing has its turn before the first one is done, which nothing tells of a retry under way. */
function behindHead(
	{ attempts, deliveries, pace }: Known,
	row: DeliveryRow,
	head: DeliveryRow,
	terms: StandingTerms,
	now: number,
): Facts {
	const behind = deliveries.countBelow(row);
	const isHeadSending = isUnderWay(head, now);
	const blocked = (attempts.ofMessage(head.message_seq).last?.failure ?? null) !== null;
	const from = Math.max(now, row.due_at, isHeadSending ? now : head.due_at);
	const nextAt = isHeadSending && blocked ? null : pace.expectedAt(terms, behind, from);
	const isFailing = row.due_at > now;
	return { state: isFailing ? "failing" : "waiting", behind, nextAt, blocked };
}

const isUnderWay = (row: DeliveryRow, now: number) => row.leased === 1 && row.due_at > now;

/** When a retry can be made: also the endpoint may have asked to be left alone until then. */
export const dueAt = (row: DeliveryRow, pace: Pick<LaneParts["pace"], "pausedUntil">): number =>
	Math.max(row.due_at, pace.pausedUntil ?? 0);

export function overviewOf(
	parts: LaneParts,
	route: Route | null,
	isPausedByOperator: boolean,
	now: number,
): LaneOverview {
	const { deliveries, pump, pace, state } = parts;
	const oldest = deliveries.oldestWaiting(now);
	const limits = route ?? { throttleRate: null, maxInFlight: null, ordered: false };
	const { pausedUntil } = pace;
	return {
		waiting: deliveries.countWaiting(now) + deliveries.countBulk(now),
		retrying: deliveries.countRetrying(now),
		inFlight: pump.inFlight(now),
		oldestWaitingAt: oldest === null ? null : seqTime(oldest),
		throttleRate: limits.throttleRate,
		currentRate: pace.rate(limits),
		maxInFlight: inFlightMax(limits),
		pausedUntil: pausedUntil !== null && pausedUntil > now ? pausedUntil : null,
		failingSince: state.get("failingSince"),
		isPausedByOperator,
	};
}

/** Reads only: nothing of the lane changes, and the database is not asked. */
export function glanceOf(parts: LaneParts, hoursFrom: number, now: number): LaneGlance {
	const { deliveries, attempts, stats } = parts;
	const newest = attempts.newest();
	return {
		waiting: deliveries.countWaiting(now) + deliveries.countBulk(now),
		retrying: deliveries.countRetrying(now),
		hours: stats.hoursFrom(hoursFrom, now),
		last:
			newest === null
				? null
				: {
						failure: newest.failure,
						status: newest.status,
						startedAt: newest.started_at,
						durationMs: newest.duration_ms,
					},
	};
}

/** Attempts from (inclusive) to (exclusive) a time, by buckets of whole hours. Reads only. */
export function activityOf(
	{ stats }: LaneParts,
	{ since, until, bucketMs }: { since: number; until: number; bucketMs: number },
	now: number,
): AttemptCount[] {
	const buckets = new Map<number, AttemptCount>();
	for (const hour of stats.hoursFrom(since, now)) {
		if (hour.at >= until) continue;
		const at = hour.at - (hour.at % bucketMs);
		const { success, fail } = buckets.get(at) ?? { success: 0, fail: 0 };
		buckets.set(at, { at, success: success + hour.success, fail: fail + hour.fail });
	}
	return [...buckets.values()];
}

export function statsOf(
	{ stats, deliveries, pump }: LaneParts,
	span: { since: number; until: number },
	now: number,
) {
	return {
		...stats.stats(span, now),
		pending: deliveries.countWaiting(now) + deliveries.countBulk(now),
		sending: deliveries.countRetrying(now) + pump.inFlight(now),
		canceled: deliveries.countCancelled(span.since, span.until),
	};
}
