// What a lane does: whether it may send, how much, and what follows from an outcome.
import type { DeliveryTask, Route } from "./delivery.ts";
import type { Outcome } from "./outcome.ts";
import { nextRetryAt } from "./retry.ts";

/** Attempts under way at the same time, unless the endpoint says otherwise. */
const IN_FLIGHT_DEFAULT = 64;
/** Share of them that bulk work leaves for new messages and retries. */
const LIVE_SHARE = 0.25;

/** Beyond the delivery timeout: what a sender needs to begin and to report. */
const LEASE_SLACK_MS = 10_000;
/** Of that, what is left for the report of an attempt that began late. */
const REPORT_MS = 2_000;

/** How long after its planned start an attempt is somebody's: then the lane lets another make it. */
export const leaseMsOf = (deliveryTimeoutMs: number): number => deliveryTimeoutMs + LEASE_SLACK_MS;

/** When an attempt must have begun at the latest; later, another may begin beside it. */
export const latestStart = (startAt: number, deliveryTimeoutMs: number): number =>
	startAt + leaseMsOf(deliveryTimeoutMs) - REPORT_MS;

/** A throttled endpoint has said what it can take: a second's worth may be under way. */
export function inFlightMax(route: Pick<Route, "maxInFlight" | "throttleRate" | "ordered">) {
	if (route.ordered) return 1;
	return route.maxInFlight ?? Math.max(IN_FLIGHT_DEFAULT, route.throttleRate ?? 0);
}

/** How many bulk deliveries may be under way when nothing else is. */
export function bulkInFlightMax(max: number): number {
	return Math.max(1, Math.floor(max * (1 - LIVE_SHARE)));
}

/** Why nothing is sent; null when something may be. */
export type Hold = "gone" | "disabled" | "paused" | "operator" | "asked";

export function holdOf(
	route: Pick<Route, "disabled" | "paused"> | null,
	lane: { isPausedByOperator: boolean; pausedUntil: number | null; isDisabling: boolean },
	now: number,
): Hold | null {
	if (route === null) return "gone";
	if (route.disabled || lane.isDisabling) return "disabled";
	if (route.paused) return "paused";
	if (lane.isPausedByOperator) return "operator";
	return lane.pausedUntil !== null && lane.pausedUntil > now ? "asked" : null;
}

/** A waiting delivery, as far as outcomes matter. `again` counts further attempts that people asked for. */
export type Waiting = { number: number; isOneShot: boolean; again: number };

/** What becomes of a delivery after an attempt. */
export type Next =
	| { kind: "ended"; isExhausted: boolean }
	| { kind: "retry"; at: number }
	/**
	 * A person asked for another attempt meanwhile; `isOneShot`: no retry follows when it fails, too.
	 * `isExhausted`: the schedule has ended nevertheless.
	 */
	| { kind: "again"; isOneShot: boolean; isExhausted: boolean };

export type NextTerms = {
	scheduleSeconds: readonly number[];
	/** The endpoint's Retry-After, milliseconds; null for none. */
	retryAfterMs: number | null;
	/** The endpoint, or what is missing, forbids further attempts of this message. */
	isAborted: boolean;
	/** In [0, 1). */
	random: number;
};

/** What follows from an attempt that counts. Manual attempts take the place of the retry that was waiting. */
export function nextOf(waiting: Waiting, outcome: Outcome, terms: NextTerms): Next {
	const isSuccess = outcome.failure === null;
	const retryAt = isSuccess ? null : retryTime(waiting, outcome, terms);
	const isExhausted = !isSuccess && !waiting.isOneShot && retryAt === null;
	if (waiting.again > 0 && !terms.isAborted) {
		return { kind: "again", isOneShot: retryAt === null, isExhausted };
	}
	if (retryAt !== null) return { kind: "retry", at: retryAt };
	return { kind: "ended", isExhausted };
}

/** The schedule, or later when the endpoint asked for that. */
function retryTime(waiting: Waiting, outcome: Outcome, terms: NextTerms): number | null {
	if (waiting.isOneShot || terms.isAborted) return null;
	const endedAt = outcome.startedAt + outcome.durationMs;
	const at = nextRetryAt(terms.scheduleSeconds, waiting.number, endedAt, terms.random);
	return at === null || terms.retryAfterMs === null
		? at
		: Math.max(at, endedAt + terms.retryAfterMs);
}

/**
 * True when a report is about what its lane waits for. A sender that was given up may still report: its
 * outcome is kept, but what came of the message meanwhile counts.
 */
export function isCurrent(
	task: Pick<DeliveryTask, "number" | "trigger">,
	row: { number: number; trigger: DeliveryTask["trigger"]; isLeased: boolean } | null,
	known: { isGranted: boolean; isDecided: boolean },
): boolean {
	if (row !== null)
		return row.isLeased && row.number === task.number && row.trigger === task.trigger;
	return known.isGranted || !known.isDecided;
}

/** Failed attempts after which the sender hears about it. */
const FAILING_AFTER = 4;

export type MessageEvent =
	| "message.attempt.failing"
	| "message.attempt.exhausted"
	| "message.attempt.recovered";

/** What was tried of a message before. */
export type Earlier = { attempts: number; hasSuccess: boolean };

/**
 * What the sender is told of attempt `number` of a message, each once; null for nothing.
 * @param next null for a report that came too late to count
 * @param readEarlier called only when the answer depends on it
 */
export function messageEventOf(
	number: number,
	isSuccess: boolean,
	next: Next | null,
	readEarlier: () => Earlier,
): MessageEvent | null {
	if (isSuccess) {
		// Too late, it may be of an earlier attempt than the last: it has arrived all the same.
		if (next !== null && number <= FAILING_AFTER) return null;
		const { attempts, hasSuccess } = readEarlier();
		return attempts >= FAILING_AFTER && !hasSuccess ? "message.attempt.recovered" : null;
	}
	if (next === null) return null;
	if (next.kind !== "retry" && next.isExhausted) return "message.attempt.exhausted";
	const isRetried = next.kind === "retry" || (next.kind === "again" && !next.isOneShot);
	return isRetried && number === FAILING_AFTER ? "message.attempt.failing" : null;
}
