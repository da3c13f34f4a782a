// How a delivery stands, in words for people: what happened, and what happens next.
import type { MessageEndpointOut } from "../models.ts";
import { localeNow, t } from "../texts/index.ts";
import { formatDuration, formatRelative } from "./format.ts";

type StandingOut = MessageEndpointOut["standing"];
type LastAttempt = NonNullable<StandingOut["lastAttempt"]>;
type Failure = NonNullable<LastAttempt["failure"]>;
export type Subject = Pick<
	MessageEndpointOut,
	"standing" | "disabled" | "paused" | "eventTypes" | "channels" | "createdAt"
>;

const NAMES_MAX = 3;

/** @param now epoch milliseconds */
export function standingWords(subject: Subject, now: number): string {
	// Short units may end with a period of their own.
	return toWords(subject, now).replaceAll(/\.\.(?=\s|$)/g, ".");
}

function toWords(subject: Subject, now: number): string {
	const { standing } = subject;
	const { attempts, lastAttempt: last } = standing;
	const outcome = last === null ? null : outcomeWords(last);
	switch (standing.state) {
		case "delivered":
			return deliveredWords(standing, outcome);
		case "waiting":
			return last?.failure != null && outcome !== null
				? `${t("standing.failed", { outcome })} ${waitingWords(standing, now)}`
				: waitingWords(standing, now);
		case "sending":
			return t("standing.sending", { number: attempts + 1 });
		case "failing":
			return failingWords(standing, outcome ?? "", now);
		case "exhausted":
			return t("standing.exhausted", { count: attempts, outcome: outcome ?? "" });
		case "disabled":
			return disabledWords(subject, outcome);
		case "paused":
			return pausedWords(subject, outcome);
		case "cancelled":
			return attempts === 0
				? t("standing.cancelled")
				: t("standing.cancelledAfter", { count: attempts });
		case "filtered_out":
			return filterWords(subject, now);
		case "gone":
			return t("standing.gone");
		case "unknown":
			return t("standing.unknown");
	}
}

/** What came of an attempt, as a part of a sentence. */
export function outcomeWords({
	failure,
	responseStatusCode,
	responseDurationMs,
}: {
	failure: string | null;
	responseStatusCode: number;
	responseDurationMs: number;
}): string {
	const time = formatDuration(responseDurationMs, localeNow());
	const values = { status: String(responseStatusCode), time };
	return t(isNamed(failure) ? `outcome.${failure}` : "outcome.answered", values);
}

/** Failures with words of their own; the others are answers that are told by their status. */
const isNamed = (
	failure: string | null,
): failure is Exclude<Failure, "client_error" | "server_error"> =>
	failure !== null && failure !== "client_error" && failure !== "server_error";

function deliveredWords({ attempts, lastAttempt }: StandingOut, outcome: string | null): string {
	if (outcome === null) return `${t("state.delivered")}.`;
	if (lastAttempt?.failure != null) return t("standing.deliveredBefore", { outcome });
	return attempts > 1
		? t("standing.deliveredBy", { number: attempts, outcome })
		: t("standing.delivered", { outcome });
}

function waitingWords({ behind, blocked, nextAttempt }: StandingOut, now: number): string {
	const time = inTime(nextAttempt, now);
	if (behind === null && time === null) return t("standing.onItsWay");
	if (behind === null || behind === 0) {
		return time === null ? t("standing.next") : t("standing.nextIn", { time });
	}
	return time === null
		? t(blocked ? "standing.blocked" : "standing.behind", { count: behind })
		: t(blocked ? "standing.blockedIn" : "standing.behindIn", { count: behind, time });
}

function failingWords({ nextAttempt }: StandingOut, outcome: string, now: number): string {
	if (nextAttempt === null) return t("standing.failed", { outcome });
	const time = inTime(nextAttempt, now);
	return time === null
		? t("standing.failingDue", { outcome })
		: t("standing.failing", { outcome, time });
}

/** What is paused while the endpoint is not, is so by the operator. */
function pausedWords({ paused }: Subject, outcome: string | null): string {
	if (outcome === null) return t(paused ? "standing.paused" : "standing.allPaused");
	return t(paused ? "standing.pausedAfter" : "standing.allPausedAfter", { outcome });
}

function disabledWords({ disabled, standing }: Subject, outcome: string | null): string {
	if (standing.missed) return t(disabled ? "standing.missedOff" : "standing.missed");
	const isAfterFailure = outcome !== null && standing.lastAttempt?.failure != null;
	return isAfterFailure ? t("standing.disabledAfter", { outcome }) : t("standing.disabled");
}

function filterWords({ standing, eventTypes, channels, createdAt }: Subject, now: number): string {
	switch (standing.filteredBy) {
		case "event_type":
			return t("standing.byType", { names: namesOf(eventTypes) });
		case "channel":
			return t("standing.byChannel", { names: namesOf(channels) });
		case "created_after":
			return t("standing.byAge", {
				time: formatRelative(Date.parse(createdAt), now, localeNow()),
			});
		case "changed":
		case null:
			return t("standing.byChange");
	}
}

function namesOf(list: readonly string[] | null): string {
	const all = list ?? [];
	const names = all.slice(0, NAMES_MAX).join(", ");
	const count = all.length - NAMES_MAX;
	return count > 0 ? t("standing.names", { names, count }) : names;
}

/** Null when it is due. */
function inTime(at: string | null, now: number): string | null {
	if (at === null) return null;
	const ms = Date.parse(at);
	return ms <= now ? null : formatRelative(Math.max(ms, now + 1000), now, localeNow());
}
