// The filters of the list of messages: as they stand in the address, and as the API takes them.
import type { Query } from "../../lib/api.ts";
import { STANDINGS, type Standing } from "./standing-search.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const PERIODS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
export type Period = keyof typeof PERIODS;

export type Filters = {
	types: string[];
	channel: string | null;
	tag: string | null;
	/** Counted back from now; `after` and `before` are of no meaning then. */
	period: Period | null;
	/** ISO 8601. */
	after: string | null;
	before: string | null;
	endpoint: string | null;
	/** The API's number; only with an endpoint. */
	status: string | null;
	/** Over all endpoints; only without one. */
	standing: Standing | null;
};

/** What takes all filters out of the address. */
export const NO_FILTERS = {
	types: null,
	channel: null,
	tag: null,
	period: null,
	after: null,
	before: null,
	endpoint: null,
	status: null,
	standing: null,
	iterator: null,
} as const;

export const STATUSES = ["0", "1", "3", "2", "4"] as const;
export type Status = (typeof STATUSES)[number];

export function readFilters(search: URLSearchParams): Filters {
	const period = search.get("period");
	const isPeriod = period !== null && period in PERIODS;
	const given = search.get("endpoint");
	const endpoint = given !== null && /^[\w.-]{1,256}$/.test(given) ? given : null;
	const status = search.get("status");
	const standing = STANDINGS.find((one) => one === search.get("standing")) ?? null;
	return {
		types: search.get("types")?.split(",").filter(Boolean) ?? [],
		channel: search.get("channel") || null,
		tag: search.get("tag") || null,
		period: isPeriod ? (period as Period) : null, // safe because it is a key of PERIODS
		after: isPeriod ? null : toTime(search.get("after")),
		before: isPeriod ? null : toTime(search.get("before")),
		endpoint,
		status: endpoint !== null && STATUSES.some((one) => one === status) ? status : null,
		standing: endpoint === null ? standing : null,
	};
}

/** Null for what is no time. */
function toTime(text: string | null): string | null {
	const ms = text === null ? Number.NaN : Date.parse(text);
	return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

export const isFiltered = ({ types, ...rest }: Filters): boolean =>
	types.length > 0 || Object.values(rest).some((value) => value !== null);

/** @param asked epoch milliseconds, the same for all pages of one list */
export function toQuery(filters: Filters, asked: number): Query {
	const { types, channel, tag, period, endpoint, status } = filters;
	const after = period === null ? filters.after : new Date(asked - PERIODS[period]).toISOString();
	return {
		with_content: false,
		event_types: types.join(","),
		channel,
		tag,
		after,
		// With only a beginning the API would start at the oldest.
		before: filters.before ?? (after === null ? null : new Date(asked + PERIODS.day).toISOString()),
		...(endpoint !== null && { status, expanded_statuses: true }),
	};
}
