// What an endpoint asks for in the headers of its answer: to wait, to be disabled, to forget the message.
import type { AttemptReport } from "./delivery.ts";

/** The longest that one answer can make an endpoint, or its own message, wait. */
export const RETRY_AFTER_MS_MAX = 3_600_000;

/** Names of the headers that are read, which must be kept however many there are. */
export const ADVICE_HEADERS: readonly string[] = ["retry-after", "webhook-delivery"];

export type Advice = {
	/** From now; 0 when the time is past or negative, null when nothing legible was asked for. */
	retryAfterMs: number | null;
	/** The endpoint is gone, or wants nothing any more. */
	disable: boolean;
	/** This message is not to be tried again. */
	abort: boolean;
};

/** Reads the advice of an answer. Retry-After counts on 429 and 503 only; of several the longest. */
export function readAdvice(
	status: number,
	headers: readonly (readonly [string, string])[],
	now: number,
): Advice {
	const valuesOf = (wanted: string) =>
		headers.filter(([name]) => name.trim().toLowerCase() === wanted).map(([, value]) => value);
	const wishes = valuesOf("webhook-delivery")
		.flatMap((value) => value.split(","))
		.map((wish) => wish.trim().toLowerCase());
	return {
		retryAfterMs:
			status === 429 || status === 503 ? longestWait(valuesOf("retry-after"), now) : null,
		disable: status === 410 || wishes.includes("disable"),
		abort: wishes.includes("abort-message"),
	};
}

const COMMANDING = [410, 429, 503];

/** The endpoint may have said «slow down» or «stop»: whoever decides about it must hear of it at once. */
export function isCommand({ outcome }: AttemptReport): boolean {
	return (
		COMMANDING.includes(outcome.status) ||
		outcome.responseHeaders.some(([name]) => name === "webhook-delivery")
	);
}

function longestWait(values: string[], now: number): number | null {
	const waits = values
		// Repeated headers arrive joined by commas, and a date has a comma of its own.
		.flatMap((value) => value.split(/,(?!\s*\d{1,2}[ -][a-z]{3})/i))
		.map((value) => toWaitMs(value.trim(), now))
		.filter((wait) => wait !== null);
	return waits.length === 0 ? null : Math.max(...waits);
}

function toWaitMs(value: string, now: number): number | null {
	const seconds = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : null;
	const at = seconds === null ? parseHttpDate(value, now) : now + seconds * 1000;
	if (at === null) return null;
	return Math.min(Math.max(0, Math.ceil(at - now)), RETRY_AFTER_MS_MAX);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const TIME = "(?<h>\\d\\d):(?<m>\\d\\d):(?<s>\\d\\d)";
/** The three forms of RFC 9110, 5.6.7. */
const DATE_FORMS = [
	new RegExp(`^[a-z]{3}, (?<day>\\d\\d) (?<month>[a-z]{3}) (?<year>\\d{4}) ${TIME} GMT$`, "i"),
	new RegExp(`^[a-z]{6,9}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) ${TIME} GMT$`, "i"),
	new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`, "i"),
];

/** Epoch milliseconds; null when it is no date. `now` tells the century of a year of two digits. */
function parseHttpDate(value: string, now: number): number | null {
	for (const form of DATE_FORMS) {
		const { day, month, year, h, m, s } = form.exec(value)?.groups ?? {};
		if (month === undefined) continue;
		const date = [MONTHS.indexOf(month.toLowerCase()), Number(day)] as const;
		const time = [Number(h), Number(m), Number(s)] as const;
		const isTime = time[0] < 24 && time[1] < 60 && time[2] <= 60;
		const fullYear = year?.length === 2 ? toFullYear(Number(year), now) : Number(year);
		const midnight = toMidnight(fullYear, ...date);
		if (!isTime || midnight === null) return null;
		return midnight + ((time[0] * 60 + time[1]) * 60 + time[2]) * 1000;
	}
	return null;
}

/** Null for a day that does not exist. */
function toMidnight(year: number, month: number, day: number): number | null {
	const date = new Date(0);
	date.setUTCFullYear(year, month, day);
	return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() : null;
}

/** A year that seems more than 50 years ahead is of the past. */
function toFullYear(twoDigits: number, now: number): number {
	const thisYear = new Date(now).getUTCFullYear();
	const year = thisYear - (thisYear % 100) + twoDigits;
	return year > thisYear + 50 ? year - 100 : year;
}
