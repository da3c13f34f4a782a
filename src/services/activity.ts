// How the deliveries of an application's endpoints went over time.
import { DomainError, notFound } from "../core/errors.ts";
import type { EndpointId } from "../core/ids.ts";
import { planPage, toEnvelope } from "../core/page.ts";
import type { AttemptCount } from "../platform/lane-client.ts";
import { type Endpoint, findEndpointInApp, listEndpoints } from "../store/endpoints.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import { askLanes } from "./lane-answers.ts";

export const PERIODS = ["hour", "day"] as const;
export type Period = (typeof PERIODS)[number];

/** Endpoints that one answer tells of: each is a call, and a request may make a thousand. */
export const ACTIVITY_ENDPOINTS_MAX = 250;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** For clients that count back by their own clock. */
const SLACK_MS = 5 * 60_000;

const RULES: Record<Period, { bucketMs: number; usualDays: number; daysMax: number }> = {
	hour: { bucketMs: HOUR_MS, usualDays: 1, daysMax: 14 },
	day: { bucketMs: DAY_MS, usualDays: 28, daysMax: 90 },
};

/** Times are epoch milliseconds; null for until now, and for the usual span before the end. */
export type ActivityQuery = {
	since: number | null;
	until: number | null;
	period: Period;
	/** Id or uid; null for all. */
	endpointId: string | null;
	iterator: string | null;
};

/** `sums` is null for an endpoint whose lane did not answer in time: it is missing in the buckets, too. */
export type Activity = {
	period: Period;
	since: number;
	until: number;
	buckets: AttemptCount[];
	endpoints: { endpoint: Endpoint; sums: Sums | null }[];
	iterator: string | null;
	done: boolean;
};

type Sums = { success: number; fail: number };

/** Tells of so many endpoints, oldest first; `iterator` leads to the next ones. */
export async function getActivity(
	ctx: ServiceContext,
	appIdOrUid: string,
	query: ActivityQuery,
): Promise<Activity> {
	const span = toSpan(query, ctx.now);
	const { data, ...page } = await findEndpoints(ctx, appIdOrUid, query);
	const { bucketMs } = RULES[query.period];
	const all = await askLanes(ctx, data, (lane) => lane.activity({ ...span, bucketMs }));
	const buckets = emptyBuckets(span, bucketMs);
	const endpoints = data.map((endpoint, i) => {
		const counts = all[i] ?? null;
		if (counts === null) return { endpoint, sums: null };
		const sums: Sums = { success: 0, fail: 0 };
		for (const count of counts) {
			for (const sum of [sums, buckets.get(count.at)]) {
				if (sum === undefined) continue;
				sum.success += count.success;
				sum.fail += count.fail;
			}
		}
		return { endpoint, sums };
	});
	const { period } = query;
	return { ...page, period, ...span, buckets: [...buckets.values()], endpoints };
}

/** Whole buckets; that of now has just begun. */
function toSpan({ since, until, period }: ActivityQuery, now: number) {
	const { bucketMs, usualDays, daysMax } = RULES[period];
	if (until !== null && until > now + SLACK_MS) {
		throw invalidRange("until must not be in the future");
	}
	const end =
		until === null
			? Math.floor(now / bucketMs + 1) * bucketMs
			: Math.ceil(until / bucketMs) * bucketMs;
	const begin = since ?? end - usualDays * DAY_MS;
	if (begin > (until ?? now)) throw invalidRange("since must not be after until");
	if ((until ?? now) - begin > daysMax * DAY_MS + SLACK_MS) {
		throw invalidRange(`since and until must be at most ${daysMax} days apart, by the ${period}`);
	}
	return { since: Math.floor(begin / bucketMs) * bucketMs, until: end };
}

const invalidRange = (detail: string) => new DomainError("invalid_range", detail);

async function findEndpoints(
	ctx: ServiceContext,
	appIdOrUid: string,
	{ endpointId, iterator }: ActivityQuery,
): Promise<{ data: Endpoint[]; iterator: string | null; done: boolean }> {
	const { id } = await getApplication(ctx, appIdOrUid);
	if (endpointId !== null) {
		const endpoint = await findEndpointInApp(ctx.db, id, endpointId);
		if (endpoint === null) throw notFound();
		return { data: [endpoint], iterator: null, done: true };
	}
	const plan = planPage(ACTIVITY_ENDPOINTS_MAX, iterator, "ascending");
	const rows = await listEndpoints(ctx.db, id, plan);
	const { prevIterator: _, ...page } = toEnvelope(
		plan,
		rows,
		(row): EndpointId => row.id,
		(row) => row,
	);
	return page;
}

function emptyBuckets(span: { since: number; until: number }, bucketMs: number) {
	const buckets = new Map<number, AttemptCount>();
	for (let at = span.since; at < span.until; at += bucketMs) {
		buckets.set(at, { at, success: 0, fail: 0 });
	}
	return buckets;
}
