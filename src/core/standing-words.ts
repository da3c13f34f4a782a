// The sentences that tell how a message stands at an endpoint.
import type { DisabledReason } from "./health.ts";
import { describeFailure } from "./outcome.ts";
import type { Standing, Surroundings } from "./standing.ts";

const NAMES_MAX = 5;
/** Times are told to the second: what is expected within one is expected now. */
const SOON_MS = 1_000;

export function deliveredWords(standing: Standing): string {
	if (standing.lastFailure !== null) {
		return `Delivered. Attempt ${standing.attempts}, made after that, failed: ${lastWords(standing)}.`;
	}
	const at = standing.lastAt === null ? "" : ` at ${time(standing.lastAt)}`;
	const number = standing.attempts > 1 ? ` by attempt ${standing.attempts}` : "";
	return `Delivered${at}${number}: ${lastWords(standing)}.`;
}

export function sendingWords({ attempts }: Standing): string {
	return attempts === 0
		? "The first attempt is under way."
		: `Attempt ${attempts + 1} is under way.`;
}

export function waitingWords(standing: Standing, { throttleRate, now }: Surroundings): string {
	const { behind, nextAt, blocked } = standing;
	const place =
		behind === null || behind === 0
			? "Next in the queue"
			: `Waiting behind ${behind} message${behind === 1 ? "" : "s"}`;
	const isSoon = nextAt === null || nextAt < now + SOON_MS;
	const expected = isSoon ? "" : `; expected at ${time(nextAt)}${blocked ? " or later" : ""}`;
	const limit = throttleRate === null ? "" : ` (limit ${throttleRate} per second)`;
	return `${place}${expected}${limit}.`;
}

/** @example "Attempt 3 of 8 failed: the server answered 500 after 230 ms." */
export function failedWords(standing: Standing, attemptsMax: number): string {
	const { attempts } = standing;
	// Resent by hand, a message has more attempts than the schedule makes.
	const total = attempts <= attemptsMax ? ` of ${attemptsMax}` : "";
	return `Attempt ${attempts}${total} failed: ${lastWords(standing)}.`;
}

export function nextWords({ nextAt }: Standing, now: number): string {
	if (nextAt === null) return "";
	return nextAt <= now ? "The next attempt is due." : `Next attempt at ${time(nextAt)}.`;
}

export function exhaustedWords(standing: Standing, attemptsMax: number): string {
	const end = standing.attempts < attemptsMax ? "No more is tried." : "It was the last one.";
	return `${failedWords(standing, attemptsMax)} ${end}`;
}

export function cancelledWords({ lastAt, attempts }: Standing): string {
	const at = lastAt === null ? "" : ` at ${time(lastAt)}`;
	return `Cancelled${at}${attempts === 0 ? " before it was sent" : ` after ${count(attempts)}`}.`;
}

export function pausedWords(standing: Standing, { endpoint, attemptsMax }: Surroundings): string {
	const paused = endpoint.paused
		? "The endpoint is paused"
		: "The operator of this installation has paused all delivery";
	const kept = `${paused}: the message waits until it is resumed.`;
	return standing.lastFailure === null ? kept : `${failedWords(standing, attemptsMax)} ${kept}`;
}

/** For a message that goes on by itself when the endpoint is enabled. */
export function stoppedWords(standing: Standing, { endpoint, attemptsMax }: Surroundings): string {
	const why = `the endpoint is disabled${DISABLED_BECAUSE[endpoint.disabledReason ?? "person"]}`;
	return standing.lastFailure === null
		? `Not sent: ${why}. It is sent when the endpoint is enabled.`
		: `${failedWords(standing, attemptsMax)} No more is tried: ${why}. It goes on when the endpoint is enabled.`;
}

/** For a message that came while the endpoint was disabled. */
export function skippedWords({ endpoint }: Surroundings): string {
	return endpoint.disabled
		? "Not sent: the endpoint was disabled when the message came. Enable it, then recover the message."
		: "Not sent: the endpoint was disabled when the message came. It can be recovered.";
}

const DISABLED_BECAUSE: Record<DisabledReason | "person", string> = {
	person: "",
	failing: ", because it only failed",
	gone: ", because it answered 410",
	asked: ", because its answer asked for that",
};

export function goneWords({ attempts }: Standing, { deletedAt }: Surroundings["endpoint"]): string {
	const at = deletedAt === null ? "" : ` at ${time(deletedAt)}`;
	return `Not delivered: the endpoint was deleted${at}${attempts === 0 ? "" : ` after ${count(attempts)}`}.`;
}

export function eventTypeWords({ endpoint, message }: Surroundings): string {
	return `Filtered out by event type: the endpoint takes only ${names(endpoint.eventTypes)}, and this is ${message.eventType}.`;
}

export function channelWords({ endpoint, message }: Surroundings): string {
	const its = message.channels === null ? "no channel" : names(message.channels);
	return `Filtered out by channel: the endpoint takes only ${names(endpoint.channels)}, and the message has ${its}.`;
}

export function createdAfterWords(
	{ createdAt }: Surroundings["endpoint"],
	isWanted: boolean,
): string {
	const after = `Not sent: the endpoint was created after the message, at ${time(createdAt)}.`;
	return isWanted ? `${after} It can be replayed.` : after;
}

export const CHANGED_WORDS =
	"Not sent: the message was not for the endpoint when it came, though its filters take it now.";
export const BLOCKED_WORDS = "Delivery is in order, and an earlier message is being retried.";
export const ON_ITS_WAY_WORDS = "Accepted, and on its way to the endpoint's queue.";
export const SILENT_WORDS = "Not known now: the endpoint's queue did not answer in time.";

/** What came of the last attempt. */
function lastWords({ lastFailure, lastStatus, lastDurationMs }: Standing): string {
	return describeFailure({
		failure: lastFailure,
		status: lastStatus ?? 0,
		durationMs: lastDurationMs ?? 0,
	});
}

const count = (attempts: number) => `${attempts} attempt${attempts === 1 ? "" : "s"}`;

/** ISO 8601 in UTC, to the second. */
const time = (epochMs: number) => new Date(epochMs).toISOString().replace(/\.\d+Z$/, "Z");

function names(list: readonly string[] | null): string {
	const all = list ?? [];
	const shown = all.slice(0, NAMES_MAX).join(", ");
	return all.length > NAMES_MAX ? `${shown} and ${all.length - NAMES_MAX} more` : shown;
}
