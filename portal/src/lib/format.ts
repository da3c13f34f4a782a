// Numbers, shares, durations and times in the reader's language and zone.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RELATIVE_DAYS_MAX = 7;

export const formatNumber = (value: number, locale: string): string => value.toLocaleString(locale);

/** `12.3K`: for places where the exact number is told elsewhere. */
export const formatCompact = (value: number, locale: string): string =>
	value.toLocaleString(locale, { notation: "compact", maximumFractionDigits: 1 });

/** `99.9 %`; never 100 % while something failed, nor 0 % while something succeeded. */
export function formatShare(part: number, all: number, locale: string): string {
	const exact = all === 0 ? 0 : part / all;
	const tenths = Math.round(exact * 1000) / 1000;
	const shown = part < all ? Math.min(tenths, 0.999) : tenths;
	return (part > 0 ? Math.max(shown, 0.001) : shown).toLocaleString(locale, {
		style: "percent",
		maximumFractionDigits: 1,
	});
}

/** `230 ms`, `1.4 s`, `3 min`, `2 hr`: rounded to what one reads at a glance. */
export function formatDuration(ms: number, locale: string): string {
	const [value, unit] =
		ms < 1000
			? ([Math.round(ms), "millisecond"] as const)
			: ms < MINUTE_MS
				? ([ms / 1000, "second"] as const)
				: ms < HOUR_MS
					? ([Math.round(ms / MINUTE_MS), "minute"] as const)
					: ms < 2 * DAY_MS
						? ([Math.round(ms / HOUR_MS), "hour"] as const)
						: ([Math.round(ms / DAY_MS), "day"] as const);
	const digits = value < 10 ? 1 : 0;
	return value.toLocaleString(locale, { style: "unit", unit, maximumFractionDigits: digits });
}

/** `3 minutes ago`, `in 5 minutes`; after a week the date. */
export function formatRelative(at: number, now: number, locale: string): string {
	const ms = at - now;
	const size = Math.abs(ms);
	if (size > RELATIVE_DAYS_MAX * DAY_MS) return formatDate(at, locale);
	const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
	if (size < MINUTE_MS) return words.format(Math.trunc(ms / 1000), "second");
	if (size < HOUR_MS) return words.format(Math.trunc(ms / MINUTE_MS), "minute");
	if (size < DAY_MS) return words.format(Math.trunc(ms / HOUR_MS), "hour");
	return words.format(Math.trunc(ms / DAY_MS), "day");
}

/** `21 Nov 2026, 18:15:48.123 GMT+1`: everything about a moment. */
export function formatExact(at: number, locale: string, timeZone?: string): string {
	const zone = timeZone === undefined ? {} : { timeZone };
	return new Intl.DateTimeFormat(locale, {
		year: "numeric",
		month: "short",
		day: "numeric",
		hour: "2-digit",
		minute: "2-digit",
		second: "2-digit",
		fractionalSecondDigits: 3,
		timeZoneName: "short",
		...zone,
	}).format(at);
}

/** `21 Nov 2026`. */
export const formatDate = (at: number, locale: string): string =>
	new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at);

/** `21 Nov, 18:15`. */
export const formatMoment = (at: number, locale: string): string =>
	new Intl.DateTimeFormat(locale, {
		month: "short",
		day: "numeric",
		hour: "2-digit",
		minute: "2-digit",
	}).format(at);

/** A long id by its last six characters, which tell it from its neighbours. */
export const shortId = (id: string): string => (id.length <= 12 ? id : `…${id.slice(-6)}`);
