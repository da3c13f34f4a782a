// How a message stands at an endpoint, and why, in a sentence.
import type { DisabledReason } from "./health.ts";
import { type Failure, MESSAGE_STATUS } from "./outcome.ts";
import { explainFiltered } from "./standing-filter.ts";
import * as words from "./standing-words.ts";

/** What a lane knows of one message; `reason` of the last attempt is told by `lastFailure` and `lastStatus`. */
export type Standing = {
	state:
		| "delivered"
		| "waiting"
		| "sending"
		| "failing"
		| "exhausted"
		| "cancelled"
		/** The lane knows nothing of it. */
		| "unknown";
	/** Attempts made so far. */
	attempts: number;
	/** How many are to be sent before it; null unless it waits for its turn. */
	behind: number | null;
	/** When the next attempt is due or expected, epoch milliseconds; null when none is, or nothing tells. */
	nextAt: number | null;
	/** Delivery is in order, and an earlier message is being retried. */
	blocked: boolean;
	lastFailure: Failure | null;
	lastStatus: number | null;
	lastDurationMs: number | null;
	/** When the last attempt was made, or the message was cancelled; epoch milliseconds. */
	lastAt: number | null;
};

/** The lane's states, and those that follow from the endpoint. `unknown`: the lane did not answer. */
export const DESTINATION_STATES = [
	"delivered",
	"waiting",
	"sending",
	"failing",
	"exhausted",
	"disabled",
	"paused",
	"cancelled",
	"filtered_out",
	"gone",
	"unknown",
] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

/** What kept a message from an endpoint. `changed`: nothing would today. */
export const FILTERS = ["event_type", "channel", "created_after", "changed"] as const;
export type FilterName = (typeof FILTERS)[number];

/** A standing with what the endpoint adds to it, explained in a sentence. */
export type Explained = Omit<Standing, "state"> & {
	state: DestinationState;
	reason: string;
	filteredBy: FilterName | null;
	/** It came while the endpoint was disabled: it is not sent by itself. */
	missed: boolean;
};

/** What is known beside the lane. Times are epoch milliseconds. */
export type Surroundings = {
	/** What the MessageStore decided: it was for the endpoint, would have been but for `disabled`, or was not. */
	decision: "sent" | "skipped" | "filtered";
	message: { eventType: string; channels: readonly string[] | null; acceptedAt: number };
	endpoint: {
		createdAt: number;
		deletedAt: number | null;
		disabled: boolean;
		disabledReason: DisabledReason | null;
		paused: boolean;
		eventTypes: readonly string[] | null;
		channels: readonly string[] | null;
	};
	/** All delivery of the installation is paused. */
	isPausedByOperator: boolean;
	/** Messages per second that hold for the endpoint; null for no limit. */
	throttleRate: number | null;
	/** Attempts that the schedule makes. */
	attemptsMax: number;
	now: number;
};

/** The wire's statuses: those of attempts, and one for what is not sent. */
export const DESTINATION_STATUS = { ...MESSAGE_STATUS, canceled: 4 } as const;

export const STATUS_OF_STATE: Record<DestinationState, keyof typeof DESTINATION_STATUS> = {
	delivered: "success",
	waiting: "pending",
	paused: "pending",
	unknown: "pending",
	sending: "sending",
	failing: "sending",
	exhausted: "fail",
	disabled: "canceled",
	cancelled: "canceled",
	filtered_out: "canceled",
	gone: "canceled",
};

/** A standing of which nothing is known. */
export const NO_STANDING: Standing = {
	state: "unknown",
	attempts: 0,
	behind: null,
	nextAt: null,
	blocked: false,
	lastFailure: null,
	lastStatus: null,
	lastDurationMs: null,
	lastAt: null,
};

/** Explains what a lane told; null when it did not answer. */
export function explainStanding(told: Standing | null, around: Surroundings): Explained {
	const standing = told ?? NO_STANDING;
	const why = told === null ? SILENT : explain(standing, around);
	return { ...standing, filteredBy: null, missed: false, ...why };
}

/** What is known beside the lane, or follows from it, about a standing. */
export type Why = { state: DestinationState; reason: string } & Partial<
	Pick<Explained, "nextAt" | "blocked" | "filteredBy" | "missed">
>;

const SILENT: Why = { state: "unknown", reason: words.SILENT_WORDS };

function explain(standing: Standing, around: Surroundings): Why {
	const { state } = standing;
	switch (state) {
		case "delivered":
			return { state, reason: words.deliveredWords(standing) };
		case "sending":
			return { state, reason: words.sendingWords(standing) };
		case "exhausted":
			return explainEnded(standing, around);
		case "cancelled":
			return { state, reason: words.cancelledWords(standing) };
		case "waiting":
		case "failing":
			return explainHeld(standing, around) ?? explainOpen(state, standing, around);
		case "unknown":
			return explainUntold(standing, around);
	}
}

/** A deletion ends what still had attempts to come, which leaves no other trace. */
function explainEnded(standing: Standing, { endpoint, attemptsMax }: Surroundings): Why {
	return endpoint.deletedAt !== null && standing.attempts < attemptsMax
		? { state: "gone", reason: words.goneWords(standing, endpoint) }
		: { state: "exhausted", reason: words.exhaustedWords(standing, attemptsMax) };
}

/** Nothing is sent to the endpoint: what waits there has no next time. */
export const isHeld = ({
	endpoint: { deletedAt, disabled, paused },
	isPausedByOperator,
}: Holding): boolean => deletedAt !== null || disabled || paused || isPausedByOperator;

type Holding = Pick<Surroundings, "isPausedByOperator"> & {
	endpoint: Pick<Surroundings["endpoint"], "deletedAt" | "disabled" | "paused">;
};

/** What keeps back a message that is to be sent; null when nothing does. */
function explainHeld(standing: Standing, around: Surroundings): Why | null {
	const { endpoint } = around;
	if (!isHeld(around)) return null;
	const never = { nextAt: null, blocked: false };
	const held = (state: DestinationState, reason: string) => ({ state, reason, ...never });
	if (endpoint.deletedAt !== null) return held("gone", words.goneWords(standing, endpoint));
	if (endpoint.disabled) return held("disabled", words.stoppedWords(standing, around));
	return held("paused", words.pausedWords(standing, around));
}

function explainOpen(state: "waiting" | "failing", standing: Standing, around: Surroundings): Why {
	const { lastFailure } = standing;
	const failed = lastFailure === null ? "" : words.failedWords(standing, around.attemptsMax);
	const next =
		state === "failing"
			? words.nextWords(standing, around.now)
			: words.waitingWords(standing, around);
	const order = standing.blocked ? words.BLOCKED_WORDS : "";
	return { state, reason: [failed, next, order].filter((text) => text !== "").join(" ") };
}

/** For a message that the lane knows nothing of. */
function explainUntold(standing: Standing, around: Surroundings): Why {
	const { endpoint, decision } = around;
	switch (decision) {
		case "sent":
			return explainHeld(standing, around) ?? { state: "waiting", reason: words.ON_ITS_WAY_WORDS };
		case "skipped":
			return endpoint.deletedAt === null
				? { state: "disabled", missed: true, reason: words.skippedWords(around) }
				: { state: "gone", reason: words.goneWords(standing, endpoint) };
		case "filtered":
			return explainFiltered(around);
	}
}
